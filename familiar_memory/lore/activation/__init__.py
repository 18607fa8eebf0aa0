"""When an entry speaks up: keys, logic, chance, groups, recursion, budget, time."""
