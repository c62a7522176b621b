package site

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// errOvertaken ends a save that somebody else was faster than, so that it is merged again.
var errOvertaken = errors.New("someone else has stored the record in the meantime")

// attempts is how often a save is merged with others that are faster.
const attempts = 5

// Merging calls save until nobody else is faster between its reading and its writing, for which it uses Unmoved. It returns the error of
// save.
func Merging(save func() (Response, error)) (answer Response, err error) {
	for range attempts {
		if answer, err = save(); !errors.Is(err, errOvertaken) {
			return answer, err
		}
	}
	return answer, err
}

// Unmoved makes a save fail whose record has changed since it was read. Clients that send no base overwrite any.
func (r *Request) Unmoved(res *record.Resource, row record.Row) store.Condition {
	return func(now record.Row) error {
		for i, f := range res.Fields {
			if r.Input.Has(ui.BaseName) && f.Writable() && !reflect.DeepEqual(row[i], now[i]) {
				return errOvertaken
			}
		}
		return nil
	}
}

// Conflicts merges the input with what is stored, as form shows it, and answers where both have changed the same: nothing may be stored
// then, and the form at path shows both. Otherwise kept names what somebody else has changed meanwhile.
func (r *Request) Conflicts(form ui.Form, path string) (answer Response, kept []string, conflict bool) {
	merged := form.Guard().Merge(r.Input)
	if len(merged.Conflicts) == 0 {
		return answer, merged.Kept, false
	}
	return r.Invalid(form.ID, path, r.ConflictErrors(form.One, merged)), nil, true
}

// ConflictErrors returns conflicts as errors for clients that read JSON. Pages show them themselves.
func (r *Request) ConflictErrors(one string, merged ui.Merged) (problems validate.Errors) {
	if !r.ExpectsJSON() {
		return nil
	}
	for _, c := range merged.Conflicts {
		problems.AddSentence(c.Name, ConflictText(one, c))
	}
	return problems
}

// ConflictText says in a sentence what somebody else has stored.
func ConflictText(one string, c ui.Conflict) string {
	return "Someone has saved this " + one + " since you opened the page; " + c.Label + " is now " + strings.Join(c.Theirs, ", ") + "."
}

// AlsoChanged says in the notice of a save what somebody else has changed meanwhile.
func AlsoChanged(kept []string) string {
	if len(kept) == 0 {
		return ""
	}
	return " Someone else has changed " + ui.Enumerate(kept, "and") + " in the meantime; that was kept."
}

// RestoreRecord restores the form of a record, and says who has stored what is in conflict.
func (r *Request) RestoreRecord(ctx context.Context, form ui.Form, res *record.Resource, row record.Row) (ui.Form, error) {
	form = r.Restore(form)
	if len(form.Merged.Conflicts) == 0 {
		return form, nil
	}
	return form, r.NameAuthors(ctx, form.Merged.Conflicts, res, res.SID(row))
}

// changesRead is how many changes of a record are looked through for those of a field.
const changesRead = 20

// NameAuthors says of conflicts who has stored the other value, and when.
func (r *Request) NameAuthors(ctx context.Context, conflicts []ui.Conflict, res *record.Resource, sid string) error {
	changes, _, err := r.Site.DB.RecordHistory(ctx, r.Scope(), res, sid, 0, changesRead)
	if err != nil || len(changes) == 0 {
		return err
	}
	for i := range conflicts {
		at := slices.IndexFunc(changes, func(c store.RecordChange) bool { return jsontree.ParseBody([]byte(c.After)).Has(conflicts[i].Name) })
		if at < 0 && res.HoldsDocuments() {
			at = 0
		}
		if at >= 0 {
			conflicts[i].By, conflicts[i].When = changes[at].Author, time.UnixMicro(changes[at].CreatedAt)
		}
	}
	return nil
}
