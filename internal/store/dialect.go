package store

import "context"

// dialect covers the differences between the two databases. A $ in a condition stands for its argument.
type dialect interface {
	// name is the name in health reports.
	name() string
	// contains is true when expr contains the argument, ignoring case; ascii says that the argument is plain ASCII.
	contains(expr string, ascii bool) string
	// equals is true when expr equals the argument, ignoring case.
	equals(expr string, ascii bool) string
	// like is true when expr is like the argument, a pattern of LIKE with backslashes, ignoring case.
	like(expr string, ascii bool) string
	// members is a table of the members of a JSON list, texted one of the texts in it; both call their column value.
	members(expr string) string
	texted(expr string) string
	// among is true when expr is a member of the argument, which ids or texts makes of a list.
	among(expr string) string
	// amongFold is true when expr is in the argument, a list of texts, ignoring case.
	amongFold(expr string, ascii bool) string
	ids(list []int64) any
	texts(list []string) any
	// sortText orders text by code point, as both databases then agree.
	sortText(expr string) string
	// nextIDs is a query for unused ids of a table: its arguments are the table and how many. Each row is the first of some that
	// follow each other, and how many these are.
	nextIDs() string
	// keepIDs keeps n unused ids of a table that follow each other from all others, and returns the first.
	keepIDs(ctx context.Context, tx *Tx, table string, n int64) (int64, error)
	// forUpdate ends a SELECT that locks its row until the transaction ends.
	forUpdate() string
	// erasing makes a connection overwrite what it deletes or replaces, or stop to.
	erasing(on bool) string
	// together says that several statements can be sent in one round trip: in a flight.
	together() bool
	// maxParams is how many arguments a bulk statement takes.
	maxParams() int
	// kind is the domain error that an error of the driver stands for, or nil.
	kind(err error) error
}
