"""Forgetting: what is meant, what tells of it, what files lose, what is never kept again."""
