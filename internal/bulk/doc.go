// Package bulk finds records by the filter language and changes many of them at once, in one edit.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
//
// A bulk change (bulk.Service) reads the records that a filter finds, makes each operation ready once (steps.go, numbers.go), carries them
// out on a copy of each row, and asks the resource what follows (store.View.Updated). A preview ends there and reads outside of any
// transaction; Apply does the same within an edit and writes the differences. bulk/names.go knows where records name others, for renaming
// and for counting uses. A recipe (record/recipes.go) is a list of such changes, checked when it is saved. From 2,000 records on they are
// stored in slices, unless a step's filter looks at what a step before it has changed (independent). From 10,000 changed records on the
// change is a job (bulk/order.go, job.go), and so are undo and revert, which are one transaction: the note that a job has done its work
// (queue.Jobs.Record) is written in the transaction that publishes the work, so that it is done once.
package bulk
