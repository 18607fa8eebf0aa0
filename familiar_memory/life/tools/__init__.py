"""The seven operations that a model or a person may call: what they take, do, and answer."""
