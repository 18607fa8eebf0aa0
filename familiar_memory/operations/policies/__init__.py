"""Whose rules a proposal is judged by: the owner, whoever calls a tool, a writer of talk."""
