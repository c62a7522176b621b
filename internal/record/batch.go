package record

// Batchable returns the resources that a batch may write: those of an instance that people give a name.
func Batchable() (list []*Resource) {
	for _, r := range all {
		if r.Scope == InInstance && r.Title != nil && r != Files {
			list = append(list, r)
		}
	}
	return list
}
