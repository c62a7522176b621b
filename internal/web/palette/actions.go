package palette

import (
	"context"
	"errors"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/bulk"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// actions returns what can be done in the instance by the words of the text. Nothing is done before the page behind it is sent.
func actions(ctx context.Context, r *site.Request, q string) ([]pages.Found, error) {
	if !inInstance(r) {
		return nil, nil
	}
	found := append(bans(r, q), changes(r, q)...)
	answers, unanswered := whys(ctx, r, q)
	files, err := downloads(ctx, r, q)
	found = slices.Concat(found, answers, files)
	runs, failed := recipes(ctx, r, q)
	found = append(found, runs...)
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if label := "New " + c.One; fits(label, q) && len(strings.Fields(q)) > 1 {
			found = append(found, pages.Found{Label: label, URL: c.URL(r) + "/create"})
		}
	}
	if fits("Import server files", q) {
		found = append(found, pages.Found{Label: "Import server files", URL: r.Instance.URL + "#import"})
	}
	return found[:min(len(found), most)], errors.Join(err, failed, unanswered)
}

var (
	banned   = regexp.MustCompile(`(?i)^(ban|whitelist)\s+(\S.*)$`)
	steamID  = regexp.MustCompile(`^7656[0-9]{13}$`)
	download = regexp.MustCompile(`(?i)^download\b\s*(\S*)`)
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
			found = append(found, pages.Found{
				Label: "Download " + path.Base(file), Note: file, URL: r.Instance.URL + "/files/" + (&url.URL{Path: file}).EscapedPath(),
			})
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

// recipes offers to run recipes, the instance's own and those that are built in. Their pages show what they would change.
func recipes(ctx context.Context, r *site.Request, q string) (found []pages.Found, err error) {
	offer := func(title, name string) {
		if label := "Run " + title; fits(label+" recipe", q) {
			found = append(found, pages.Found{Label: label, Note: "recipe", URL: r.Instance.URL + "/recipes/" + name})
		}
	}
	own, err := r.Site.DB.All(ctx, record.Recipes, r.Scope(), "")
	for _, row := range own {
		offer(record.Recipes.TitleOf(row), record.Recipes.SID(row))
	}
	for _, b := range bulk.BuiltIns() {
		offer(b.Title, b.Name)
	}
	return found, err
}
