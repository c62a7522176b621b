package palette

import (
	"cmp"
	"context"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// actions returns what can be done in the instance by the words of the text. Nothing is done before the page behind it is sent.
func actions(ctx context.Context, r *site.Request, q string) ([]pages.Found, error) {
	if !inInstance(r) {
		return nil, nil
	}
	found := append(bans(r, q), changes(r, q)...)
	files, err := downloads(ctx, r, q)
	found = append(found, files...)
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if label := "New " + c.One; fits(label, q) && len(strings.Fields(q)) > 1 {
			found = append(found, pages.Found{Label: label, URL: c.URL(r) + "/create"})
		}
	}
	if fits("Import server files", q) {
		found = append(found, pages.Found{Label: "Import server files", URL: r.Instance.URL + "#import"})
	}
	return found[:min(len(found), most)], err
}

var (
	banned    = regexp.MustCompile(`(?i)^(ban|whitelist)\s+(\S.*)$`)
	steamID   = regexp.MustCompile(`^7656[0-9]{13}$`)
	download  = regexp.MustCompile(`(?i)^download\b\s*(\S*)`)
	halved    = regexp.MustCompile(`(?i)^(halve|double)\s+(\w+)`)
	computed  = regexp.MustCompile(`(?i)^(multiply|divide|set|add)\s+(\w+)\s+(?:by\s+|to\s+)?(-?[0-9].*)$`)
	byOneWord = map[string][2]string{"halve": {"divide", "2"}, "double": {"multiply", "2"}}
)

// bans offers to put a player on a list.
func bans(r *site.Request, q string) []pages.Found {
	kind, player := "", ""
	if parts := banned.FindStringSubmatch(q); parts != nil {
		kind, player = strings.ToLower(parts[1]), parts[2]
	} else if steamID.MatchString(q) {
		kind, player = "ban", q
	}
	c := r.Site.CollectionOf(record.PlayerLists.Name)
	if kind == "" || c == nil {
		return nil
	}
	if kind == "ban" {
		return []pages.Found{{Label: "Ban " + player, Note: c.Title, URL: c.URL(r) + "/ban?" + url.Values{"who": {player}}.Encode()}}
	}
	values := url.Values{"type": {kind}, "player_id": {player}}
	if steamID.MatchString(player) {
		values.Set("steam_id", player)
	}
	return []pages.Found{{Label: ui.Capital(kind) + " " + player, Note: c.Title, URL: c.URL(r) + "/create?" + values.Encode()}}
}

// downloads offers the generated files whose names hold a word.
func downloads(ctx context.Context, r *site.Request, q string) (found []pages.Found, err error) {
	parts := download.FindStringSubmatch(q)
	if parts == nil {
		return nil, nil
	}
	word := strings.ToLower(parts[1])
	files, err := r.Site.DB.ValuesOf(ctx, record.Files, r.Scope(), "path", maxFiles)
	slices.SortStableFunc(files, func(a, b string) int { return rank(path.Base(a), word) - rank(path.Base(b), word) })
	for _, file := range files {
		if file = inServer(r, file); strings.Contains(strings.ToLower(file), word) && len(found) < most-1 {
			found = append(found, pages.Found{Label: "Download " + path.Base(file), Note: file, URL: r.Instance.URL + "/files/" + (&url.URL{Path: file}).EscapedPath()})
		}
	}
	if strings.Contains("all files as zip", word) {
		found = append(found, pages.Found{Label: "Download all files", Note: "ZIP", URL: r.Instance.URL + "/files.zip"})
	}
	return found, err
}

// maxFiles is how many files of an instance are looked at.
const maxFiles = 2_000

// inServer returns where a file is below the root of the server.
func inServer(r *site.Request, file string) string {
	if below, atRoot := strings.CutPrefix(file, "/"); atRoot {
		return below
	}
	return "mpmissions/" + r.Instance.Text("mission") + "/" + file
}

// changes offers to change a number in all records of the list that the user looks at.
func changes(r *site.Request, q string) []pages.Found {
	verb, name, value := "", "", ""
	if parts := halved.FindStringSubmatch(q); parts != nil {
		by := byOneWord[strings.ToLower(parts[1])]
		verb, name, value = by[0], parts[2], by[1]
	} else if parts := computed.FindStringSubmatch(q); parts != nil {
		verb, name, value = strings.ToLower(parts[1]), parts[2], parts[3]
	}
	c, filter := listAt(r)
	if verb == "" || c == nil {
		return nil
	}
	f := fieldCalled(c, name)
	if f == nil {
		return nil
	}
	key := "change[" + f.Name + "]"
	values := url.Values{"q": {cmp.Or(filter, "*")}, key + "[do]": {verb}, key + "[value]": {value}}
	label := ui.Capital(verb) + " " + f.Label + map[string]string{"set": " to ", "add": ": "}[verb]
	if verb == "multiply" || verb == "divide" {
		label += " by "
	}
	note := "all " + c.Many
	if filter != "" {
		note = c.Many + " of this view: " + filter
	}
	return []pages.Found{{Label: label + value, Note: note, URL: c.URL(r) + "/bulk/preview?" + values.Encode()}}
}

// fieldCalled returns the number that people know by a name; nil for none.
func fieldCalled(c *site.Collection, name string) *record.Field {
	for _, f := range c.Resource.Fields {
		if recordform.Numeric(f) && f.Writable() && (strings.EqualFold(f.Name, name) || strings.EqualFold(f.Label, name)) {
			return f
		}
	}
	return nil
}

// listAt returns the list that the user looks at, with its filter, by the address that the request says; nil for none.
func listAt(r *site.Request) (*site.Collection, string) {
	at, err := url.Parse(r.Text("at"))
	if err != nil {
		return nil, ""
	}
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if list := c.URL(r); !c.Resource.HoldsDocuments() && (at.Path == list || at.Path == list+"/grid") {
			return c, at.Query().Get("q")
		}
	}
	return nil, ""
}
