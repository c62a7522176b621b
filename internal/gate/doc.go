// Package gate shares out what is scarce: it limits how much of something goes on at once, and says whose turn is next.
//
// The rule is the same everywhere. One account gets at most half, so that there is always some for others; who waits from an account
// that has had less goes first; and of one account it is who came first. What cannot be halved, such as the turn of a database's only
// writer, goes round the accounts.
//
// One account never stops another. Whatever is scarce is shared out by gate: who works is in the context (gate.For, set once for a request
// and once for a job), one account has half at most (gate.Share), the next is of the account that has had least (gate.Line), and too many
// who wait are told to come again. Gates stand before requests (httpd/room.go), connections that read and those of PostgreSQL, dry runs,
// files that are made, uploads and imports in memory. The writer of SQLite has a line of its own (store/conns/turns.go), and so have jobs,
// which are chosen by a statement: four that compute and eight that mostly wait for game servers (queue/lanes.go), of each sort one for an
// instance, in the order of the orders. Kept history counts towards the plan (stored/kept.go). TestNoOperationStopsOthers (api) has every
// operation of the endpoint table do as much as it may and measures each turn of the writer in the processor's time, its statements, and
// the memory; an operation that is not known there fails. QM_TEST_LIMITS=all does so with 20,000 types and 240 MB in 1,000 files.
package gate
