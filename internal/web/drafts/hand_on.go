package drafts

import (
	"context"
	"errors"
	"net/http"

	"quartermaster/internal/bundle"
	"quartermaster/internal/bundles"
	"quartermaster/internal/layers"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showHandOn asks what is said of a layer that leaves as a bundle.
func showHandOn(ctx context.Context, r *site.Request) (site.Response, error) {
	l, err := r.Site.Layers.Get(ctx, r.Scope(), r.Param("layer"))
	if err != nil {
		return site.Response{}, err
	}
	url := layersURL(r) + "/" + l.SID
	download := r.Restore(ui.PlainForm("download", url+"/bundle/file", "Download it", saidFields(l.Note)...))
	publish := r.Restore(ui.PlainForm("publish", url+"/bundle", "Make it public", saidFields(l.Note)...))
	publish.Quiet = true
	view := pages.BundlePage{
		About: []string{"A bundle is this layer as a file, signed with the key of this server. It holds what changes, and the " +
			"names that it needs."},
		Sheets: []pages.BundleSheet{
			{Title: "As a file", Form: download},
			{Title: "For everyone here", Text: "Everyone with an account here can install it, until you withdraw it.", Form: publish},
		},
	}
	return site.Response{Page: r.Inside("Hand on "+l.Name, layerCrumbs(r, l)...), View: view}, nil
}

// saidFields are the controls for what is said of a bundle that leaves.
func saidFields(about string) []ui.Field {
	return []ui.Field{
		{
			Name: "version", Label: "Version", Kind: ui.Text, Value: "1.0.0", MaxLength: 64, Required: true,
			Help: "Three numbers. A newer version replaces an older one.",
		},
		{Name: "licence", Label: "Licence", Kind: ui.Text, MaxLength: 100, Help: "What others may do with it, such as CC0-1.0."},
		{Name: "about", Label: "What it does to the game", Kind: ui.TextArea, Value: about, MaxLength: 10_000, Wide: true},
	}
}

func layerCrumbs(r *site.Request, l layers.Layer) []ui.Link {
	return []ui.Link{{Label: "Layers", URL: layersURL(r)}, {Label: l.Name, URL: layersURL(r) + "/" + l.SID}}
}

// readSaid returns what a form says of a bundle, and what is wrong with it.
func readSaid(r *site.Request) (said bundles.Said, problems validate.Errors) {
	said = bundles.Said{Name: r.Text("name"), Version: r.Text("version"), Licence: r.Text("licence"), About: r.Text("about")}
	if !bundle.IsVersion(said.Version) {
		problems = validate.Refusal("version", "The version is three numbers such as 1.2.0.")
	}
	return said, problems
}

func exported(ctx context.Context, r *site.Request, said bundles.Said) (bundles.File, string, error) {
	f, err := bundleService(r).Export(ctx, r.Scope(), r.Param("layer"), said)
	if why := refusal(err); why != "" {
		return f, why, nil
	}
	return f, "", err
}

func downloadLayer(ctx context.Context, r *site.Request) (site.Response, error) {
	url := layersURL(r) + "/" + r.Param("layer") + "/bundle"
	about, problems := readSaid(r)
	if len(problems) > 0 {
		return r.Invalid("download", url, problems), nil
	}
	f, why, err := exported(ctx, r, about)
	if why != "" {
		return r.Tell(url, ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	return sendFile(f), err
}

func publishLayer(ctx context.Context, r *site.Request) (site.Response, error) {
	url := layersURL(r) + "/" + r.Param("layer") + "/bundle"
	about, problems := readSaid(r)
	if len(problems) > 0 {
		return r.Invalid("publish", url, problems), nil
	}
	f, why, err := exported(ctx, r, about)
	var offer bundles.Offer
	if why == "" && err == nil {
		offer, err = bundleService(r).Publish(ctx, r.User.ID, f)
	}
	if errors.Is(err, store.ErrFull) {
		why = "You have reached your limit of public bundles. Withdraw one first."
	}
	if why != "" {
		return r.Tell(url, ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(allBundles+"/"+offer.SID, "Everyone here can install "+offer.Name+" now."), nil
}

// showRemoval asks what becomes of what was edited since a layer is on.
func showRemoval(ctx context.Context, r *site.Request) (site.Response, error) {
	l, err := r.Site.Layers.Get(ctx, r.Scope(), r.Param("layer"))
	if err != nil {
		return site.Response{}, err
	}
	url := layersURL(r) + "/" + l.SID + "/removal"
	done, err := r.Site.Layers.TurnOff(ctx, r.Scope(), l.SID, layers.Ask{DryRun: true})
	if why := refusal(err); why != "" {
		return r.Tell(layersURL(r)+"/"+l.SID, ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	keep := ui.PlainForm("remove", url, "Remove it")
	keep.Method, keep.Danger = http.MethodDelete, true
	view := pages.BundlePage{About: []string{"What " + l.Name + " changed is undone, and the layer is deleted."}}
	if n := len(done.Kept); n > 0 {
		view.About = append(view.About, "You have changed "+ui.Plural(n, "record", "records")+" of it since, which are below. Keep your changes?")
		keep.Submit = "Remove it, and keep my changes"
		all := ui.PlainForm("remove-all", url+"?prefer=theirs", "Remove it with my changes")
		all.Method, all.Danger = http.MethodDelete, true
		view.Sheets = append(view.Sheets, pages.BundleSheet{Title: "Keep what you have changed", Form: keep},
			pages.BundleSheet{Title: "Take all of it back", Form: all})
		for i := range done.Kept { // what the layer has made of them is not what they are now
			done.Kept[i].State, done.Kept[i].Changes = layers.Changed, nil
		}
		rows := rowsPage(r, done.Kept, nil)
		view.Areas, view.More = rows.Areas, rows.More
	} else {
		view.Sheets = append(view.Sheets, pages.BundleSheet{Title: "Remove it", Form: keep})
	}
	return site.Response{Page: r.Inside("Remove "+l.Name, layerCrumbs(r, l)...), View: view}, nil
}

// removeLayer turns a layer off and deletes it.
func removeLayer(ctx context.Context, r *site.Request) (site.Response, error) {
	sid := r.Param("layer")
	done, err := r.Site.Layers.TurnOff(ctx, r.Scope(), sid, layers.Ask{Choices: layers.Choices{Prefer: layers.Choice(r.Text("prefer"))}})
	if why := refusal(err); why != "" {
		return r.Tell(layersURL(r)+"/"+sid, ui.Notice{Tone: ui.Bad, Text: why}), nil
	}
	if err == nil {
		err = r.Site.Layers.Delete(ctx, r.Scope(), sid)
	}
	if err != nil {
		return site.Response{}, err
	}
	text := "The layer " + done.Layer.Name + " is removed."
	if n := len(done.Kept); n > 0 && r.Text("prefer") != string(layers.Theirs) {
		text += " " + ui.Plural(n, "record", "records") + " stay the way you changed them."
	}
	return r.Done(layersURL(r), text), nil
}
