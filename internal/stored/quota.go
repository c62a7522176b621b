package stored

import (
	"fmt"

	"quartermaster/internal/account"
	"quartermaster/internal/jsontree"
)

// The names of the limits on the wire.
const (
	limitUploads   = "stored_uploads"
	limitGenerates = "stored_generates"
	limitBytes     = "total_storage"
)

// LimitError is returned when the plan has no room for a file.
type LimitError struct {
	Type    string // stored_uploads, stored_generates or total_storage
	Current int64  // what is stored at present: bytes for total_storage, else files
	Limit   int64  // what the plan allows, in the same unit
	Kept    bool   // the imported, delivered and replaced files that instances keep are beyond the plan
}

// Error says what the user can do about it.
func (e LimitError) Error() string {
	switch {
	case e.Kept:
		return "What your instances keep, of files that were imported, delivered or replaced by deliveries, takes all the storage of your " +
			"plan. Delete an instance, or copies of old deliveries, to make room."
	case e.Type == limitUploads:
		return fmt.Sprintf("Your plan's limit of %d on stored uploads is reached. Delete stored files to make room.", e.Limit)
	case e.Type == limitGenerates:
		return fmt.Sprintf("Your plan's limit of %d on stored generated files is reached. Delete stored files to make room.", e.Limit)
	}
	return "This needs more storage than your plan has left. Delete stored files to make room."
}

// AppendJSON appends the error in the form of the wire.
func (e LimitError) AppendJSON(b []byte) []byte {
	b = jsontree.AppendString(append(b, `{"message":`...), e.Error())
	b = jsontree.AppendString(append(b, `,"limit_type":`...), e.Type)
	b = jsontree.AppendInt(append(b, `,"current":`...), e.Current)
	b = jsontree.AppendInt(append(b, `,"limit":`...), e.Limit)
	return append(b, '}')
}

// Usage is how much a user has stored.
type Usage struct {
	Uploads, Generates int64
	Bytes              int64 // of all files; equal contents count twice
	Kept               int64 // bytes of imported, delivered and replaced files in instances, as they are stored
}

// count returns the number of files of an origin.
func (u *Usage) count(origin Origin) *int64 {
	if origin == Upload {
		return &u.Uploads
	}
	return &u.Generates
}

func (u *Usage) add(origin Origin, size int64) {
	*u.count(origin)++
	u.Bytes += size
}

// quota holds what a user has stored, what is about to be stored, and what the plan allows.
type quota struct {
	plan    account.Plan
	present Usage             // when the quota was read
	filled  Usage             // with the files that were admitted since
	known   map[identity]bool // true for those that are stored, false for those that are about to be
	largest int64             // size of the largest stored upload
	kept    int64             // bytes of imported, delivered and replaced files in instances
}

func newQuota(plan account.Plan) *quota {
	return &quota{plan: plan, known: map[identity]bool{}}
}

// note counts a file that is stored or drafted.
func (q *quota) note(id identity, size int64, isStored bool) {
	if _, counted := q.known[id]; !counted {
		q.filled.add(id.origin, size)
		q.present = q.filled
	}
	q.known[id] = q.known[id] || isStored
	if isStored && id.origin == Upload {
		q.largest = max(q.largest, size)
	}
}

// reserve counts a file that is not known yet, or returns a LimitError when there is no room for it.
func (q *quota) reserve(f File) error {
	if _, counted := q.known[f.identity]; counted {
		return nil
	}
	if err := q.check(f.origin, f.size); err != nil {
		return err
	}
	q.known[f.identity] = false
	q.filled.add(f.origin, f.size)
	return nil
}

// check returns a LimitError when there is no room for one more file of that size.
func (q *quota) check(origin Origin, size int64) error {
	limitType, limit := limitUploads, int64(q.plan.MaxUploads)
	if origin == Generate {
		limitType, limit = limitGenerates, int64(q.plan.MaxGenerates)
	}
	switch {
	case *q.filled.count(origin) >= limit:
		return LimitError{Type: limitType, Current: *q.present.count(origin), Limit: limit}
	case origin == Upload && q.kept > q.plan.MaxBytes:
		return LimitError{Type: limitBytes, Current: q.kept, Limit: q.plan.MaxBytes, Kept: true}
	case q.filled.Bytes+size > q.plan.MaxBytes:
		return LimitError{Type: limitBytes, Current: q.present.Bytes, Limit: q.plan.MaxBytes}
	}
	return nil
}

// room returns the largest size of an upload: the room that is left, or the size of a stored upload that it may repeat.
func (q *quota) room() int64 {
	return max(q.plan.MaxBytes-q.filled.Bytes, q.largest, 0)
}
