package mission

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// outcome is what a file was written with.
type outcome struct {
	records  int
	warnings []string // of what it cannot hold
}

// made is what a file came out as, and from what.
type made struct {
	outcome
	size   int64
	sha256 string
	file   int64  // the id of what is stored of it beside its records
	ids    string // the digest of the ids of its records, where these are placed
}

// account is what is known of the files of a kind: which there are, and what those of them hold that were written.
type account struct {
	names   string   // the digest of the names that they were written with
	places  []string // nil when they are to be found anew
	files   map[string]made
	touched map[int64]bool // records that have changed since; nil for none
}

// accounts are those of an instance at a revision.
type accounts struct {
	revision int64
	kinds    map[*kind]account
}

// ledger remembers what files came out as, so that they need not be made again to be listed, and those that are what was
// imported need not be made at all. What is known of a file holds until records change that it is made of, which the history
// tells, or names that it refers to, which are compared. It is safe for concurrent use.
type ledger struct {
	mu        sync.Mutex
	instances map[int64]*accounts
}

// maxAccounts is how many instances a ledger knows.
const maxAccounts = 256

func newLedger() *ledger { return &ledger{instances: map[int64]*accounts{}} }

// update brings the accounts of an instance to its revision: what may have changed goes.
func (l *ledger) update(ctx context.Context, g *generator) error {
	instance, revision := g.scope.InstanceID, g.instance.revision
	last, known := l.revision(instance)
	if last >= revision {
		return nil
	}
	var c changes
	if known {
		var err error
		if c, err = g.changesSince(ctx, last); err != nil {
			return err
		}
	}
	l.advance(instance, last, revision, c)
	return nil
}

func (l *ledger) revision(instance int64) (revision int64, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.instances[instance]; a != nil {
		return a.revision, true
	}
	return -1, false
}

// advance takes the accounts from one revision to the next one, with what of them holds. Another request may have done so
// already.
func (l *ledger) advance(instance, last, revision int64, c changes) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.instances[instance]
	switch {
	case a == nil:
		if len(l.instances) >= maxAccounts {
			clear(l.instances)
		}
		l.instances[instance] = &accounts{revision, map[*kind]account{}}
	case a.revision == last:
		a.revision = revision
		for k, known := range a.kinds {
			delete(a.kinds, k)
			if c.leave(k) {
				a.kinds[k] = known.after(k, c)
			}
		}
	}
}

// after returns what of an account holds after changes that leave some of it.
func (a account) after(k *kind, c changes) account {
	records, files := c.of(k)
	if len(records)+len(files) == 0 {
		return a
	}
	a.places, a.touched, a.files = nil, maps.Clone(a.touched), maps.Clone(a.files)
	if a.touched == nil {
		a.touched = map[int64]bool{}
	}
	maps.Copy(a.touched, records)
	maps.DeleteFunc(a.files, func(_ string, m made) bool { return files[m.file] })
	return a
}

// get returns the account of a kind as it is at the revision, empty where there is none with these names.
func (l *ledger) get(instance, revision int64, k *kind, names string) account {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.instances[instance]
	if a == nil || a.revision != revision || a.kinds[k].names != names {
		return account{}
	}
	known := a.kinds[k]
	known.files = maps.Clone(known.files)
	return known
}

// put changes the account of a kind, unless the instance has gone on to another revision. What a request has read is never
// older than its revision, so that what it notes holds until the next change.
func (l *ledger) put(instance, revision int64, k *kind, names string, change func(*account)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	a := l.instances[instance]
	if a == nil || a.revision != revision {
		return
	}
	known := a.kinds[k]
	if known.files == nil || known.names != names {
		known = account{names: names, files: map[string]made{}}
	}
	change(&known)
	a.kinds[k] = known
}

// lasting tells whether what files of the kind come out as holds until something changes.
func (g *generator) lasting(k *kind) bool { return k.from != nil && !g.instance.includes(k.name) }

// recall returns which files of a kind there are, and what is known of them.
func (g *generator) recall(ctx context.Context, k *kind) (account, error) {
	var known account
	if g.lasting(k) {
		names, err := g.namesOf(ctx, k)
		if err != nil {
			return known, err
		}
		known = g.ledger.get(g.scope.InstanceID, g.instance.revision, k, names.digest())
	}
	if known.places != nil {
		return known, nil
	}
	places, err := k.files(ctx, g, k)
	if err != nil {
		return known, err
	}
	known.places = places
	if err := g.strike(ctx, k, &known); err != nil {
		return known, err
	}
	g.note(k, func(a *account) { a.places, a.files, a.touched = known.places, maps.Clone(known.files), nil })
	return known, nil
}

// strike removes from an account what is no longer so.
func (g *generator) strike(ctx context.Context, k *kind, known *account) error {
	stays := map[string]made{}
	for _, place := range known.places {
		m, written := known.files[place]
		if !written || m.file != g.stored(k, place).ID {
			continue
		}
		if known.touched != nil {
			s, err := g.sheetAt(ctx, k, place)
			if err != nil {
				return err
			}
			if s.digest() != m.ids || slices.ContainsFunc(s.ids, func(id int64) bool { return known.touched[id] }) {
				continue
			}
		}
		stays[place] = m
	}
	known.files = stays
	return nil
}

// remember notes what a file came out as.
func (g *generator) remember(ctx context.Context, f *File) error {
	if !g.lasting(f.kind) || len(f.Warnings) > maxWarnings {
		return nil
	}
	done := made{outcome: outcome{f.Records, f.Warnings}, size: f.Size, sha256: f.SHA256, file: g.stored(f.kind, f.place).ID}
	if f.kind.placed {
		s, err := g.sheetAt(ctx, f.kind, f.place)
		if err != nil {
			return err
		}
		done.ids = s.digest()
	}
	g.note(f.kind, func(a *account) { a.files[f.place] = done })
	return nil
}

// note changes the account of a kind whose names were read.
func (g *generator) note(k *kind, change func(*account)) {
	if g.lasting(k) {
		g.ledger.put(g.scope.InstanceID, g.instance.revision, k, g.names[k].digest(), change)
	}
}

// namesOf returns the names that entries of a kind refer to, read once; nil for none.
func (g *generator) namesOf(ctx context.Context, k *kind) (*names, error) {
	if n, read := g.names[k]; read || k.refers == nil {
		return n, nil
	}
	n, err := k.refers(ctx, g)
	if err == nil {
		g.names[k] = n
	}
	return n, err
}
