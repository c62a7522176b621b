package mission

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/store"
)

const (
	// maxTogether is how many bytes of kept files are one change, so that others do not wait for long until they can write.
	maxTogether = 32 << 20
	// namedInSummary is how many files the summary of an import names.
	namedInSummary = 3
)

// together cuts files, which are sorted by their kinds, into those that are one change: one file with records, or many that are
// kept as they came.
func together(arrivals []arrival) (groups [][]arrival) {
	for len(arrivals) > 0 {
		n, size := 1, len(arrivals[0].data)
		for arrivals[0].isKept() && n < len(arrivals) && arrivals[n].isKept() && size+len(arrivals[n].data) <= maxTogether {
			size += len(arrivals[n].data)
			n++
		}
		groups, arrivals = append(groups, arrivals[:n]), arrivals[n:]
	}
	return groups
}

// isKept tells whether nothing reads the file.
func (a arrival) isKept() bool { return a.kind.read == nil }

// importGroup imports files as one change. tell is called before each.
func importGroup(ctx context.Context, i instance, group []arrival, mode Mode, edit store.EditFunc, tell func(n int)) error {
	if group[0].isKept() {
		return keepGroup(ctx, i, group, mode, edit, tell)
	}
	tell(0)
	return importFile(ctx, i, group[0], mode, edit)
}

// keepGroup keeps files as they came. One that cannot be kept has been found out before anything of it was written, so that the
// others are kept all the same.
func keepGroup(ctx context.Context, i instance, group []arrival, mode Mode, edit store.EditFunc, tell func(n int)) error {
	done, wrong := make([]Report, len(group)), make([]error, len(group))
	failed := edit(ctx, func(e *store.Edit) error {
		e.Summary = summaryOf(placesFound(group)...)
		for n, a := range group {
			tell(n)
			done[n] = *a.report
			im := &importer{Edit: e, kind: a.kind, mode: mode, report: &done[n], mission: i, data: a.data}
			if wrong[n] = im.keep(ctx, a.spot); wrong[n] != nil && !isFileError(wrong[n]) {
				return wrong[n]
			}
		}
		return nil
	})
	for n, a := range group {
		if failed != nil {
			wrong[n] = failed
		}
		if err := a.end(done[n], wrong[n]); err != nil {
			return err
		}
	}
	return nil
}

// keep stores a file as it came.
func (im *importer) keep(ctx context.Context, s spot) error {
	if err := im.open(ctx, s); err != nil {
		return err
	}
	return im.keepWhole(ctx)
}

func isFileError(err error) bool {
	var wrong fileError
	return errors.As(err, &wrong)
}

// placesFound returns where kept files belong, without those that cannot be kept there.
func placesFound(group []arrival) (places []string) {
	for _, a := range group {
		if place := a.kind.find(a.spot, nil); len(place) <= maxPlace {
			places = append(places, place)
		}
	}
	return places
}

// summaryOf is what the history calls an import of files at these places.
func summaryOf(places ...string) string {
	text := "import " + strings.Join(places[:min(len(places), namedInSummary)], ", ")
	if more := len(places) - namedInSummary; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
