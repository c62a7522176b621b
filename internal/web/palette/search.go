// Package palette searches everything that a user can reach: records of all instances, fields of settings, files of mods with their fields
// and values, pages and actions.
package palette

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/docset"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// Add adds the search to a site: its page, and what its script asks for, within an instance and outside of one.
func Add(s *site.Site) {
	search := search{docset.NewIndex(docset.New(s.DB, s.Missions))}
	for _, on := range []site.Routes{s.ForUsers(), s.ForInstances(site.InstanceBase, access.Read)} {
		on.Get("/search", search.show)
		on.ForPrograms().Get("/search/results", search.showResults)
	}
}

// search finds what fits a text.
type search struct{ mods *docset.Index }

// maxLength is the length of a text that is searched for, in bytes; the rest is left out.
const maxLength = 200

// asked returns what is searched for.
func asked(r *site.Request) string {
	q := r.Text("q")
	for _, filler := range []string{"go to ", "open ", "show "} {
		if rest, found := strings.CutPrefix(strings.ToLower(q), filler); found {
			q = q[len(q)-len(rest):]
		}
	}
	return strings.ToValidUTF8(q[:min(len(q), maxLength)], "")
}

// results returns what fits a text, in groups: actions first, since they are asked for by their words.
func (s search) results(ctx context.Context, r *site.Request, q string) ([]pages.SearchGroup, error) {
	if q == "" {
		return nil, nil
	}
	actions, err := actions(ctx, r, q)
	if err != nil {
		return nil, err
	}
	records, err := records(ctx, r, q)
	if err != nil {
		return nil, err
	}
	places, err := placesWith(ctx, r, q)
	if err != nil {
		return nil, err
	}
	ofMods, err := s.ofMods(ctx, r, q)
	if err != nil {
		return nil, err
	}
	groups := []pages.SearchGroup{
		{Title: "Actions", Found: actions},
		{Title: "Pages", Found: places},
		{Title: "Records", Found: records},
		{Title: "Settings", Found: settings(r, q)},
		{Title: "Files of mods", Found: ofMods},
	}
	return slices.DeleteFunc(groups, func(g pages.SearchGroup) bool { return len(g.Found) == 0 }), nil
}

// show answers with the page of the search.
func (s search) show(ctx context.Context, r *site.Request) (site.Response, error) {
	groups, err := s.results(ctx, r, asked(r))
	if err != nil {
		return site.Response{}, err
	}
	page := &ui.Page{Title: "Search"}
	if inInstance(r) {
		page = r.Inside("Search")
	}
	return site.Response{Page: page, View: pages.Search{Action: r.URL.Path, Q: r.Text("q"), Groups: groups}}, nil
}

// showResults answers the script of the search.
func (s search) showResults(ctx context.Context, r *site.Request) (site.Response, error) {
	groups, err := s.results(ctx, r, asked(r))
	if err != nil {
		return site.Response{}, err
	}
	found := []result{}
	for _, g := range groups {
		for _, f := range g.Found {
			if !r.MaySend(http.MethodGet, f.URL) {
				continue
			}
			found = append(found, result{g.Title, f.Label, f.Note, f.URL})
		}
	}
	body, err := json.Marshal(map[string]any{"data": found})
	return site.Response{JSON: body}, err
}

// result is what the script of the search shows of something that is found.
type result struct {
	Group string `json:"group"`
	Text  string `json:"text"`
	Note  string `json:"note"`
	URL   string `json:"url"`
}

func inInstance(r *site.Request) bool { return r.Instance.Row != nil }

// The most records that are shown, of each resource and in all.
const (
	eachRecords = 8
	allRecords  = 20
)

// records returns records of all instances of the user by their names, the best match first.
func records(ctx context.Context, r *site.Request, q string) ([]pages.Found, error) {
	var resources []*record.Resource
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if c.Resource.Title != nil && c.Resource != record.ExpansionSettings {
			resources = append(resources, c.Resource)
		}
	}
	hits, err := r.Site.DB.FindByName(ctx, r.User.ID, resources, q, eachRecords)
	if err != nil {
		return nil, err
	}
	here := ""
	if inInstance(r) {
		here = record.Instances.SID(r.Instance.Row)
	}
	slices.SortStableFunc(hits, func(a, b store.Hit) int {
		return cmp.Or(rank(a.Title, q)-rank(b.Title, q), isClass(a)-isClass(b), elsewhere(a, here)-elsewhere(b, here), len(a.Title)-len(b.Title),
			strings.Compare(a.Title, b.Title))
	})
	var found []pages.Found
	for _, h := range hits[:min(len(hits), allRecords)] {
		c := r.Site.CollectionOf(h.Resource.Name)
		found = append(found, pages.Found{
			Label: h.Title, Note: c.One + " · " + h.InstanceName, URL: c.EditURL(inside(r, h.Instance), h.Title, h.SID),
		})
	}
	return found, nil
}

// rank is smaller for better matches.
func rank(title, q string) int {
	title, q = strings.ToLower(title), strings.ToLower(q)
	switch {
	case title == q:
		return 0
	case strings.HasPrefix(title, q):
		return 1
	}
	return 2
}

// isClass is 1 for a class name: what is about it comes first.
func isClass(h store.Hit) int {
	if h.Resource == record.InstanceClassnames {
		return 1
	}
	return 0
}

func elsewhere(h store.Hit, here string) int {
	if h.Instance == here {
		return 0
	}
	return 1
}

// inside returns the request as it would be in an instance, to ask for addresses there.
func inside(r *site.Request, sid string) *site.Request {
	other := *r
	row := record.Instances.EmptyRow()
	row[record.Instances.Index("sid")] = sid
	other.Instance = site.Instance{Row: row, URL: "/instances/" + sid}
	return &other
}

// fits reports whether a text holds all words of another one, in any letter case.
func fits(text, q string) bool {
	text = strings.ToLower(text)
	for word := range strings.FieldsSeq(strings.ToLower(q)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}
