package mission

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/gameversion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// GameState says how a record stands to the version of the game that its file comes from.
type GameState string

// The states of records.
const (
	sameAsGame  GameState = "same"
	changedHere GameState = "changed"
	notOfGame   GameState = "own"
)

// statesKey names the records of a resource at a revision of an instance, and the versions that they were compared with.
type statesKey struct {
	instance, revision int64
	resource, versions string
}

// mostStates limits how many lists of records are remembered: one of 20,000 takes about a megabyte.
const mostStates = 16

// compared says how a record stands to an entry of a version: the nth with its key.
type compared struct {
	state   GameState
	version *gameversion.Version
	nth     int
}

// ByGame returns how records of a resource stand to the game's files, by their ids; empty where no version of the map is known. A file that
// no version is clearly nearest to is compared with the version that most other files come from, or with the newest.
func (s *Service) ByGame(ctx context.Context, scope store.Scope, res *record.Resource) (func(id int64) GameState, error) {
	all, err := s.comparedRecords(ctx, scope, res)
	return func(id int64) GameState { return all[id].state }, err
}

func (s *Service) comparedRecords(ctx context.Context, scope store.Scope, res *record.Resource) (map[int64]compared, error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	versions, err := s.versionsOf(ctx, i)
	if err != nil || len(versions) == 0 {
		return nil, err
	}
	key := statesKey{scope.InstanceID, i.revision, res.Name, digestOfVersions(versions)}
	if states, known := lookUp(s.known, &s.known.states, key); known {
		return states, nil
	}
	records, err := s.recordsByGame(ctx, scope, res, versions)
	if err != nil {
		return nil, err
	}
	states := make(map[int64]compared, len(records))
	for _, r := range records {
		states[res.ID(r.row)] = compared{r.state(), r.version, r.nth}
	}
	remember(s.known, &s.known.states, key, states, mostStates)
	return states, nil
}

// gameRecord is a record with the version that it is compared with, and its number among those of its key.
type gameRecord struct {
	*fileRecord
	kind    *kindInfo
	version *gameversion.Version
	nth     int
}

func (r gameRecord) state() GameState {
	prints, key := r.kind.printsOf(r.res), spelledKey(r.res, r.row)
	switch {
	case !r.version.Has(prints, key, r.nth):
		return notOfGame
	case r.version.Changed(prints, key, r.nth, r.kind.said(r.fileRecord)):
		return changedHere
	}
	return sameAsGame
}

// recordsByGame returns the records of a resource with the versions of their files.
func (s *Service) recordsByGame(ctx context.Context, scope store.Scope, res *record.Resource,
	versions []*gameversion.Version,
) ([]gameRecord, error) {
	files, err := s.Files(ctx, scope)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	g := files[0].from.generator
	origins, err := s.originsOf(ctx, g.instance, files)
	if err != nil {
		return nil, err
	}
	usual := usualVersion(origins, versions)
	var list []gameRecord
	for _, f := range kinds {
		k := f.info()
		if k.resource != res || !k.hasSlots() {
			continue
		}
		n, err := g.namesOf(ctx, f)
		if err != nil {
			return nil, err
		}
		rows, err := g.rows(ctx, res, k.where)
		if err != nil {
			return nil, err
		}
		count := map[string]int{}
		for _, row := range rows {
			r := gameRecord{newFileRecord(res, row, n, -1), k, usual, 0}
			if of, known := origins[strings.ToLower(g.pathOf(k, row))]; known {
				r.version = of.version
			}
			key := keyOf(res, row)
			r.nth = count[key]
			count[key]++
			list = append(list, r)
		}
	}
	return list, nil
}

// usualVersion returns the version that most files come from, or else the newest.
func usualVersion(origins map[string]origin, versions []*gameversion.Version) *gameversion.Version {
	count := map[*gameversion.Version]int{}
	for _, of := range origins {
		count[of.version]++
	}
	return slices.MaxFunc(versions, func(a, b *gameversion.Version) int {
		if n := count[a] - count[b]; n != 0 {
			return n
		}
		return gameversion.Compare(a, b)
	})
}

// GameValues returns the version that a record is compared with, and what that has in the fields in which the record differs; what is not
// known is change.Unknown. It returns no fields for a record that does not differ, or that the version does not have.
func (s *Service) GameValues(ctx context.Context, scope store.Scope, res *record.Resource,
	row record.Row,
) (version string, values *jsontree.Object, err error) {
	all, err := s.comparedRecords(ctx, scope, res)
	of := all[res.ID(row)]
	if err != nil || of.state != changedHere {
		return "", nil, err
	}
	i, err := s.instance(ctx, scope)
	if err != nil {
		return "", nil, err
	}
	g, err := newGenerator(ctx, s.db, scope, i)
	if err != nil {
		return "", nil, err
	}
	f := kinds[slices.IndexFunc(kinds, func(f fileKind) bool { return f.info().resource == res && f.info().hasSlots() })]
	n, err := g.namesOf(ctx, f)
	if err != nil {
		return "", nil, err
	}
	said := f.info().said(newFileRecord(res, row, n, -1))
	values = new(jsontree.Object)
	for name, value := range of.version.Entry(f.info().printsOf(res), spelledKey(res, row), of.nth, said).All() {
		if own, _ := said.Get(name); !jsontree.Equal(own, value) {
			values.Set(name, value)
		}
	}
	return of.version.Name, values, nil
}
