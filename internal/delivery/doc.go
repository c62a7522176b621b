// Package delivery sends the files of instances to their game servers, and brings back what was there.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
//
// A plan compares three versions of each file: what the instance generates, what lies on the server, and what was last delivered. A
// delivery sends what differs: first it keeps copies of the files that it will replace, then it writes each file under a temporary
// name, reads it back, and renames it. What it does is in a journal, so that the next delivery or the upkeep finishes or takes back
// what an interruption has left. A rollback is a delivery of kept copies.
//
// delivery compares three versions of each file (status.go): what is generated, what lies on the server, and what was last delivered or,
// where there was no delivery since, imported. A content of the server that is neither counts as changed there, and stays unless somebody
// asks for his own version. tree.go lists each folder once and finds names in other letter case; a file is read only if its size and time
// are not those that the server has listed after the last delivery (delivered_files). A listing in minutes is not believed within the same
// minute (remote.Settled), and none of a file that was in transit: what the server has of it is read.
//
// A delivery is a job, or runs in the command that orders it; a lock in the database (delivery_locks) lets one process work for an
// instance. It writes what it sends to the disk, all of one revision, then keeps copies of what it replaces in the blob store (copies.go),
// and only then sends, four files at once (transfer.go): under a temporary name, read back, renamed. Right before, the server's file must
// still be the one that was copied. A server that cannot rename is written in place; the journal (delivery_files) says so before, and the
// new content is kept too, so that half of it can be told from what somebody has written.
//
// Every step can be repeated, so a lost connection is opened anew and the file begun again. What a dead process or server leaves is
// settled by the next delivery, or by the upkeep (settle.go): a file that has arrived is noted as sent, any other is as before, and
// nothing stays under a temporary name. The journal has files as sending before the first of them moves, so it may name files that have
// not been touched, never the other way round.
//
// A rollback is a delivery whose versions are copies (rollback.go): of each file that a delivery or a later one has sent, what the first
// of them has found. It goes back to before that delivery; a rollback can be rolled back. Files are deleted only if the service has
// delivered them: by a rollback that takes back their first delivery, or because their owner has ticked them.
package delivery
