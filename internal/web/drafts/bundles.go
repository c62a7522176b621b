package drafts

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"

	"quartermaster/internal/bundle"
	"quartermaster/internal/bundles"
	"quartermaster/internal/httpd"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func bundleService(r *site.Request) *bundles.Service {
	return bundles.New(r.Site.DB, r.Site.Layers, r.Site.Bulk)
}

const allBundles = "/bundles"

func bundlesURL(r *site.Request) string { return r.Instance.URL + "/bundles" }

// listAllBundles lists the bundles that anybody here may install.
func listAllBundles(ctx context.Context, r *site.Request) (site.Response, error) {
	table, err := bundleTable(ctx, r, allBundles)
	if err != nil {
		return site.Response{}, err
	}
	key, err := bundleService(r).PublicKey(ctx)
	return site.Response{Page: &ui.Page{Title: "Bundles"}, View: pages.BundlePage{
		About: []string{"A bundle adds a set of changes to a server as a layer, which you review before you turn it on. Open one to read " +
			"what it does to the game, and install it from the page Bundles of a server."},
		Facts: []pages.BundleFact{{Label: "Key of this server", Text: key, Code: true}}, Table: &table,
	}}, err
}

// listBundles lists them for an instance, with the form that installs one from a file.
func listBundles(ctx context.Context, r *site.Request) (site.Response, error) {
	table, err := bundleTable(ctx, r, bundlesURL(r))
	return site.Response{Page: r.Inside("Bundles"), View: pages.BundlePage{
		About: []string{"A bundle adds a set of changes as a layer. It stays off until you turn it on."},
		Table: &table, Upload: uploadOf(r),
	}}, err
}

func uploadOf(r *site.Request) *pages.BundleUpload {
	return &pages.BundleUpload{Title: "Install a bundle from a file", Action: bundlesURL(r), Submit: "Upload and preview"}
}

func bundleTable(ctx context.Context, r *site.Request, base string) (ui.Table, error) {
	offers, err := bundleService(r).Offers(ctx)
	table := ui.Table{
		Label: "Bundles", Query: r.Query(),
		Columns: []ui.Column{{Label: "Bundle"}, {Label: "Version"}, {Label: "From"}, {Label: "Licence"}},
	}
	for _, o := range offers {
		by := o.By
		if o.UserID == 0 {
			by = "Quartermaster"
		}
		summary, _, _ := strings.Cut(o.About, "\n")
		table.Rows = append(table.Rows, ui.Row{Cells: []ui.Cell{
			{Text: o.Name, URL: base + "/" + o.SID, Note: summary}, {Text: o.Version}, {Text: by}, {Kind: ui.BadgeCell, Text: o.Licence},
		}})
	}
	return table, err
}

// showOffer is the page of a bundle: what it does to the game.
func showOffer(ctx context.Context, r *site.Request) (site.Response, error) {
	o, file, err := bundleService(r).Offered(ctx, r.Param("bundle"))
	if err != nil {
		return site.Response{}, err
	}
	b, err := bundle.Open(file.Data)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.BundlePage{
		About: paragraphs(b.About), Facts: factsOf(b),
		Links: []ui.Link{{Label: "Download it as a file", URL: allBundles + "/" + o.SID + "/file"}},
	}
	if o.UserID != 0 && (o.UserID == r.User.ID || r.User.IsAdmin) {
		form := ui.PlainForm("withdraw", allBundles+"/"+o.SID, "Take it back")
		form.Method, form.Quiet = http.MethodDelete, true
		view.Sheets = append(view.Sheets, pages.BundleSheet{
			Title: "Withdraw it", Text: "No one else can install it. Servers that have it keep it.", Form: form,
		})
	}
	return site.Response{Page: &ui.Page{Title: b.Name, Crumbs: []ui.Link{{Label: "Bundles", URL: allBundles}}}, View: view}, nil
}

func paragraphs(text string) (list []string) {
	for part := range strings.SplitSeq(text, "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// worth says what a signature is worth.
var worth = map[string]string{
	bundle.Good: "Valid: unchanged since it was signed", bundle.Altered: "Broken: changed since it was signed. Do not trust it.",
	bundle.Unsigned: "None: no one vouches for it",
}

func factsOf(b *bundle.Bundle) []pages.BundleFact {
	facts := []pages.BundleFact{{Label: "Version", Text: b.Version}, {Label: "Signature", Text: worth[b.Signature]}}
	for _, one := range []pages.BundleFact{
		{Label: "Key", Text: b.SignedBy, Code: true},
		{Label: "Licence", Text: b.Licence},
		{Label: "Map", Text: b.Needs.Map},
		{Label: "Needs the mods", Text: strings.Join(b.Needs.Mods, ", ")},
	} {
		if one.Text != "" {
			facts = append(facts, one)
		}
	}
	var asks []string
	for _, a := range b.Asks {
		asks = append(asks, a.Label)
	}
	if len(asks) > 0 {
		facts = append(facts, pages.BundleFact{Label: "Asks", Text: strings.Join(asks, ", ")})
	}
	return facts
}

func downloadOffer(ctx context.Context, r *site.Request) (site.Response, error) {
	_, file, err := bundleService(r).Offered(ctx, r.Param("bundle"))
	return sendFile(file), err
}

func sendFile(f bundles.File) site.Response {
	return site.Response{Write: func(w http.ResponseWriter) error {
		return httpd.SendFrom(w, f.Name, int64(len(f.Data)), io.NopCloser(bytes.NewReader(f.Data)))
	}}
}

func withdrawOffer(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := bundleService(r).Withdraw(ctx, r.Param("bundle"), r.User.ID); err != nil {
		return site.Response{}, err
	}
	return r.Done(allBundles, "The bundle was withdrawn."), nil
}
