package history

import (
	"context"
	"strings"
	"time"

	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// entry is what the history shows as one: a revision, or those of one import, the newest first.
type entry []store.Revision

const (
	// fewest is how many revisions an import must have made to be one entry.
	fewest = 4
	// importPause is the most time between two files of one import.
	importPause = 10 * time.Second
	// mostRevisions is how many revisions are looked through for the entries of a page.
	mostRevisions  = 500
	entriesPerPage = 20
)

// Latest draws what has happened last: so many entries, the latest first.
func Latest(ctx context.Context, r *site.Request, limit int) ([]pages.Change, error) {
	entries, err := entriesFrom(ctx, r, newest(r), limit)
	if err != nil {
		return nil, err
	}
	return drawEntries(ctx, r, entries)
}

// fillEntries draws the entries before a revision, the latest first, and leads to those before them.
func fillEntries(ctx context.Context, r *site.Request, view *pages.History) error {
	from := newest(r)
	if before := numberIn(r, "before"); before > 0 {
		from, view.Newer = min(from, before-1), latestLink(r)
	}
	entries, err := entriesFrom(ctx, r, from, entriesPerPage+1)
	if err != nil {
		return err
	}
	if len(entries) > entriesPerPage {
		entries = entries[:entriesPerPage]
		view.Older = &ui.Link{Label: "Older changes", URL: r.Instance.URL + "/history?before=" + decimal(entries[entriesPerPage-1].first().Number)}
	}
	view.Changes, err = drawEntries(ctx, r, entries)
	return err
}

// entriesFrom reads so many entries, of the revision with a number and those before it.
func entriesFrom(ctx context.Context, r *site.Request, number int64, limit int) ([]entry, error) {
	revisions, _, err := r.Site.DB.Revisions(ctx, r.Scope(), int(newest(r)-number), mostRevisions)
	entries := joined(revisions)
	return entries[:min(limit, len(entries))], err
}

// joined makes one entry of the revisions that an import has made, file by file.
func joined(revisions []store.Revision) (entries []entry) {
	for len(revisions) > 0 {
		n := 1
		for n < len(revisions) && sameImport(revisions[n-1], revisions[n]) {
			n++
		}
		if n < fewest {
			n = 1
		}
		entries, revisions = append(entries, revisions[:n]), revisions[n:]
	}
	return entries
}

// single makes an entry of each revision.
func single(revisions []store.Revision) []entry {
	entries := make([]entry, len(revisions))
	for i := range revisions {
		entries[i] = revisions[i : i+1]
	}
	return entries
}

// sameImport says whether two revisions seem to be of one import: nothing tells but that one followed the other at once.
func sameImport(later, earlier store.Revision) bool {
	return later.Action == "import" && earlier.Action == "import" && later.Number == earlier.Number+1 && later.Author == earlier.Author &&
		later.CreatedAt-earlier.CreatedAt < importPause.Microseconds()
}

// drawEntries draws an import in one line, another revision record by record, or in one line if it has many records.
func drawEntries(ctx context.Context, r *site.Request, entries []entry) ([]pages.Change, error) {
	changes, existing, err := inline(ctx, r, entries)
	if err != nil {
		return nil, err
	}
	var drawn []pages.Change
	for _, e := range entries {
		lines, err := drawEntry(ctx, r, e, changes[e[0].Number], existing)
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, lines...)
	}
	return drawn, nil
}

func drawEntry(ctx context.Context, r *site.Request, e entry, changes []store.Change, existing map[string]ui.Link) ([]pages.Change, error) {
	switch {
	case len(e) > 1:
		return []pages.Change{drawImport(r, e)}, nil
	case !e.inline():
		return []pages.Change{drawRevision(r, e[0])}, nil
	}
	drawn, err := recordChanges(ctx, r, e[0], changes, existing)
	for i := range drawn {
		drawn[i].Links = []ui.Link{{Label: revisionTitle(e[0].Number), URL: revisionURL(r, e[0].Number)}}
	}
	return drawn, err
}

// first returns the earliest revision of the entry.
func (e entry) first() store.Revision { return e[len(e)-1] }

// inline says whether each record of the entry is shown.
func (e entry) inline() bool { return len(e) == 1 && e[0].Records <= recordsInline }

// inline reads the changes that entries show record by record, and links to the records that still exist, at once.
func inline(ctx context.Context, r *site.Request, entries []entry) (map[int64][]store.Change, map[string]ui.Link, error) {
	var numbers []int64
	for _, e := range entries {
		if e.inline() {
			numbers = append(numbers, e[0].Number)
		}
	}
	changes, err := r.Site.DB.ChangesOf(ctx, r.Scope(), numbers)
	if err != nil {
		return nil, nil, err
	}
	var all []store.Change
	for _, of := range changes {
		all = append(all, of...)
	}
	links, err := existing(ctx, r, all)
	return changes, links, err
}

func drawRevision(r *site.Request, revision store.Revision) pages.Change {
	return pages.Change{
		Who: author(revision), When: time.UnixMicro(revision.CreatedAt), Action: actions[revision.Action],
		Resource: ui.Plural(int(revision.Records), "record", "records") + ":", Name: strings.TrimPrefix(revision.Summary, "import "),
		URL: revisionURL(r, revision.Number), Links: []ui.Link{{Label: revisionTitle(revision.Number), URL: revisionURL(r, revision.Number)}},
	}
}

// drawImport leads to what an import has changed, to the way back, and to its revisions.
func drawImport(r *site.Request, e entry) pages.Change {
	last, first := e[0], e.first()
	records := int64(0)
	for _, revision := range e {
		records += revision.Records
	}
	return pages.Change{
		Who: author(last), When: time.UnixMicro(last.CreatedAt), Action: actions[last.Action],
		Resource: ui.Plural(int(records), "record", "records") + ":", Name: "revisions " + ui.HumanCount(first.Number) + " to " + ui.HumanCount(last.Number),
		URL: r.Instance.URL + "/history/compare?from=" + decimal(first.Number-1) + "&to=" + decimal(last.Number),
		Links: []ui.Link{
			{Label: "Each revision", URL: eachURL(r, e)},
			{Label: "Undo all of them", URL: undoURL(r, store.Undo{Number: last.Number, From: first.Number})},
		},
	}
}

// eachURL leads to the page of the history on which the revisions of an entry begin, one by one.
func eachURL(r *site.Request, e entry) string {
	page := (newest(r)-e[0].Number)/revisionsPerPage + 1
	return r.Instance.URL + "/history?page=" + decimal(page)
}
