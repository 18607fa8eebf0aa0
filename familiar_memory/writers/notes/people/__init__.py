"""What is proposed for the notes of people: names, facts, wishes, lines in their own words."""
