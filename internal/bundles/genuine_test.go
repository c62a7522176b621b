package bundles_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"quartermaster/internal/bulk"
	"quartermaster/internal/bundle"
	"quartermaster/internal/bundles"
	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// genuine is the game's economy of Chernarus, beside the project. It is no part of it.
const genuine = "../../../shared/data/vanilla-ce/chernarusplus/db/types.xml"

// changedTypes is how many types a bundle changes.
const changedTypes = 12

// server is an instance with the genuine types.
type server struct {
	*testing.T
	db       *store.DB
	missions *mission.Service
	bundles  *bundles.Service
	layers   *layers.Service
	scope    store.Scope
}

func newServer(t *testing.T, db *store.DB, types []byte) *server {
	t.Helper()
	scope, _ := storetest.Instance(t, db, storetest.User(t, db))
	s := &server{T: t, db: db, missions: mission.New(db), layers: layers.New(db, ownpacks.New(db, nil)), scope: scope}
	s.bundles = bundles.New(db, s.layers, bulk.New(db, lint.New(db), s.missions, nil, db.Time))
	_, err := s.missions.Import(t.Context(), scope, []mission.Upload{{Path: "db/types.xml", Data: types}}, mission.Options{})
	s.check(err)
	return s
}

func (s *server) check(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// file returns the lines of the generated types.
func (s *server) file() []string {
	s.Helper()
	files, err := s.missions.Generate(s.Context(), s.scope)
	s.check(err)
	for _, f := range files {
		if strings.HasSuffix(f.Path, "db/types.xml") {
			text, err := f.Content(s.Context())
			s.check(err)
			return strings.SplitAfter(string(text), "\n")
		}
	}
	s.Fatal("there are no types")
	return nil
}

// changes returns rows that give some types another nominal than they have.
func changes(types []record.Row, chosen []int, to int64) (rows []layers.Row) {
	at := record.Types.Index("nominal")
	for _, i := range chosen {
		before, _ := json.Marshal(types[i][at])
		after := fmt.Sprint(types[i][at].(int64) + to)
		rows = append(rows, layers.Row{Resource: "types", Name: record.Types.TitleOf(types[i]), State: layers.Changed, Changes: []layers.Change{
			{Field: "nominal", Before: before, After: json.RawMessage(after)},
		}})
	}
	return rows
}

func (s *server) exports(layer, version string) *bundle.Bundle {
	s.Helper()
	f, err := s.bundles.Export(s.Context(), s.scope, layer, bundles.Said{Version: version})
	s.check(err)
	b, err := bundle.Open(f.Data)
	s.check(err)
	return b
}

func (s *server) installs(b *bundle.Bundle) bundles.Installed {
	s.Helper()
	done, err := s.bundles.Install(s.Context(), s.scope, b, bundles.Ask{State: layers.Off})
	s.check(err)
	return done
}

// sets changes a type by hand.
func (s *server) sets(row record.Row, field string, value int64) {
	s.Helper()
	_, err := s.db.Update(s.Context(), record.Types, s.scope, record.Types.SID(row), record.Values{field: value})
	s.check(err)
}

// differs demands that files differ in some lines at most, which are all of elements.
func (s *server) differs(when string, before []string, most int, elements ...string) {
	s.Helper()
	after, n := s.file(), 0
	if len(after) != len(before) {
		s.Fatalf("%s the file has %d lines in place of %d", when, len(after), len(before))
	}
	for i, line := range after {
		if line == before[i] {
			continue
		}
		n++
		isOne := false
		for _, element := range elements {
			isOne = isOne || strings.Contains(line, "<"+element+">")
		}
		if !isOne {
			s.Errorf("%s line %d is %q, and was %q", when, i+1, line, before[i])
		}
	}
	if n > most {
		s.Errorf("%s %d lines differ, at most %d", when, n, most)
	}
}

// TestBundlesOfGenuineFiles: a bundle of types, which are chosen at random, leaves all other bytes of a genuine file alone: installed,
// turned on, beside edits, updated, and removed.
func TestBundlesOfGenuineFiles(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(genuine)
	if err != nil {
		t.Skip("the game's files do not lie beside the project")
	}
	db := storetest.SQLite(t)
	author, owner := newServer(t, db, text), newServer(t, db, text)
	types, err := db.All(t.Context(), record.Types, author.scope, "r.nominal IS NOT NULL")
	author.check(err)
	chosen := rand.New(rand.NewPCG(7, 7)).Perm(len(types))
	own, other := chosen[:changedTypes], chosen[changedTypes]
	layer, err := author.layers.Make(t.Context(), author.scope, layers.About{Name: "More"}, layers.Off, changes(types, own, 1), false)
	author.check(err)

	before := owner.file()
	installed := owner.installs(author.exports(layer.SID, "1.0.0"))
	owner.differs("installed,", before, 0)
	_, err = owner.layers.TurnOn(t.Context(), owner.scope, installed.Layer.SID, layers.Ask{})
	owner.check(err)
	owner.differs("turned on,", before, changedTypes, "nominal")

	his, err := db.All(t.Context(), record.Types, owner.scope, "r.nominal IS NOT NULL")
	owner.check(err)
	lifetime := record.Types.Index("lifetime")
	for _, i := range []int{own[0], other} {
		owner.sets(his[i], "lifetime", his[i][lifetime].(int64)+60)
	}
	_, err = author.layers.Change(t.Context(), author.scope, layer.SID, func(*store.Layer) {}, changes(types, own[:changedTypes/2], 2))
	author.check(err)
	if done := owner.installs(author.exports(layer.SID, "1.1.0")); done.Replaced != "1.0.0" {
		t.Errorf("the newer version has replaced %q", done.Replaced)
	}
	owner.differs("updated,", before, changedTypes/2+2, "nominal", "lifetime")

	_, err = owner.layers.TurnOff(t.Context(), owner.scope, installed.Layer.SID, layers.Ask{})
	owner.check(err)
	owner.check(owner.layers.Delete(t.Context(), owner.scope, installed.Layer.SID))
	owner.differs("removed,", before, 2, "lifetime")
	for _, i := range []int{own[0], other} {
		owner.sets(his[i], "lifetime", his[i][lifetime].(int64))
	}
	owner.differs("in the end", before, 0)
}
