package ce

// EconomyGroups returns the elements of db/economy.xml, one for each group of things that the economy looks after.
func EconomyGroups() []string {
	return []string{"dynamic", "animals", "zombies", "vehicles", "randoms", "custom", "building", "player"}
}

// EconomyFlags returns the attributes of a group: whether it is set up at the start, read from the storage, filled up, and saved.
func EconomyFlags() []string { return []string{"init", "load", "respawn", "save"} }
