"""Prize pool, prizes, ties, satellites, deals and bounties as pure functions of whole minor units."""
