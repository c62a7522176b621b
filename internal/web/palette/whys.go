package palette

import (
	"context"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
)

var (
	whyNobody = regexp.MustCompile(`(?i)^(?:why|where)\b(?:\s+(?:does|do|is|are|can))?(?:\s+(?:nobody|no one|i|you))?` +
		`(?:\s+find)?\s+([^\s?]+)\s*\??$`)
	number = regexp.MustCompile(`^([1-9][0-9]{0,5})\s+(\S+)$`)
)

// mostWhys is how many types one question is answered for.
const mostWhys = 3

// whys answers “why does nobody find AKM?”, and what to set for “30 AKM”, with the page that says so.
func whys(ctx context.Context, r *site.Request, q string) (found []pages.Found, err error) {
	class, wish := "", ""
	if parts := whyNobody.FindStringSubmatch(q); parts != nil {
		class = parts[1]
	} else if parts := number.FindStringSubmatch(q); parts != nil {
		wish, class = parts[1], parts[2]
	} else {
		return nil, nil
	}
	hits, err := r.Site.DB.FindByName(ctx, r.User.ID, []*record.Resource{record.Types}, class, eachRecords)
	here := record.Instances.SID(r.Instance.Row)
	hits = slices.DeleteFunc(hits, func(h store.Hit) bool { return h.Instance != here })
	slices.SortStableFunc(hits, func(a, b store.Hit) int { return rank(a.Title, class) - rank(b.Title, class) })
	hits = slices.CompactFunc(hits, func(a, b store.Hit) bool { return strings.EqualFold(a.Title, b.Title) })
	for _, h := range hits[:min(len(hits), mostWhys)] {
		found = append(found, whyFound(r, h.Title, wish))
	}
	if len(hits) == 0 && wish == "" {
		found = append(found, whyFound(r, class, ""))
	}
	return found, err
}

func whyFound(r *site.Request, class, wish string) pages.Found {
	values, label := url.Values{"class": {class}}, "Why does nobody find "+class+"?"
	if wish != "" {
		values.Set("wish", wish)
		label = wish + " " + class + " in the world: what to set"
	}
	return pages.Found{Label: label, Note: "Loot economy", URL: r.Instance.URL + "/economy/type?" + values.Encode()}
}
