package palette

import (
	"context"
	"net/url"
	"strings"

	"quartermaster/internal/docset"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

// ofMods returns the files of mods, and the fields and values in them, that fit the words.
func (s search) ofMods(ctx context.Context, r *site.Request, q string) (found []pages.Found, err error) {
	if !inInstance(r) {
		return nil, nil
	}
	places, err := s.mods.Find(ctx, r.Scope(), func(text string) bool { return fits(text, q) }, most)
	for _, p := range places {
		at := url.Values{"path": {p.Path}}
		if p.At != "" {
			at.Set("at", p.At)
		}
		found = append(found, pages.Found{Label: p.Label, Note: noteOf(p), URL: r.Instance.URL + "/documents/value?" + at.Encode()})
	}
	return found, err
}

// noteOf says where a place is, and what stands there.
func noteOf(p docset.Place) string {
	const longest = 60
	note := "file of a mod"
	if p.At != "" {
		note = p.Title
	}
	value := []rune(strings.Join(strings.Fields(p.Value), " "))
	switch {
	case len(value) > longest:
		note += " · " + string(value[:longest]) + "…"
	case len(value) > 0:
		note += " · " + string(value)
	}
	return note
}
