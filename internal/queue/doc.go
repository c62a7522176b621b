// Package queue runs upkeep and the jobs of users in the background, with a heartbeat that shows that it runs.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
//
// An upload that takes longer than a client waits is a job of the queue. Its row in jobs comes first, under a lease, so that the files in
// the blob store are never without one; then the lease is let go, and any worker takes the job up under a lease of its own. A worker that
// stops gives it back, one that dies loses it after a minute; on SQLite, where nobody else can run, the next start takes all jobs back. A
// lease or heartbeat far ahead of the clock is not believed. A cancelled job ends at once while it waits; one that runs is stopped through
// its context, and its handler reports how far it came. Doing it again is harmless: what was imported is found unchanged.
package queue
