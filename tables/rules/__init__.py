"""Pure rules of tables: seats, button, balancing, breaking, final table, chip race, chips."""
