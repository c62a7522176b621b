package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/beevik/etree"

	"quartermaster/internal/account"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// genuineTypes is where the game's own types file lies beside the project.
var genuineTypes = filepath.Join("..", "shared", "data", "vanilla-ce", "chernarusplus", "db", "types.xml")

// vanillaTypes is how many entries the game's own file has.
const vanillaTypes = 1970

// fileResult is how file work compares with reading and writing the same file by a tree library.
type fileResult struct {
	source              string // what file it was
	size                int
	importing, parsing  []time.Duration
	generating, writing []time.Duration
}

// measureFiles imports the file into a new instance in each round, as synchronously as the service does.
func (s settings) measureFiles(ctx context.Context, dir string) (r fileResult, err error) {
	data, source, err := typesFile()
	if err != nil {
		return r, err
	}
	r.source, r.size = source, len(data)
	db, err := store.Open(ctx, store.Config{Dir: filepath.Join(dir, "files"), Key: make([]byte, store.KeySize)})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	user, err := addUser(ctx, db)
	if err != nil {
		return r, err
	}
	for range s.fileRounds {
		if err := r.round(ctx, db, user, data); err != nil {
			return r, err
		}
	}
	return r, nil
}

func typesFile() (data []byte, source string, err error) {
	data, err = os.ReadFile(genuineTypes)
	if errors.Is(err, os.ErrNotExist) {
		return sampleTypes(vanillaTypes), fmt.Sprintf("a generated types.xml of %d entries", vanillaTypes), nil
	}
	return data, "the vanilla chernarusplus types.xml", err
}

func addUser(ctx context.Context, db *store.DB) (id int64, err error) {
	accounts, err := account.New(db, account.Options{})
	if err != nil {
		return 0, err
	}
	user, err := accounts.Add(ctx, "Bench", "bench@example.org", "bench bench bench", account.PlatinumPlan, false)
	return user.ID, err
}

// round measures each piece of work once, in turn.
func (f *fileResult) round(ctx context.Context, db *store.DB, user int64, data []byte) error {
	row, err := db.CreateInstance(ctx, user, record.Values{"name": "Bench", "map_id": int64(1)})
	if err != nil {
		return err
	}
	scope := store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}
	tree := etree.NewDocument()
	var out bytes.Buffer
	for _, work := range []struct {
		into *[]time.Duration
		run  func() error
	}{
		{&f.importing, func() error { return importTypes(ctx, db, scope, data) }},
		{&f.parsing, func() error { return tree.ReadFromBytes(data) }},
		{&f.generating, func() error { return generateTypes(ctx, db, scope, data) }},
		{&f.writing, func() error { _, err := tree.WriteTo(&out); return err }},
	} {
		if err := timed(work.into, work.run); err != nil {
			return err
		}
	}
	return nil
}

// timed adds how long run takes; nobody pays for the garbage of the work before.
func timed(into *[]time.Duration, run func() error) error {
	runtime.GC()
	begin := time.Now()
	err := run()
	*into = append(*into, time.Since(begin))
	return err
}

func importTypes(ctx context.Context, db *store.DB, scope store.Scope, data []byte) error {
	reports, err := mission.New(db).Import(ctx, scope, []mission.Upload{{Path: "db/types.xml", Data: data}}, mission.Options{})
	if err == nil && reports[0].Status != mission.Imported {
		err = errors.New("import: " + reports[0].Error)
	}
	return err
}

// generateTypes writes all files of the instance, of which the types are by far the largest.
func generateTypes(ctx context.Context, db *store.DB, scope store.Scope, data []byte) error {
	files, err := mission.New(db).Generate(ctx, scope)
	if err != nil {
		return err
	}
	for _, f := range files {
		content, err := f.Content(ctx)
		if err != nil || bytes.Equal(content, data) {
			return err
		}
	}
	return errors.New("the generated types differ from the imported ones")
}
