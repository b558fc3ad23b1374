"""The experiments of Mayer: networks that teach themselves."""
