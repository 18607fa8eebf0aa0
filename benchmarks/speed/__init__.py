"""What work costs: time, memory and files, beside a floor or beside another checkout."""
