"""What happens inside a search, as messages for the page."""
