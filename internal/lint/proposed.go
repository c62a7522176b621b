package lint

import (
	"context"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/gate"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Attempt is a change of a type that is not stored.
type Attempt struct {
	SID     string
	Removed bool          // it is deleted
	Values  record.Values // of the fields that change, as they would be stored
}

// Tried is what changes of types would do to the findings about them: those that they would add, and those that they would take away, each
// the most severe first.
type Tried struct{ Added, Gone []Finding }

// Try says what changes of types would do to the findings of the rules about single types, in these and in others of the same classes.
// Nothing is stored, and nothing else is looked at again: what a rule finds in comparing records is not told. Of types that are not there
// it says nothing. It returns gate.ErrBusy when too many wait, and store.ErrNotFound if there is no such instance.
func (s *Service) Try(ctx context.Context, scope store.Scope, changes []Attempt) (t Tried, err error) {
	leave, err := s.trying.Enter(ctx, 1)
	if err != nil {
		return t, err
	}
	defer leave()
	w, err := s.triable(ctx, scope)
	if err != nil || len(changes) == 0 {
		return t, err
	}
	rows, err := typesOfClasses(ctx, outside{s.db, scope}, changes)
	if err != nil {
		return t, err
	}
	after, err := w.findIn(rows, changes)
	if err != nil {
		return t, err
	}
	before, err := w.findIn(rows, nil) // as the world has to be for the next
	return Tried{Added: without(after, before), Gone: without(before, after)}, err
}

// triedWorld is a world that types are tried in, with the state that it is of.
type triedWorld struct {
	*world
	settings Settings
	state    state
	at       time.Time
}

// maxTriedWorlds is how many worlds are remembered, and triedFor for how long: one takes some megabytes.
const maxTriedWorlds, triedFor = 2, time.Minute

// tries remembers worlds, the last used first. Only who has the turn to try uses it.
type tries struct {
	known []keptWorld
	clear *time.Timer // forgets them
}

type keptWorld struct {
	scope store.Scope
	triedWorld
}

// oneTry has those who try changes take turns: rules keep notes in a world.
func oneTry() *gate.Gate {
	return gate.New(gate.Limits{Name: "trying changes", Total: 1, Waiters: countsWaiting, Patient: time.Minute})
}

// triable returns the world of an instance as it is.
func (s *Service) triable(ctx context.Context, scope store.Scope) (triedWorld, error) {
	now, err := s.state(ctx, scope)
	if err != nil {
		return triedWorld{}, err
	}
	if w, known := s.tries.get(scope.Owners(), now, s.now()); known {
		return w, nil
	}
	w := triedWorld{state: now, at: s.now()}
	if w.world, w.settings, err = s.read(ctx, scope); err != nil {
		return w, err
	}
	w.each = nil // which holds what has read it
	if s.tries.put(scope.Owners(), w); s.tries.clear != nil {
		s.tries.clear.Stop()
	}
	s.tries.clear = time.AfterFunc(triedFor, s.forgetTries)
	return w, nil
}

func (t *tries) get(scope store.Scope, in state, now time.Time) (w triedWorld, known bool) {
	for _, k := range t.known {
		if k.scope == scope && k.state == in && now.Sub(k.at) <= triedFor {
			return k.triedWorld, true
		}
	}
	return w, false
}

func (t *tries) put(scope store.Scope, w triedWorld) {
	t.known = slices.DeleteFunc(t.known, func(k keptWorld) bool { return k.scope == scope })
	t.known = append([]keptWorld{{scope, w}}, t.known[:min(len(t.known), maxTriedWorlds-1)]...)
}

// forgetTries forgets all worlds. While somebody tries something they are in use, and forgotten later.
func (s *Service) forgetTries() {
	leave, free := s.trying.Try(context.Background(), 1)
	if !free {
		time.AfterFunc(triedFor, s.forgetTries)
		return
	}
	defer leave()
	s.tries.known = nil
}

// typesOfClasses returns the types that change and the others of their classes, ordered by id.
func typesOfClasses(ctx context.Context, from source, changes []Attempt) ([]record.Row, error) {
	marks, args := make([]string, len(changes)), make([]any, len(changes))
	for i, c := range changes {
		marks[i], args[i] = "$", c.SID
	}
	return from.All(ctx, record.Types, "r.instance_classname_id IN (SELECT t.instance_classname_id FROM types t WHERE t.sid IN ("+
		strings.Join(marks, ", ")+"))", args...)
}

// findIn returns what the rules about single types find in some, after changes.
func (w triedWorld) findIn(rows []record.Row, changes []Attempt) (found []Finding, err error) {
	of := make(map[string]Attempt, len(changes))
	for _, c := range changes {
		of[c.SID] = c
	}
	w.part = make(map[any]entry, len(rows))
	defer w.forgetTypes()
	types := make([]*record.Type, len(rows))
	for i, row := range rows {
		types[i] = w.tried(row, of)
	}
	w.recount(types)
	w.each = func(pass func(*record.Type)) error {
		for _, t := range types {
			if t.Enabled {
				pass(t)
			}
		}
		return nil
	}
	err = w.pass(w.turns(Rules(), w.settings, func(f Finding) { found = append(found, f.told()) }))
	sortFindings(found)
	return found, err
}

// recount notes which of the classes of types, of which these are all, have one and which have several.
func (w triedWorld) recount(types []*record.Type) {
	for _, t := range types {
		delete(w.Entries, strings.ToLower(t.Name))
		delete(w.Twice, strings.ToLower(t.Name))
	}
	for _, t := range types {
		if name := strings.ToLower(t.Name); t.Enabled {
			w.Twice[name], w.Entries[name] = w.Twice[name] || w.Entries[name], true
		}
	}
}

// forgetTypes takes out of the world what was tried in it.
func (w triedWorld) forgetTypes() {
	for t := range w.part {
		delete(w.records, t)
	}
	w.part, w.each, w.last, w.suspects, w.FirstTypes, w.LoggedTypes = nil, nil, oddType{}, nil, nil, nil
}

// tried returns a type as it would be.
func (w triedWorld) tried(row record.Row, of map[string]Attempt) *record.Type {
	t, change := new(record.Type), of[record.Types.SID(row)]
	if len(change.Values) > 0 {
		row = slices.Clone(row)
		for name, value := range change.Values {
			row[record.Types.Index(name)] = value
		}
	}
	record.Types.Decode(row, t)
	t.Enabled = t.Enabled && !change.Removed
	if len(change.Values) > 0 {
		t.UpdatedAt = w.Now
	}
	w.part[t] = entry{res: record.Types, row: row}
	return t
}

// without returns the findings that others do not have: of the same rule, about the same record, saying the same.
func without(found, others []Finding) (list []Finding) {
	had := make(map[string]int, len(others))
	for _, f := range others {
		had[f.said()]++
	}
	for _, f := range found {
		if had[f.said()]--; had[f.said()] < 0 {
			list = append(list, f)
		}
	}
	return list
}

func (f Finding) said() string { return f.Rule.ID + "\x00" + f.SID + "\x00" + f.Message() }
