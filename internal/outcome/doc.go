// Package outcome has the sentences of work that goes on behind requests: what a job is about, why a job, a delivery or a run of a schedule
// has failed or was held back, and what a run has done.
//
// They are messages until they are shown, also in the database. The table stands below everything that makes or shows one, since each job
// is shown in the same places whatever it does: the record of the job, its stream of events, and what waits for it.
package outcome
