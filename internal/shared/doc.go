// Package shared keeps in Redis, or Valkey, what several processes share for a short time.
//
// What is due and what has expired is decided by store.DB.Time: the clock of PostgreSQL's server, compared with that of the machine every
// ten seconds and counted on in between (store/clock.go). A worker beats under a name of its own process. A request with an Idempotency-Key
// notes under the key that it was carried out, in the transaction that does so (store.Reservation.Working): after a server has died, the
// next one knows whether to do it. No process remembers anything that it does not check against a revision; docs/scale.md lists what they
// remember, and what is in Redis beside the windows. All of that is either a note (notes.Notes) or a message (shared.Messages). A note may
// be gone, or be there again as it was, at any moment: who reads one either does no harm by believing it (throttle.Noted,
// store.IdempotencyKeys) or has the database confirm it in a statement that runs anyway (account.Sessions). A message may be lost. Whether
// Redis answers is remembered in one place (shared/contact.go): while it does not, it is asked once a second and nobody waits.
// TestReplicasWhateverRedisDoes (cli) empties, stops and hangs it between the steps. httpd.WithRoom and the queues of store/conns/pools.go
// and gate bound who waits. TestFleetLosesNothing (cli) works on three servers behind haproxy while one thing after the other fails;
// QM_TEST_SOAK=10m has it last that long, with 60 owners, on a PostgreSQL that fails over. TestServersAreReplaced replaces each of them
// while clients read and write. TestMigrationsExpand (store) holds the tables to what the last release needs; TestThePreviousReleaseGoesOn
// (cli) runs the program of the commit in scripts/previous-release beside this one.
package shared
