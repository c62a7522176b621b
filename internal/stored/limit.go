package stored

import (
	"fmt"

	"quartermaster/internal/account"
	"quartermaster/internal/jsontree"
)

// The limits that a plan sets, as clients are told.
const (
	limitUploads   = "stored_uploads"
	limitGenerates = "stored_generates"
	limitBytes     = "total_storage"
)

// LimitError tells that the plan has no room for a file.
type LimitError struct {
	Type    string // stored_uploads, stored_generates or total_storage
	Current int64  // what is stored at present: bytes for total_storage, else files
	Limit   int64  // what the plan allows, in the same unit
	Kept    bool   // it is what instances keep of imported files that takes more than the plan allows
}

// Error says what can be done about it, for the user.
func (e LimitError) Error() string {
	switch {
	case e.Kept:
		return "What your instances keep of imported files takes all the storage of your plan. Delete an instance to make room."
	case e.Type == limitUploads:
		return fmt.Sprintf("Your plan's limit of %d on stored uploads is reached. Delete stored files to make room.", e.Limit)
	case e.Type == limitGenerates:
		return fmt.Sprintf("Your plan's limit of %d on stored generated files is reached. Delete stored files to make room.", e.Limit)
	}
	return "This needs more storage than your plan has left. Delete stored files to make room."
}

// AppendJSON appends the error as clients are told it.
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
	Bytes              int64 // of all files; what two of them have in common counts twice
	Kept               int64 // bytes of imported files in instances, as they are stored
}

// count is the number of files of a kind.
func (u *Usage) count(kind Kind) *int64 {
	if kind == Upload {
		return &u.Uploads
	}
	return &u.Generates
}

func (u *Usage) add(kind Kind, size int64) {
	*u.count(kind)++
	u.Bytes += size
}

// ledger holds what a user has stored, what is about to be, and what the plan allows.
type ledger struct {
	plan    account.Plan
	present Usage             // when the ledger was read
	filled  Usage             // with the files that were admitted since
	known   map[identity]bool // true for those that are stored, false for those that are about to be
	largest int64             // size of the largest stored upload
	kept    int64             // bytes of imported files in instances
}

func newLedger(plan account.Plan) *ledger {
	return &ledger{plan: plan, known: map[identity]bool{}}
}

// note takes in a file that is stored, or drafted.
func (l *ledger) note(id identity, size int64, isStored bool) {
	if _, counted := l.known[id]; !counted {
		l.filled.add(id.kind, size)
		l.present = l.filled
	}
	l.known[id] = l.known[id] || isStored
	if isStored && id.kind == Upload {
		l.largest = max(l.largest, size)
	}
}

// admit counts a file that is not known yet, or returns a LimitError when there is no room for it.
func (l *ledger) admit(f File) error {
	if _, counted := l.known[f.identity]; counted {
		return nil
	}
	if err := l.check(f.kind, f.size); err != nil {
		return err
	}
	l.known[f.identity] = false
	l.filled.add(f.kind, f.size)
	return nil
}

// check returns a LimitError when there is no room for one more file of that size.
func (l *ledger) check(kind Kind, size int64) error {
	limitType, limit := limitUploads, int64(l.plan.MaxUploads)
	if kind == Generate {
		limitType, limit = limitGenerates, int64(l.plan.MaxGenerates)
	}
	switch {
	case *l.filled.count(kind) >= limit:
		return LimitError{Type: limitType, Current: *l.present.count(kind), Limit: limit}
	case kind == Upload && l.kept > l.plan.MaxBytes:
		return LimitError{Type: limitBytes, Current: l.kept, Limit: l.plan.MaxBytes, Kept: true}
	case l.filled.Bytes+size > l.plan.MaxBytes:
		return LimitError{Type: limitBytes, Current: l.present.Bytes, Limit: l.plan.MaxBytes}
	}
	return nil
}

// room is how large an upload may be: what is left, or as large as one that it may repeat.
func (l *ledger) room() int64 {
	return max(l.plan.MaxBytes-l.filled.Bytes, l.largest, 0)
}
