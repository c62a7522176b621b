package record

import "regexp"

// seenBy is how an expression in a tag demands that a row of a table, as an alias, is one that people see.
var seenBy = regexp.MustCompile(`published\((\w+) (\w+)\)`)

// withPublished replaces published(table alias) in an expression by the condition.
func withPublished(expression string) string {
	return seenBy.ReplaceAllStringFunc(expression, func(call string) string {
		m := seenBy.FindStringSubmatch(call)
		return Published(m[1], m[2])
	})
}

// Seen is the condition that a row of the link table, as the alias, is one that people see. An edit in slices stores the links of many
// records below position 0 first, and names the records in relinked. Once nothing is unpublished any more, these are what people see of
// them, until they have taken the places of the others. Mostly there is nothing of it, which is found out once a statement.
func (l Link) Seen(alias string) string {
	return "((SELECT NOT EXISTS (SELECT 1 FROM relinked)) OR (" + alias + ".position < 0) = (" + alias + "." + l.Owner +
		" IN (SELECT owner_id FROM relinked WHERE link_table = '" + l.Table + "' AND NOT EXISTS (SELECT 1 FROM unpublished))))"
}

// Published is the condition that a row of a table of records in instances, as the alias, is one that people see: an import that
// makes many stores them in slices, in a range of ids of their own, and none is there for others before all are. What one
// deletes is hidden at once, and goes in slices afterwards. Mostly there is nothing of either: that is found out once a statement.
func Published(table, alias string) string {
	id := func(column string) string {
		return "COALESCE((SELECT " + column + " FROM unpublished WHERE resource = '" + table + "'), 0)"
	}
	return "((SELECT NOT EXISTS (SELECT 1 FROM unpublished) AND NOT EXISTS (SELECT 1 FROM withdrawn)) OR " +
		alias + ".id NOT BETWEEN " + id("first_id") + " AND " + id("last_id") +
		" AND " + alias + ".id NOT IN (SELECT record_id FROM withdrawn WHERE resource = '" + table + "'))"
}
