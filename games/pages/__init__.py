"""What people see of games: for each page its value, its view and the name of its template."""
