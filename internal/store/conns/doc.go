// Package conns holds the connections to the database, and knows nothing of what is stored: SQLite's one writer (Single) with the groups of
// short transactions that share a commit, its readers, PostgreSQL's pools with what each may take, and what observers are told of
// statements.
//
// Short writes share a commit on SQLite (group.go): whoever has the writer passes it on with the open transaction when the next in line
// has short work too (creating, changing or deleting one record), and the last one commits for all. Each works in a savepoint of its own
// and is answered after the commit: a failure, a panic or a canceled request takes back its own work alone, and a commit that fails fails
// for all. Only the first member can be interrupted, since SQLite would roll back the others. Long work (imports, batches, reverts,
// slices, cascading deletions) has a transaction to itself and keeps its place in line (turns.go). PostgreSQL groups commits by itself.
//
// Nobody waits for PostgreSQL for ever. A connection, a statement, a lock and a pause in a transaction have their time (limits.go), on the
// server and, for one that does not answer at all, on this side. Requests have seconds; jobs and commands (Patiently) minutes, over
// connections of their own. What takes a request long is told from a server that hangs by asking that over another connection (pulse.go);
// while it hangs, requests fail at once.
//
// Unless a comment says otherwise, an error is one of the driver, of package outage or of the context.
package conns
