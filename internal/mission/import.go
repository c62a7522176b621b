package mission

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/charset"
	"quartermaster/internal/store"
	"quartermaster/internal/textfile"
)

// maxWarnings is how many warnings of one file a report holds.
const maxWarnings = 100

// arrival is a file on its way into an instance.
type arrival struct {
	spot
	kind   *kind
	data   []byte
	text   []byte // the same in UTF-8
	in     charset.Encoding
	report *Report
	done   bool  // nothing is to be imported
	broken error // why it cannot be read; nil where nothing is known to be wrong
}

// Options say how files are imported.
type Options struct {
	Mode     Mode                               // Merge when empty
	Progress func(done, total int, path string) // told before each file, and at the end; may be nil
}

// Import reads files into the records of an instance, each in one transaction of its own, and reports on every one. What
// no record stands for is kept as it came, many such files in one transaction. The error is a failure of the service; what is wrong with a file stands in its
// report.
func (s *Service) Import(ctx context.Context, scope store.Scope, uploads []Upload, o Options) ([]Report, error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	if i.claims, err = s.claimed(ctx, scope, i); err != nil {
		return nil, err
	}
	reports, arrivals, err := s.receive(ctx, scope, i, uploads)
	if err != nil {
		return nil, err
	}
	return reports, importAll(ctx, i, arrivals, o, func(large bool) store.EditFunc {
		edit := s.db.Edit
		if large {
			edit = s.db.EditInSlices
		}
		return func(ctx context.Context, fn func(*store.Edit) error) error { return edit(ctx, scope, importing, fn) }
	})
}

// Rehearse returns the reports that Import would, and how the records of the instance would differ. It changes nothing.
func (s *Service) Rehearse(ctx context.Context, scope store.Scope, uploads []Upload, o Options) (reports []Report, changes []store.Difference, err error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, nil, err
	}
	if i.claims, err = s.claimed(ctx, scope, i); err != nil {
		return nil, nil, err
	}
	reports, arrivals, err := s.receive(ctx, scope, i, uploads)
	if err != nil {
		return nil, nil, err
	}
	changes, err = s.db.Rehearse(ctx, scope, importing, func(edit store.EditFunc) error {
		return importAll(ctx, i, arrivals, o, func(bool) store.EditFunc { return edit })
	})
	return reports, changes, err
}

// importing is what the history calls an import.
const importing = "import"

// editing returns what runs a change, one of many records or of few.
type editing func(large bool) store.EditFunc

func importAll(ctx context.Context, i instance, arrivals []arrival, o Options, edit editing) error {
	total := len(arrivals)
	arrivals = slices.DeleteFunc(inOrder(arrivals), func(a arrival) bool { return a.done })
	skipped := total - len(arrivals)
	done := skipped
	for _, group := range together(arrivals) {
		tell := func(n int) { o.tell(done+n, total, group[n].report.Path) }
		if err := importGroup(ctx, i, group, cmp.Or(o.Mode, Merge), edit, tell); err != nil {
			cutOff(arrivals[done-skipped:])
			return fmt.Errorf("importing %s: %w", group[0].report.Path, err)
		}
		done += len(group)
	}
	o.tell(total, total, "")
	return nil
}

// cutOff notes that files were not reached.
func cutOff(rest []arrival) {
	for _, a := range rest {
		a.report.Status = Cancelled
	}
}

func (o Options) tell(done, total int, path string) {
	if o.Progress != nil {
		o.Progress(done, total, path)
	}
}

// receive finds out what the files of an upload are and where they belong. The reports are in the order of the upload.
func (s *Service) receive(ctx context.Context, scope store.Scope, i instance, uploads []Upload) ([]Report, []arrival, error) {
	paths := make([]string, len(uploads))
	for n, u := range uploads {
		paths[n] = u.Path
	}
	reports, arrivals := make([]Report, len(uploads)), make([]arrival, len(uploads))
	for n, spot := range arrange(paths, i.mission) {
		arrivals[n] = arrival{spot: spot, data: uploads[n].Data, report: &reports[n]}
		arrivals[n].identify(ctx, i.ward, uploads[n].Path)
	}
	return reports, arrivals, s.setAside(ctx, scope, i, arrivals)
}

// identify finds out what a file is, and whether it is to be imported.
func (a *arrival) identify(ctx context.Context, w ward, uploaded string) {
	var reason string
	a.kind, a.text = other, a.data
	err := w.run(ctx, "identified", KindOther, uploaded, func() (err error) {
		if a.foreign {
			return nil
		}
		a.decode()
		a.kind, reason, err = detect(a.path, a.text)
		return err
	})
	*a.report = Report{Path: archive.CleanPath(uploaded), Kind: a.kind.name, Status: Skipped}
	a.broken = err
	switch {
	case isState(a.spot):
		a.done = true
		a.report.Warnings = []string{"the state of a running server is not imported"}
	case strings.TrimPrefix(a.path, "/") == Unwritables:
		a.done = true
		a.report.Warnings = []string{"the note of a download on files that could not be written is not imported"}
	default:
		a.settle()
	}
	if a.broken == nil && len(a.data) == 0 && !a.done {
		a.report.Warnings = append(a.report.Warnings, errEmpty.Error())
	}
	if reason != "" {
		a.report.Warnings = append(a.report.Warnings, reason)
	}
}

// decode finds out what the file says. What is no text by its name is never looked into.
func (a *arrival) decode() {
	if mayBeText(a.path) {
		a.text, a.in = charset.Decode(a.data)
	}
}

// settle keeps a file as it came that lies where the game does not look for one of its kind. A file that lies loose beside
// the folders of a server or mission goes where its kind belongs.
func (a *arrival) settle() {
	elsewhere := a.foreign || a.kind != other && isOutside(a.kind.main) != isOutside(a.path)
	if name := strings.TrimPrefix(a.path, "/"); elsewhere && a.rooted && !a.foreign && !strings.Contains(name, "/") {
		a.spot, elsewhere = spot{path: name}, false
	}
	misplaced := a.rooted && (elsewhere || !a.kind.several && !a.kind.isAt(a.path))
	if misplaced && !a.foreign {
		a.report.Warnings = append(a.report.Warnings, "the game does not read such a file here; it is kept as it is")
	}
	if misplaced {
		a.kind, a.report.Kind = other, KindOther
		if a.broken == nil && !a.foreign {
			a.broken = wellFormed(a.path, a.text)
		}
	}
}

// inOrder sorts files by their kinds.
func inOrder(arrivals []arrival) []arrival {
	slices.SortStableFunc(arrivals, func(a, b arrival) int {
		return slices.Index(kinds, a.kind) - slices.Index(kinds, b.kind)
	})
	return arrivals
}

// Fail marks the file as one that could not be read, for that reason.
func (r *Report) Fail(err error) { r.Status, r.Error = Failed, err.Error() }

func (r *Report) warn(warnings []textfile.Warning) {
	for i, w := range warnings {
		if i == maxWarnings {
			r.Warnings = append(r.Warnings, fmt.Sprintf("and %d more", len(warnings)-i))
			return
		}
		r.Warnings = append(r.Warnings, fmt.Sprintf("line %d: %s", w.Line, w.Message))
	}
}

// fileError is what is wrong with a file, as opposed to a failure of the service.
type fileError struct{ error }

// largeFrom is from how many bytes on the records of a file are many: as many as are stored while others may well wait.
const largeFrom = 1 << 20

// isLarge tells whether the file may become many records, each of them one of its entries.
func (a arrival) isLarge() bool { return a.kind.placed && len(a.data) >= largeFrom }

// importFile imports a file, or keeps it as it came where it cannot be read.
func importFile(ctx context.Context, i instance, a arrival, mode Mode, edit editing) error {
	if a.broken != nil {
		return keepBroken(ctx, i, a, a.broken, edit(false))
	}
	var save storing
	err := i.ward.run(ctx, "read", a.kind.name, a.path, func() (err error) {
		save, err = a.kind.read(a.text)
		return err
	})
	if err != nil { // parsed outside of the transaction, so that a large file does not keep others from writing
		return keepBroken(ctx, i, a, err, edit(false))
	}
	done := *a.report
	err = edit(a.isLarge())(ctx, func(e *store.Edit) error {
		im := &importer{Edit: e, kind: a.kind, mode: mode, report: &done, mission: i, data: a.data, in: a.in}
		if err := im.open(ctx, a.spot); err != nil {
			return err
		}
		return i.ward.run(ctx, "stored", a.kind.name, a.path, func() error { return save(ctx, im) })
	})
	if isFileError(err) {
		return keepBroken(ctx, i, a, err, edit(false))
	}
	return a.end(done, err)
}

// end reports how the import of a file ended. The error is a failure of the service.
func (a *arrival) end(done Report, err error) error {
	var wrong fileError
	switch {
	case errors.As(err, &wrong):
		a.report.Fail(wrong)
	case errors.Is(err, store.ErrTaken):
		a.report.Fail(errors.New("somebody else imported the same names at this moment; please try again"))
	case err != nil:
		return err
	default:
		done.Status = Imported
		if a.broken != nil {
			done.Fail(a.broken)
			done.Path, done.Kept = a.report.Path, true
		}
		*a.report = done
	}
	return nil
}
