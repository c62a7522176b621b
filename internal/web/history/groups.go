package history

import (
	"context"
	"time"

	"quartermaster/internal/revisions"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// group is what the history shows as one: a revision, or those of one import, the newest first.
type group []store.Revision

const (
	// fewest is how many revisions an import must have made to be one group.
	fewest = 4
	// importPause is the most time between two files of one import.
	importPause = 10 * time.Second
	// mostRevisions is how many revisions are looked through for the groups of a page.
	mostRevisions = 500
	groupsPerPage = 20
)

// Latest draws what has happened last: so many groups, the latest first.
func Latest(ctx context.Context, r *site.Request, limit int) ([]pages.Change, error) {
	groups, err := groupsFrom(ctx, r, newest(r), limit)
	if err != nil {
		return nil, err
	}
	return drawGroups(ctx, r, groups)
}

// fillGroups draws the groups before a revision, the latest first, and leads to those before them.
func fillGroups(ctx context.Context, r *site.Request, view *pages.History) error {
	from := newest(r)
	if before := numberIn(r, "before"); before > 0 {
		from, view.Newer = min(from, before-1), latestLink(r)
	}
	groups, err := groupsFrom(ctx, r, from, groupsPerPage+1)
	if err != nil {
		return err
	}
	if len(groups) > groupsPerPage {
		groups = groups[:groupsPerPage]
		view.Older = &ui.Link{Label: "Older changes", URL: r.Instance.URL + "/history?before=" + decimal(groups[groupsPerPage-1].first().Number)}
	}
	view.Changes, err = drawGroups(ctx, r, groups)
	return err
}

// groupsFrom reads so many groups, of the revision with a number and those before it.
func groupsFrom(ctx context.Context, r *site.Request, number int64, limit int) ([]group, error) {
	revisions, _, err := r.Site.DB.Revisions(ctx, r.Scope(), int(newest(r)-number), mostRevisions)
	groups := joined(revisions)
	return groups[:min(limit, len(groups))], err
}

// joined makes one group of the revisions that an import has made, file by file.
func joined(revisions []store.Revision) (groups []group) {
	for len(revisions) > 0 {
		n := 1
		for n < len(revisions) && sameImport(revisions[n-1], revisions[n]) {
			n++
		}
		if n < fewest {
			n = 1
		}
		groups, revisions = append(groups, revisions[:n]), revisions[n:]
	}
	return groups
}

// single makes a group of each revision.
func single(revisions []store.Revision) []group {
	groups := make([]group, len(revisions))
	for i := range revisions {
		groups[i] = revisions[i : i+1]
	}
	return groups
}

// sameImport says whether two revisions seem to be of one import: nothing tells but that one followed the other at once.
func sameImport(later, earlier store.Revision) bool {
	return later.Action == "import" && earlier.Action == "import" && later.Number == earlier.Number+1 && later.Author == earlier.Author &&
		later.CreatedAt-earlier.CreatedAt < importPause.Microseconds()
}

// drawGroups draws an import in one line, another revision record by record, or in one line if it has many records.
func drawGroups(ctx context.Context, r *site.Request, groups []group) ([]pages.Change, error) {
	changes, existing, err := inlineChanges(ctx, r, groups)
	if err != nil {
		return nil, err
	}
	var drawn []pages.Change
	for _, g := range groups {
		lines, err := drawGroup(ctx, r, g, changes[g[0].Number], existing)
		if err != nil {
			return nil, err
		}
		drawn = append(drawn, lines...)
	}
	return drawn, nil
}

func drawGroup(ctx context.Context, r *site.Request, g group, changes []store.Change, existing map[string]ui.Link) ([]pages.Change, error) {
	switch {
	case len(g) > 1:
		return []pages.Change{drawImport(r, g)}, nil
	case !g.inline():
		return []pages.Change{drawRevision(r, g[0])}, nil
	}
	drawn, err := recordChanges(ctx, r, g[0], changes, existing)
	for i := range drawn {
		drawn[i].Links = []ui.Link{{Label: revisionTitle(g[0].Number), URL: revisionURL(r, g[0].Number)}}
	}
	return drawn, err
}

// first returns the earliest revision of the group.
func (g group) first() store.Revision { return g[len(g)-1] }

// inline says whether each record of the group is shown.
func (g group) inline() bool { return len(g) == 1 && g[0].Records <= recordsInline }

// inlineChanges reads the changes that groups show record by record, and links to the records that still exist, at once.
func inlineChanges(ctx context.Context, r *site.Request, groups []group) (map[int64][]store.Change, map[string]ui.Link, error) {
	var numbers []int64
	for _, g := range groups {
		if g.inline() {
			numbers = append(numbers, g[0].Number)
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
		Who: author(revision), When: time.UnixMicro(revision.CreatedAt), Action: did(revision.Action),
		Resource: ui.Plural(int(revision.Records), "record", "records") + ":", Name: revisions.Subject(revision.Summary),
		URL: revisionURL(r, revision.Number), Links: []ui.Link{{Label: revisionTitle(revision.Number), URL: revisionURL(r, revision.Number)}},
	}
}

// drawImport leads to what an import has changed, to the way back, and to its revisions.
func drawImport(r *site.Request, g group) pages.Change {
	last, first := g[0], g.first()
	records := int64(0)
	for _, revision := range g {
		records += revision.Records
	}
	return pages.Change{
		Who: author(last), When: time.UnixMicro(last.CreatedAt), Action: did(last.Action),
		Resource: ui.Plural(int(records), "record", "records") + ":",
		Name:     "revisions " + ui.HumanCount(first.Number) + " to " + ui.HumanCount(last.Number),
		URL:      r.Instance.URL + "/history/compare?from=" + decimal(first.Number-1) + "&to=" + decimal(last.Number),
		Links: []ui.Link{
			{Label: "Each revision", URL: eachURL(r, g)},
			{Label: "Undo all of them", URL: undoURL(r, store.Undo{Number: last.Number, From: first.Number})},
		},
	}
}

// eachURL leads to the page of the history on which the revisions of a group begin, one by one.
func eachURL(r *site.Request, g group) string {
	page := (newest(r)-g[0].Number)/revisionsPerPage + 1
	return r.Instance.URL + "/history?page=" + decimal(page)
}
