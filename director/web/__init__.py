"""What every page of the console stands on: who may see it, its frame, what its forms send."""
