package web

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/ui"
)

// loadoutData is the field of the form that holds a loadout as JSON text.
const loadoutData = "data"

func aiLoadoutPages() *documentPages {
	return &documentPages{
		resource: record.AILoadouts, param: "expansionAILoadout", one: "AI loadout", many: "AI loadouts",
		lead:        "What the AI characters and new players of the Expansion mod wear and carry. Each loadout is one file.",
		columns:     []string{"name", "slots_count", "sets_count"},
		empty:       "Import the files of profiles/ExpansionMod/Loadouts, or create the first loadout here.",
		deletion:    "This also deletes its file. Patrols, quests and loadouts that use it will no longer find it.",
		show:        showLoadout,
		edit:        editLoadout,
		accept:      acceptLoadout,
		naming:      func(path string) string { return loadoutData + "." + path },
		oneDocument: true,
	}
}

// acceptLoadout takes the loadout that was sent in the place of the one that is stored: the builder sends all of it.
func acceptLoadout(_ context.Context, r *request, document *jsontree.Object) (problems validate.Errors) {
	sent, wrong := sentLoadout(r)
	if len(wrong) > 0 {
		return validate.Errors{{Field: loadoutData, Messages: wrong}}
	}
	*document = *sent
	return nil
}

// sentLoadout reads the loadout of the form; otherwise it returns what is wrong with the text.
func sentLoadout(r *request) (sent *jsontree.Object, wrong []string) {
	value, _ := r.input.Get(loadoutData)
	text, isText := value.(string)
	switch {
	case value == nil:
		return nil, []string{"The data field is required."}
	case !isText:
		return nil, []string{"The data field must be a valid JSON string."}
	}
	sent, err := expansion.Parse(text)
	var syntax *jsontree.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, []string{"The data field must be a valid JSON string.", ui.Capital(syntax.Error()) + "."}
	case err != nil:
		return nil, []string{"The data field must hold one JSON object."}
	case expansion.Loadout.Fits(sent) != nil:
		return nil, []string{"The data field must hold a loadout: an object with InventoryAttachments, InventoryCargo or Sets."}
	}
	return sent, nil
}

func showLoadout(ctx context.Context, r *request, p *documentPages, row record.Row) (*ui.Page, ui.View, error) {
	document, err := p.documentIn(row)
	if err != nil {
		return nil, nil, err
	}
	names, err := r.loadoutNames(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	urls := map[string]string{}
	for _, other := range names {
		urls[strings.ToLower(other.Label)] = other.URL
	}
	known := func(name string) bool { return urls[strings.ToLower(name)] != "" }
	return p.showPage(r, row), loadoutView{
		Lead:  loadoutLead(p.resource, row),
		Parts: linked(expansion.Outline(p.resource.TitleOf(row), document, known), urls),
		Empty: ui.Empty{
			Title: "Empty loadout", Text: "This loadout has no items yet. Open the builder to add slots, cargo or sets.",
			Action: &ui.Link{Label: "Edit", URL: p.recordURL(r, row) + "/edit"},
		},
		Delete: p.confirmDeletion(r, row),
	}, nil
}

func loadoutLead(res *record.Resource, row record.Row) string {
	slots, _ := row[res.Index("slots_count")].(int64)
	sets, _ := row[res.Index("sets_count")].(int64)
	return "Fills " + ui.Plural(int(slots), "slot", "slots") + " and has " + ui.Plural(int(sets), "set", "sets") +
		". Each item is drawn by its own chance, before its slot takes one."
}

// linked gives the parts of an outline the addresses of the loadouts that they name.
func linked(parts []expansion.Part, urls map[string]string) []loadoutPart {
	list := make([]loadoutPart, len(parts))
	for i, part := range parts {
		list[i] = loadoutPart{Part: part, Parts: linked(part.Parts, urls)}
		if part.Included {
			list[i].URL = urls[strings.ToLower(part.Name)]
		}
	}
	return list
}

// mostLoadouts is how many names of loadouts a page knows.
const mostLoadouts = 1000

// loadoutNames are the loadouts of the instance by name, with their addresses.
func (r *request) loadoutNames(ctx context.Context, p *documentPages) ([]ui.Link, error) {
	found, err := r.web.DB.List(ctx, p.resource, r.scope(), record.Query{Page: 1, PerPage: mostLoadouts, Sort: p.resource.Title})
	if err != nil {
		return nil, err
	}
	links := make([]ui.Link, len(found.Rows))
	for i, row := range found.Rows {
		links[i] = ui.Link{Label: p.resource.TitleOf(row), URL: p.recordURL(r, row)}
	}
	return links, nil
}

// loadoutSlots are the usual names of slots. Source: formats, B.5.
var loadoutSlots = []string{
	"Body", "Legs", "Feet", "Headgear", "Vest", "Back", "Hands", "Hips", "Shoulder", "Melee", "Mask", "Gloves", "Armband", "Eyewear", "Bow",
}

func editLoadout(ctx context.Context, r *request, p *documentPages, row record.Row) (*ui.Page, ui.View, error) {
	names, err := r.loadoutNames(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	var others []string
	for _, other := range names {
		if other.Label != p.resource.TitleOf(row) {
			others = append(others, other.Label)
		}
	}
	text, _ := row[p.resource.Index("document")].(string)
	form := p.form(r, row, []ui.Fieldset{{Fields: []ui.Field{p.nameField(row), {
		Name: loadoutData, Label: "Loadout", Help: "JSON. Unknown keys are kept.",
		Kind: ui.TextArea, Value: text, Code: true, Required: true,
	}}}})
	return p.formPage(r, row), loadoutFormView{
		Form: r.restore(form), Item: expansion.Text(expansion.Loadout.Default()), Delete: p.deletionOf(r, row),
		Suggestions: []ui.Suggestions{
			{ID: "loadout-slots", Values: loadoutSlots}, {ID: "loadout-names", Values: others}, {ID: classNamesList, URL: r.classNamesURL()},
		},
	}, nil
}
