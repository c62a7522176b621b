package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/beevik/etree"

	"quartermaster/internal/account"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// genuineMission is where a mission of the game's own lies beside the project.
var genuineMission = filepath.Join("..", "..", "shared", "data", "vanilla-ce", "chernarusplus")

const (
	vanillaTypes = 1970 // how many entries the game's own types file has
	manyTypes    = 20_000
	manyFiles    = 100
	bigRounds    = 3 // of files that take long
)

// fileWork compares work on some files with reading and writing the same files by a tree library.
type fileWork struct {
	source string // what files they are
	files  []mission.Upload

	importing, parsing             []time.Duration
	first, again, changed, writing []time.Duration
	importPeak, generatePeak       int64 // bytes of the heap
}

// measureFiles imports files into a new instance in each round, as synchronously as the service does.
func (s settings) measureFiles(ctx context.Context, dir string) (list []fileWork, err error) {
	vanilla, err := vanillaFiles()
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, store.Config{Dir: filepath.Join(dir, "files"), Key: make([]byte, store.KeySize)})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	user, err := addUser(ctx, db)
	if err != nil {
		return nil, err
	}
	list = []fileWork{vanilla, typesIn(1), typesIn(manyFiles)}
	for i := range list {
		rounds := s.fileRounds
		if i > 0 {
			rounds = min(rounds, bigRounds)
		}
		for range rounds {
			if err := list[i].round(ctx, db, user); err != nil {
				return nil, fmt.Errorf("%s: %w", list[i].source, err)
			}
		}
		if err := list[i].peaks(ctx, db, user); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// vanillaFiles returns the files of a whole mission, or where the game's own are not there a types file of as many entries.
func vanillaFiles() (w fileWork, err error) {
	w.source = "the vanilla chernarusplus mission"
	err = filepath.WalkDir(genuineMission, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(genuineMission, path)
		w.files = append(w.files, mission.Upload{Path: filepath.ToSlash(name), Data: data})
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		w = fileWork{source: fmt.Sprintf("a generated types.xml of %d entries", vanillaTypes)}
		w.files, err = []mission.Upload{{Path: "db/types.xml", Data: sampleTypes(vanillaTypes)}}, nil
	}
	return w, err
}

// typesIn divides many types into so many files.
func typesIn(files int) fileWork { return typesFiles(manyTypes, files) }

// typesFiles divides so many types into so many files.
func typesFiles(types, files int) fileWork {
	w := fileWork{source: fmt.Sprintf("%d types in %d files", types, files)}
	if files == 1 {
		w.source = fmt.Sprintf("%d types in one file", types)
	}
	for i := range files {
		data := bytes.ReplaceAll(sampleTypes(types/files), []byte("SampleClass_"), fmt.Appendf(nil, "SampleClass_%d_", i))
		w.files = append(w.files, mission.Upload{Path: fmt.Sprintf("custom/types_%03d.xml", i), Data: data})
	}
	return w
}

func (w *fileWork) size() (n int) {
	for _, f := range w.files {
		n += len(f.Data)
	}
	return n
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
func (w *fileWork) round(ctx context.Context, db *store.DB, user int64) error {
	scope, err := addInstance(ctx, db, user)
	if err != nil {
		return err
	}
	service := mission.New(db)
	trees := make([]*etree.Document, len(w.files))
	for _, work := range []struct {
		into *[]time.Duration
		run  func() error
	}{
		{&w.importing, func() error { return w.load(ctx, service, scope) }},
		{&w.parsing, func() error { return w.parse(trees) }},
		{&w.first, func() error { return w.generate(ctx, service, scope, true) }},
		{&w.again, func() error { return w.generate(ctx, service, scope, true) }},
		{&w.writing, func() error { return write(trees) }},
	} {
		if err := timed(work.into, work.run); err != nil {
			return err
		}
	}
	if err := changeOne(ctx, db, scope); err != nil {
		return err
	}
	return timed(&w.changed, func() error { return w.generate(ctx, service, scope, false) })
}

// peaks measures the memory of the work, in a round of its own because that takes time.
func (w *fileWork) peaks(ctx context.Context, db *store.DB, user int64) error {
	scope, err := addInstance(ctx, db, user)
	if err != nil {
		return err
	}
	service := mission.New(db)
	if w.importPeak, err = heapPeak(func() error { return w.load(ctx, service, scope) }); err != nil {
		return err
	}
	w.generatePeak, err = heapPeak(func() error { return w.generate(ctx, mission.New(db), scope, true) })
	return err
}

func addInstance(ctx context.Context, db *store.DB, user int64) (store.Scope, error) {
	row, err := db.CreateInstance(ctx, user, record.Values{"name": "Bench", "map_id": int64(1)})
	if err != nil {
		return store.Scope{}, err
	}
	return store.Scope{UserID: user, InstanceID: record.Instances.ID(row)}, nil
}

// timed adds how long run takes; nobody pays for the garbage of the work before.
func timed(into *[]time.Duration, run func() error) error {
	runtime.GC()
	begin := time.Now()
	err := run()
	*into = append(*into, time.Since(begin))
	return err
}

// load imports the files.
func (w *fileWork) load(ctx context.Context, service *mission.Service, scope store.Scope) error {
	reports, err := service.Import(ctx, scope, w.files, mission.Options{})
	if err != nil {
		return err
	}
	for _, report := range reports {
		if report.Status != mission.Imported {
			return fmt.Errorf("importing %s: %s", report.Path, report.Error)
		}
	}
	return nil
}

// parse reads those of the files that are XML.
func (w *fileWork) parse(trees []*etree.Document) error {
	for i, f := range w.files {
		if !strings.HasSuffix(f.Path, ".xml") {
			continue
		}
		trees[i] = etree.NewDocument()
		if err := trees[i].ReadFromBytes(f.Data); err != nil {
			return err
		}
	}
	return nil
}

func write(trees []*etree.Document) error {
	for _, tree := range trees {
		if tree == nil {
			continue
		}
		if _, err := tree.WriteTo(io.Discard); err != nil {
			return err
		}
	}
	return nil
}

// generate writes all files of the instance, which are what was imported when same is set.
func (w *fileWork) generate(ctx context.Context, service *mission.Service, scope store.Scope, same bool) error {
	files, err := service.Files(ctx, scope)
	if err != nil {
		return err
	}
	unchanged := 0
	for i := range files {
		if err := files[i].Write(ctx, io.Discard); err != nil {
			return err
		}
		if files[i].State == mission.AsImported {
			unchanged++
		}
	}
	if same && unchanged < len(w.files) {
		return fmt.Errorf("%d of %d generated files differ from what was imported", len(w.files)-unchanged, len(w.files))
	}
	return nil
}

// changeOne changes one type.
func changeOne(ctx context.Context, db *store.DB, scope store.Scope) error {
	rows, err := db.All(ctx, record.Types, scope, "")
	if err != nil {
		return err
	}
	_, err = db.Update(ctx, record.Types, scope, record.Types.SID(rows[len(rows)/2]), record.Values{"nominal": int64(77)})
	return err
}
