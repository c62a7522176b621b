package drafts

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/bundle"
	"quartermaster/internal/bundles"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// told is what a page tells a bundle: its answers and other names, and how a newer version comes in.
type told struct {
	answers *jsontree.Object
	names   map[string]string
	prefer  layers.Choice
	newKey  bool
}

func (t told) ask(dryRun bool) bundles.Ask {
	return bundles.Ask{
		State: layers.Off, Answers: t.answers, Names: t.names, NewKey: t.newKey, DryRun: dryRun, Choices: layers.Choices{Prefer: t.prefer},
	}
}

// toldBy reads what a form tells the bundle: a field for each question, and map[KEY].
func toldBy(r *site.Request, b *bundle.Bundle) told {
	t := told{
		answers: new(jsontree.Object), names: map[string]string{}, prefer: layers.Choice(r.Text("prefer")), newKey: r.Text("new_key") == "1",
	}
	for _, a := range b.Asks {
		name := "answer_" + a.Name
		switch x, z := r.Text(name+"_x"), r.Text(name+"_z"); {
		case a.Kind == bundle.Position && x != "" && z != "":
			t.answers.Set(a.Name, []any{x, z})
		case a.Kind != bundle.Position && r.Text(name) != "":
			t.answers.Set(a.Name, r.Text(name))
		}
	}
	for key, value := range r.Input.Object("map").All() {
		if name := strings.TrimSpace(ui.TextOf(value)); name != "" {
			t.names[key] = name
		}
	}
	return t
}

// showInstall shows what a bundle would change, and asks what it wants to know.
func showInstall(ctx context.Context, r *site.Request) (site.Response, error) {
	_, file, err := bundleService(r).Offered(ctx, r.Param("bundle"))
	if err != nil {
		return site.Response{}, err
	}
	b, err := bundle.Open(file.Data)
	if err != nil {
		return site.Response{}, err
	}
	return askFor(ctx, r, b, bundlesURL(r)+"/"+r.Param("bundle"), told{}, "")
}

// install makes a layer of a bundle that anybody here may install.
func install(ctx context.Context, r *site.Request) (site.Response, error) {
	_, file, err := bundleService(r).Offered(ctx, r.Param("bundle"))
	if err != nil {
		return site.Response{}, err
	}
	b, err := bundle.Open(file.Data)
	if err != nil {
		return site.Response{}, err
	}
	t := toldBy(r, b)
	if r.Text("look") == "1" {
		return askFor(ctx, r, b, bundlesURL(r)+"/"+r.Param("bundle"), t, "")
	}
	done, err := bundleService(r).Install(ctx, r.Scope(), b, t.ask(false))
	if why := refusal(err); why != "" {
		return askFor(ctx, r, b, bundlesURL(r)+"/"+r.Param("bundle"), t, why)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(layersURL(r)+"/"+done.Layer.SID, installedText(done)), nil
}

func installedText(done bundles.Installed) string {
	if done.Replaced != "" {
		return "Version " + done.Version + " of " + done.Name + " has replaced version " + done.Replaced + "."
	}
	return "The bundle " + done.Name + " is installed as a layer. It is off: check what it changes, then turn it on."
}

// askFor draws the form of a bundle with what would change; why says what is wrong with what was told.
func askFor(ctx context.Context, r *site.Request, b *bundle.Bundle, action string, t told, why string) (site.Response, error) {
	done, err := bundleService(r).Install(ctx, r.Scope(), b, t.ask(true))
	refused := refusal(err)
	if err != nil && refused == "" {
		return site.Response{}, err
	}
	view := pages.BundlePage{About: paragraphs(b.About), Facts: factsOf(b)}
	if done.Replaced != "" {
		view.Facts = append(view.Facts, pages.BundleFact{Label: "Takes the place of", Text: "version " + done.Replaced})
	}
	if lacking := lackingMods(done); lacking != "" {
		view.Facts = append(view.Facts, pages.BundleFact{Label: "Mods your server doesn’t have", Text: lacking})
	}
	rows := rowsPage(r, done.Layer.List, nil)
	view.Areas, view.More = rows.Areas, rows.More
	form := ui.PlainForm("install", action, "Install", fieldsFor(b, done, t, err)...)
	view.Sheets = []pages.BundleSheet{{Title: "Install it", Text: "It becomes a layer that stays off until you turn it on.", Form: form}}
	response := site.Response{Page: r.Inside(b.Name, ui.Link{Label: "Bundles", URL: bundlesURL(r)}), View: view}
	if why == "" {
		why = refused
	}
	if why != "" {
		response.Page.Notices = append(response.Page.Notices, ui.Notice{Tone: ui.Bad, Text: why})
	}
	if b.Signature != bundle.Good {
		response.Page.Notices = append(response.Page.Notices, ui.Notice{Tone: ui.Bad, Text: "Signature: " + worth[b.Signature]})
	}
	return response, nil
}

// lackingMods lists the mods that a bundle needs and the server does not have; empty for none.
func lackingMods(done bundles.Installed) string {
	var mods []string
	for _, key := range done.Missing {
		if mod, is := strings.CutPrefix(key, "mod:"); is {
			mods = append(mods, mod)
		}
	}
	return strings.Join(mods, ", ")
}

// fieldsFor are the controls for the questions of a bundle and for what is missing.
func fieldsFor(b *bundle.Bundle, done bundles.Installed, t told, err error) (fields []ui.Field) {
	for _, a := range b.Asks {
		fields = append(fields, askFields(a, t)...)
	}
	keys := append([]string{}, done.Missing...)
	for key := range t.names {
		keys = append(keys, key)
	}
	for _, key := range keys {
		kind, name, _ := strings.Cut(key, ":")
		switch kind {
		case "class", "usage", "tier", "category", "tag":
			fields = append(fields, ui.Field{
				Name: "map[" + key + "]", Label: ui.Capital(kind) + " " + name, Kind: ui.Text, Value: t.names[key], MaxLength: 100, Code: true,
				Help: "Your server doesn’t have it. Name a replacement, or leave it empty to keep it as it is.",
			})
		}
	}
	if done.Replaced != "" || isClash(err) {
		fields = append(fields, ui.Field{
			Name: "prefer", Label: "If both changed a value", Kind: ui.Select,
			Value: string(t.prefer), Options: []ui.Option{
				{Label: "Ask me"},
				{Value: string(layers.Mine), Label: "What is there now"},
				{Value: string(layers.Theirs), Label: "What the bundle brings"},
			},
		})
	}
	if asksForKey(err) {
		fields = append(fields, ui.Field{Name: "new_key", Label: "Accept it even though it is signed with a different key", Kind: ui.Switch})
	}
	return fields
}

func isClash(err error) bool {
	var clashing layers.Clashes
	return errors.As(err, &clashing)
}

func asksForKey(err error) bool {
	var problems validate.Errors
	return errors.As(err, &problems) && len(problems) > 0 && problems[0].Field == "new_key"
}

func askFields(a bundle.Ask, t told) []ui.Field {
	value, answered := t.answers.Get(a.Name)
	if !answered {
		value = a.Default
	}
	name := "answer_" + a.Name
	f := ui.Field{Name: name, Label: a.Label, Help: a.Help, Kind: ui.Text, Value: ui.TextOf(value), MaxLength: 200}
	switch a.Kind {
	case bundle.Position:
		pair, _ := value.([]any)
		if len(pair) != 2 {
			pair = []any{"", ""}
		}
		return []ui.Field{
			{
				Name: name + "_x", Label: a.Label + ", from the west", Unit: "m", Kind: ui.Number, Step: "any", Value: ui.TextOf(pair[0]), Help: a.Help,
			},
			{Name: name + "_z", Label: a.Label + ", from the south", Unit: "m", Kind: ui.Number, Step: "any", Value: ui.TextOf(pair[1])},
		}
	case bundle.Number, bundle.Whole:
		f.Kind, f.MaxLength = ui.Number, 0
		if a.Kind == bundle.Number {
			f.Step = "any"
		}
		if a.Min != nil {
			f.Min = string(jsontree.Decimal(*a.Min))
		}
		if a.Max != nil {
			f.Max = string(jsontree.Decimal(*a.Max))
		}
	case bundle.Choice:
		f.Kind = ui.Select
		for _, one := range a.In {
			f.Options = append(f.Options, ui.Option{Value: one, Label: one})
		}
	}
	return []ui.Field{f}
}

// showAnswers asks again what the bundle of a layer wants to know.
func showAnswers(ctx context.Context, r *site.Request) (site.Response, error) {
	b, err := bundleService(r).OfLayer(ctx, r.Scope(), r.Param("layer"))
	if err != nil {
		return site.Response{}, err
	}
	return askFor(ctx, r, b.Bundle, layersURL(r)+"/"+r.Param("layer")+"/answers", told{answers: b.Answers, names: b.Names}, "")
}

// answer installs the bundle of a layer again, with other answers.
func answer(ctx context.Context, r *site.Request) (site.Response, error) {
	b, err := bundleService(r).OfLayer(ctx, r.Scope(), r.Param("layer"))
	if err != nil {
		return site.Response{}, err
	}
	t := toldBy(r, b.Bundle)
	done, err := bundleService(r).Install(ctx, r.Scope(), b.Bundle, t.ask(false))
	if why := refusal(err); why != "" {
		return askFor(ctx, r, b.Bundle, layersURL(r)+"/"+r.Param("layer")+"/answers", t, why)
	}
	if err != nil {
		return site.Response{}, err
	}
	return r.Done(layersURL(r)+"/"+done.Layer.SID, "The layer now uses your new answers."), nil
}

// madeOf reports whether a layer was made of a bundle whose answers can be changed.
func madeOf(ctx context.Context, r *site.Request, layer string) (bool, error) {
	_, err := bundleService(r).OfLayer(ctx, r.Scope(), layer)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}
