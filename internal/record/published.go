package record

// published is the condition that a row of a table of records in instances, as the alias, is one that people see: an import that
// makes many stores them in slices, in a range of ids of their own, and none is there for others before all are.
func published(table, alias string) string {
	id := func(column string) string {
		return "COALESCE((SELECT " + column + " FROM unpublished WHERE resource = '" + table + "'), 0)"
	}
	return alias + ".id NOT BETWEEN " + id("first_id") + " AND " + id("last_id")
}
