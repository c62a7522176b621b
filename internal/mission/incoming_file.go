package mission

import (
	"bytes"
	"context"
	"errors"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/charset"
	"quartermaster/internal/say"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
)

// incomingFile is an uploaded file that is being imported.
type incomingFile struct {
	resolvedPath
	kind   fileKind
	data   []byte
	sum    string // digest of the data
	text   []byte // data in UTF-8
	in     charset.Encoding
	known  *charset.Encoding // of the data; nil to find out
	report *Report
	log    *serverlog.Log // what the file says, if it is a log of the server
	done   bool           // it is not imported
	aside  bool           // the game reads another file instead, or does not read it
	broken error          // why it cannot be read; nil as far as is known

	ifBroken brokenRule
}

// brokenRule says what becomes of a file that cannot be read.
type brokenRule int

// The rules. Records that belong to a broken file stay as they are, and are not written until it is mended.
const (
	keepIfNew    brokenRule = iota // it is stored as it came, unless something is stored of the file that it would replace
	keepAlways                     // it is stored as it came
	rejectBroken                   // it is not stored
)

// identify sets the kind of the file and starts its report. It sets done for files that are not imported.
func (f *incomingFile) identify(ctx context.Context, g guard, uploaded string) {
	f.kind, f.text, f.sum = other, f.data, digest(f.data)
	*f.report = Report{Path: archive.CleanPath(uploaded), Kind: KindOther, Status: Skipped}
	if f.leftOut = f.whyLeftOut(uploaded); !f.leftOut.IsNone() {
		if isRunTime(f.leftOut) {
			f.report.Kind = KindRunTime
		}
		f.leaveOut(f.leftOut)
		return
	}
	if serverlog.Is(uploaded, f.data) {
		f.readLog(ctx, g, uploaded)
		return
	}
	var reason say.Message
	f.broken = g.run(ctx, "identified", KindOther, uploaded, func() (err error) {
		if f.foreign {
			return nil
		}
		if mayBeText(f.rel) {
			f.decode()
		}
		f.kind, reason, err = detect(f.rel, f.text)
		return err
	})
	f.report.Kind = f.kind.info().name
	f.checkPath()
	if f.broken == nil && len(f.data) == 0 {
		f.report.Warnings = append(f.report.Warnings, errEmpty.says)
	}
	if f.kind == other && reason.IsNone() {
		reason = strangeness(f.rel)
	}
	if !reason.IsNone() {
		f.report.Warnings = append(f.report.Warnings, reason)
	}
}

// whyLeftOut says why a file is none of the server's configuration; nothing of one that may be.
func (f *incomingFile) whyLeftOut(uploaded string) say.Message {
	p := segments(uploaded)
	switch {
	case !f.leftOut.IsNone():
		return f.leftOut
	case isState(f.rel):
		return say.New("state")
	case strings.TrimPrefix(f.rel, "/") == Unwritables:
		return say.New("unwritables")
	}
	return leftOutByName(p[:len(p)-1], p[len(p)-1]).Or(leftOutByContent(f.data))
}

// leaveOut ends the work on a file that is not imported, for the reason.
func (f *incomingFile) leaveOut(why say.Message) {
	f.done = true
	f.report.Warnings = []say.Message{why}
}

// unwanted returns why the file is not stored.
func (f *incomingFile) unwanted() error {
	if f.report.Kind == KindLog {
		return &saidError{say.New("log-unasked")}
	}
	return &saidError{say.New("all", "says", f.report.Warnings)}
}

// decode sets the text of the file.
func (f *incomingFile) decode() {
	f.text, f.in = charset.Decode(f.data)
	if f.known != nil {
		f.text, f.in = charset.DecodeAs(f.data, *f.known), *f.known
	}
}

// checkPath changes the kind of the file to other if the game does not look for its kind at its path. A file that was uploaded beside
// the folders of a server or mission gets the usual path of its kind.
func (f *incomingFile) checkPath() {
	k := f.kind.info()
	elsewhere := f.foreign || f.kind != other && isOutside(k.main) != isOutside(f.rel)
	if name := strings.TrimPrefix(f.rel, "/"); elsewhere && f.rooted && !f.foreign && !f.exact && !strings.Contains(name, "/") {
		f.resolvedPath, elsewhere = resolvedPath{rel: name}, false
	}
	misplaced := f.rooted && (elsewhere || !k.several && !k.isAt(f.rel)) || elsewhere && isOutside(f.rel) || f.isAmongOthers()
	if !misplaced {
		return
	}
	if !f.foreign && f.kind != other {
		f.report.Warnings = append(f.report.Warnings, say.New("not-here"))
	}
	f.kind, f.report.Kind = other, KindOther
	if f.broken == nil && !f.foreign {
		f.broken = wellFormed(f.rel, f.text)
	}
}

// isAmongOthers reports whether a file whose name or content says what it is lies in a folder of something else, such as a mod's: the game
// does not read it there, and it is not to take the place of the file that the game reads.
func (f *incomingFile) isAmongOthers() bool {
	k := f.kind.info()
	if !f.apart || f.kind == other || isOutside(f.rel) {
		return false
	}
	folder := path.Base(path.Dir(f.rel))
	return !strings.EqualFold(folder, path.Base(path.Dir(k.main))) && (f.beside || k.find(f.resolvedPath, nil) != f.rel)
}

// name returns the name of the file in lower case.
func (f *incomingFile) name() string { return strings.ToLower(path.Base(f.rel)) }

// isLarge reports whether the file may have so many entries that its records are stored in slices.
func (f *incomingFile) isLarge() bool { return f.kind.info().hasSlots() && f.weight() >= largeFrom }

const (
	largeFrom = 1_000_000 // bytes of a file from which its records are stored in slices
	manyMarks = 4_000     // elements or lines from which they are so as well, because entries may be very short
)

// weight is what it takes to store the file, in bytes of one with entries of the usual length.
func (f *incomingFile) weight() int {
	if !f.kind.info().hasSlots() {
		return len(f.data)
	}
	elements := bytes.Count(f.data, []byte("<")) - bytes.Count(f.data, []byte("</"))
	marks := max(elements, bytes.Count(f.data, []byte("\n")))
	return max(len(f.data), marks*(largeFrom/manyMarks))
}

// sortByKind sorts files in the order in which their kinds are imported.
func sortByKind(files []incomingFile) []incomingFile {
	slices.SortStableFunc(files, func(a, b incomingFile) int {
		return slices.Index(kinds, a.kind) - slices.Index(kinds, b.kind)
	})
	return files
}

// endWith completes the report with that of an importer, and notes whether the file is settled.
func (f *incomingFile) endWith(im *importer, err error) error {
	if err == nil {
		im.mission.settling.settle(im, f)
		return f.end(*im.report, nil)
	}
	return f.end(Report{}, err)
}

// end completes the report of a file. It returns err if that is a failure of the service.
func (f *incomingFile) end(done Report, err error) error {
	var wrong fileError
	switch {
	case errors.As(err, &wrong):
		f.report.Fail(wrong)
	case errors.Is(err, store.ErrTaken):
		f.report.Fail(errors.New("someone else imported the same names at the same time; please try again"))
	case err != nil:
		return err
	default:
		done.Status = Imported
		if f.broken != nil {
			done.Fail(f.broken)
			done.Kept = true
		}
		*f.report = done
	}
	return nil
}
