"""Whole notes written anew: links that follow, parts that move, names that somebody gives up."""
