package mission

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// maxWarnings is how many warnings of one file a report holds.
const maxWarnings = 100

// Import reads files into the records of an instance, each in one transaction of its own, and reports on every one.
// The error is a failure of the service; what is wrong with a file stands in its report.
func (s *Service) Import(ctx context.Context, scope store.Scope, uploads []Upload, mode Mode) ([]Report, error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	reports := make([]Report, len(uploads))
	kinds := make([]ce.Kind, len(uploads))
	for n, u := range uploads {
		u.Path = storable(u.Path)
		kind, err := ce.Detect(u.Path, u.Data)
		kinds[n], reports[n] = kind, Report{Path: u.Path, Kind: kind, Status: Skipped}
		if err != nil {
			reports[n].fail(err)
		}
	}
	for _, n := range inOrder(kinds) {
		if mainPaths[kinds[n]] == "" {
			reports[n].skip()
			continue
		}
		u := Upload{Path: reports[n].Path, Data: uploads[n].Data}
		if err := s.importFile(ctx, scope, i, u, mode, &reports[n]); err != nil {
			return reports, fmt.Errorf("importing %s: %w", u.Path, err)
		}
	}
	return reports, nil
}

// inOrder returns the places of files with those first that others refer to.
func inOrder(kinds []ce.Kind) []int {
	order := make([]int, len(kinds))
	for n := range order {
		order[n] = n
	}
	slices.SortStableFunc(order, func(a, b int) int { return rank(kinds[a]) - rank(kinds[b]) })
	return order
}

func (r *Report) skip() {
	if r.Status == Skipped {
		r.Warnings = append(r.Warnings, "not a file that Quartermaster reads; nothing was changed")
	}
}

func (r *Report) fail(err error) { r.Status, r.Error = Failed, err.Error() }

func (r *Report) warn(warnings []ce.Warning) {
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

// importFile parses outside of the transaction, so that a large file does not keep others from writing.
func (s *Service) importFile(ctx context.Context, scope store.Scope, i instance, u Upload, mode Mode, report *Report) error {
	read, err := parse(report.Kind, u.Data)
	if err != nil {
		report.fail(err)
		return nil
	}
	done := *report
	err = s.db.Edit(ctx, scope, "import", func(e *store.Edit) error {
		im := &importer{Edit: e, mode: mode, report: &done, mission: i}
		if err := im.open(ctx, u); err != nil {
			return err
		}
		return read(ctx, im)
	})
	var wrong fileError
	switch {
	case errors.As(err, &wrong):
		report.fail(wrong)
	case errors.Is(err, store.ErrTaken):
		report.fail(errors.New("somebody else imported the same names at this moment; please try again"))
	case err != nil:
		return err
	default:
		done.Status = Imported
		*report = done
	}
	return nil
}

// parse reads a file and returns what stores it.
func parse(kind ce.Kind, data []byte) (func(context.Context, *importer) error, error) {
	switch kind {
	case ce.KindTypes:
		return parseTypes(data)
	case ce.KindEvents:
		return parseEvents(data)
	case ce.KindEconomyCore:
		return parseEconomyCore(data)
	case ce.KindLimits:
		return parseLimits(data)
	}
	return parseUserLimits(data)
}

// importer stores one file.
type importer struct {
	*store.Edit
	mode    Mode
	report  *Report
	mission instance
	place   string      // below the mission folder
	file    record.File // as stored by an earlier import; without an id when there was none
	files   []record.File
}

// open finds out where the file belongs and what is stored of it.
func (im *importer) open(ctx context.Context, u Upload) error {
	if err := im.LockUser(ctx); err != nil {
		return err
	}
	rows, err := im.All(ctx, record.Files, "")
	if err != nil {
		return err
	}
	im.files = make([]record.File, len(rows))
	for i, row := range rows {
		record.Files.Decode(row, &im.files[i])
	}
	im.place = placeOf(im.report.Kind, u.Path, im.folders())
	for _, f := range im.files {
		if strings.EqualFold(f.Path, im.place) || (f.Kind == string(im.report.Kind) && rank(im.report.Kind) == 0) {
			im.file = f
		}
	}
	im.Summary = "import " + im.place
	im.report.Path = im.mission.root() + im.place
	return nil
}

// folders lists where the instance's own economy core looks for files.
func (im *importer) folders() map[string]string {
	for _, f := range im.files {
		if f.Kind != string(ce.KindEconomyCore) || f.Content == nil {
			continue
		}
		if core, _, err := ce.ParseEconomyCore([]byte(*f.Content)); err == nil {
			return foldersOf(core)
		}
	}
	return nil
}

// save stores what the file holds beside its records.
func (im *importer) save(ctx context.Context, skeleton, content *string) error {
	file := im.file
	file.Path, file.Kind, file.Skeleton, file.Content = im.place, string(im.report.Kind), skeleton, content
	row := record.Files.Encode(&file)
	if file.ID == 0 {
		return im.InsertAll(ctx, record.Files, []record.Row{row})
	}
	return im.UpdateAll(ctx, record.Files, []record.Row{record.Files.Encode(&im.file)}, []record.Row{row})
}
