package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

// smallFiles is what importing and generating files takes: processor time, and bytes that are allocated.
type smallFiles struct {
	files            int
	imported, writes time.Duration
	held, written    uint64
}

// filesOfTwo is how many files of two types are compared with one file of all.
const filesOfTwo = 1000

// measureSmallFiles imports the same types as one file and as many.
func measureSmallFiles(ctx context.Context, dir string) (r [2]smallFiles, err error) {
	db, err := store.Open(ctx, store.Config{Dir: filepath.Join(dir, "small"), Key: make([]byte, store.KeySize)})
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	user, err := addUser(ctx, db)
	if err != nil {
		return r, err
	}
	for n, files := range []int{1, filesOfTwo} {
		r[n].files = files
		if err := r[n].measure(ctx, db, user); err != nil {
			return r, err
		}
	}
	return r, nil
}

func (f *smallFiles) measure(ctx context.Context, db *store.DB, user int64) error {
	scope, err := addInstance(ctx, db, user)
	if err != nil {
		return err
	}
	work, service := typesFiles(2*filesOfTwo, f.files), mission.New(db)
	if err := used(&f.imported, &f.held, func() error { return work.load(ctx, service, scope) }); err != nil {
		return err
	}
	return used(&f.writes, &f.written, func() error { return work.generate(ctx, mission.New(db), scope, true) })
}

// used sets the processor time of this process and the bytes that it allocates while it runs.
func used(took *time.Duration, bytes *uint64, run func() error) error {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	worked, err := ownTime()
	if err == nil {
		err = run()
	}
	done, failed := ownTime()
	runtime.ReadMemStats(&after)
	*took, *bytes = done-worked, after.TotalAlloc-before.TotalAlloc
	return errors.Join(err, failed)
}

// ownTime returns the processor time of this process so far.
func ownTime() (time.Duration, error) {
	var u syscall.Rusage
	err := syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), err
}

func (r proportionResult) writeSmall(w io.Writer) {
	fmt.Fprintf(w, "\n| The same %d types | One file | %d files | Times | Aim |\n| --- | --- | --- | --- | --- |\n", 2*filesOfTwo, filesOfTwo)
	one, many := r.few[0], r.few[1]
	row := func(what, a, b string, times float64) {
		fmt.Fprintf(w, "| %s | %s | %s | %.1f | at most 4 |\n", what, a, b, times)
	}
	row("import, processor time", milliseconds(one.imported), milliseconds(many.imported), float64(many.imported)/float64(one.imported))
	row("import, allocated", megabytes(int64(one.held)), megabytes(int64(many.held)), float64(many.held)/float64(one.held))
	row("generate, processor time", milliseconds(one.writes), milliseconds(many.writes), float64(many.writes)/float64(one.writes))
	row("generate, allocated", megabytes(int64(one.written)), megabytes(int64(many.written)), float64(many.written)/float64(one.written))
}
