"""The experiments of Baier & Drake: forgetting."""
