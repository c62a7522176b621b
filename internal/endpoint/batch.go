package endpoint

import "quartermaster/internal/record"

// MaxOperations is how many operations a batch may have.
const MaxOperations = 1000

// Batchable returns the resources that a batch may write: those of an instance that have an endpoint to make records.
func Batchable(groups []Group) (list []*record.Resource) {
	for _, e := range Served(groups) {
		if e.Action == Create && e.Record.Scope == record.InInstance {
			list = append(list, e.Record)
		}
	}
	return list
}
