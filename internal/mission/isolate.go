package mission

import (
	"context"
	"errors"
	"regexp"
	"strconv"
)

// Unwritten is the state of a file that cannot be written.
const Unwritten State = "failed"

// WriteError says why a file cannot be written, or not be compared; the others of its instance can.
type WriteError struct {
	Path   string // below the server's root
	Reason string
	step   string // what cannot be done, as a participle
}

func (e WriteError) Error() string { return e.Path + " cannot be " + e.step + ": " + e.Reason }

// attempt takes one step of the work on the file. What goes wrong with it is a WriteError, and what the file tells from then on.
func (f *File) attempt(ctx context.Context, step string, do func() error) error {
	if f.State == Unwritten {
		return WriteError{f.Path, f.Error, "written"}
	}
	err := f.from.ward.run(ctx, step, f.Kind, f.Path, do)
	if err == nil || isOurs(ctx, err) {
		return err
	}
	f.fail(err)
	return WriteError{f.Path, f.Error, step}
}

// fail takes down why the file cannot be written.
func (f *File) fail(err error) {
	f.State, f.Error = Unwritten, err.Error()
	f.Records, f.Size, f.SHA256, f.Warnings = 0, 0, "", nil
}

// Line is the line of the file that Error is about, 0 where it names none.
func (f *File) Line() int { return lineOf(f.Error) }

var linePrefix = regexp.MustCompile(`^line ([0-9]{1,9})\b`)

// lineOf reads the line with which the messages of the codecs begin, 0 for none.
func lineOf(message string) int {
	found := linePrefix.FindStringSubmatch(message)
	if found == nil {
		return 0
	}
	line, _ := strconv.Atoi(found[1]) // digits, and few enough
	return line
}

// listKind adds the files of a kind. Where it cannot be found out which there are, those that were imported are told to have
// failed, or the main one.
func (g *generator) listKind(ctx context.Context, k *kind) error {
	before := len(g.out)
	err := g.ward.run(ctx, "listed", k.name, k.main, func() error { return g.list(ctx, k) })
	if isOurs(ctx, err) {
		return err
	}
	defer g.listBroken(k, before)
	if err == nil {
		return nil
	}
	g.out = g.out[:before]
	for _, f := range g.filesOf(k.name) {
		g.promise(k, f.Path)
	}
	if len(g.out) == before {
		g.promise(k, k.main)
	}
	for i := range g.out[before:] {
		g.out[before+i].fail(err)
	}
	return nil
}

// isUnwritten tells whether an error is about one file alone.
func isUnwritten(err error) bool {
	var lost WriteError
	return errors.As(err, &lost)
}
