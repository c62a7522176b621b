// Package schedule does what is planned for instances, at its times: it makes a job of each run that is due. Several services on one
// database never run the same one twice, and a run that was missed is made up once.
//
// A schedule is a record beside its instance; next_at is computed when it is saved. The upkeep takes what is due (schedule.StartDue): the
// job's name follows from the schedule and its time, so a second one cannot be queued, and one statement moves next_at on where it still
// is what was read. Whoever dies in between leaves a job that the next one finds. The job does the work (cli/schedules.go joins it with
// deliveries and pulls) and notes at the schedule how it has ended.
package schedule
