package mission

import (
	"context"
	"maps"
	"slices"
	"sync"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// outcome is what a file was written with.
type outcome struct {
	records  int
	warnings []string // of what it cannot hold
}

// made is what a file came out as.
type made struct {
	outcome
	size   int64
	sha256 string
}

// account is what is known of the files of a kind: which there are, and what those of them hold that were written.
type account struct {
	names  string   // the digest of the names that they were written with
	places []string // nil where they are not known
	files  map[string]made
}

// accounts are those of an instance at a revision.
type accounts struct {
	revision int64
	kinds    map[*kind]account
}

// ledger remembers what files came out as, so that they need not be made again to be listed, and those that are what was
// imported need not be made at all. An account holds until records change that the files are made of, which the history
// tells, or names that they refer to, which are compared. It is safe for concurrent use.
type ledger struct {
	mu        sync.Mutex
	instances map[int64]*accounts
}

// Limits of a ledger.
const (
	maxAccounts  = 256 // instances
	maxRevisions = 100 // that it looks through for what has changed
)

func newLedger() *ledger { return &ledger{instances: map[int64]*accounts{}} }

// update brings the accounts of an instance to its revision: those go whose files may have changed.
func (l *ledger) update(ctx context.Context, db *store.DB, instance, revision int64) error {
	last, known := l.revision(instance)
	if last >= revision {
		return nil
	}
	changed := map[string]bool{}
	complete := known && revision-last <= maxRevisions
	if complete {
		var err error
		if changed, complete, err = changedSince(ctx, db, instance, last, revision); err != nil {
			return err
		}
	}
	l.advance(instance, last, revision, func(k *kind) bool { return complete && !k.isMadeOf(changed) })
	return nil
}

// changedSince tells which resources have changed after a revision, up to another; complete is false when parts of that
// history are gone.
func changedSince(ctx context.Context, db *store.DB, instance, last, revision int64) (changed map[string]bool, complete bool, err error) {
	rows, err := db.Query(ctx, `SELECT DISTINCT resource FROM changes WHERE instance_id = $1 AND revision > $2 AND revision <= $3`, instance, last, revision)
	if err != nil {
		return nil, false, err
	}
	defer rows.Close()
	changed = map[string]bool{}
	for rows.Next() {
		var resource string
		if err := rows.Scan(&resource); err != nil {
			return nil, false, err
		}
		changed[resource] = true
	}
	if err := rows.Err(); err != nil {
		return nil, false, err
	}
	var kept int64 // counted behind the changes, because the oldest revisions may go meanwhile
	err = db.QueryRow(ctx, `SELECT count(*) FROM revisions WHERE instance_id = $1 AND number > $2 AND number <= $3`, instance, last, revision).Scan(&kept)
	return changed, kept == revision-last, err
}

// isMadeOf tells whether files of the kind may be others after changes to the resources.
func (k *kind) isMadeOf(changed map[string]bool) bool {
	return changed[record.Files.Name] || slices.ContainsFunc(k.from, func(r *record.Resource) bool { return changed[r.Name] })
}

func (l *ledger) revision(instance int64) (revision int64, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if a := l.instances[instance]; a != nil {
		return a.revision, true
	}
	return -1, false
}

// advance takes the accounts from one revision to the next one, without those that are not to stay. Another request may have
// done so already.
func (l *ledger) advance(instance, last, revision int64, stays func(*kind) bool) {
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
		maps.DeleteFunc(a.kinds, func(k *kind, _ account) bool { return !stays(k) })
		a.revision = revision
	}
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

// recall returns what is known of the files of a kind.
func (g *generator) recall(ctx context.Context, k *kind) (account, error) {
	if !g.lasting(k) {
		return account{}, nil
	}
	names, err := g.namesOf(ctx, k)
	return g.ledger.get(g.scope.InstanceID, g.instance.revision, k, names.digest()), err
}

// rememberPlaces notes which files there are of a kind.
func (g *generator) rememberPlaces(k *kind, places []string) {
	if g.lasting(k) {
		g.ledger.put(g.scope.InstanceID, g.instance.revision, k, g.names[k].digest(), func(a *account) { a.places = places })
	}
}

// remember notes what a file came out as.
func (g *generator) remember(f *File) {
	if g.lasting(f.kind) && len(f.Warnings) <= maxWarnings {
		done := made{outcome{f.Records, f.Warnings}, f.Size, f.SHA256}
		g.ledger.put(g.scope.InstanceID, g.instance.revision, f.kind, g.names[f.kind].digest(), func(a *account) { a.files[f.place] = done })
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
