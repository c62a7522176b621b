package documents

import (
	"context"
	"errors"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/finder"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// loadoutData is the field of the form with a loadout as JSON text.
const loadoutData = "data"

func aiLoadoutPages() *Pages {
	return &Pages{
		Resource: record.AILoadouts, Param: "expansionAILoadout", One: "AI loadout", Many: "AI loadouts",
		Lead:        "What the AI characters and new players of the Expansion mod wear and carry. Each loadout is one file.",
		Columns:     []string{"name", "slots_count", "sets_count"},
		Empty:       "Import the files of profiles/ExpansionMod/Loadouts, or create the first loadout here.",
		Deletion:    "This also deletes its file. Patrols, quests and loadouts that use it will no longer find it.",
		Show:        showLoadout,
		Draw:        drawLoadout,
		Edit:        editLoadout,
		Accept:      acceptLoadout,
		Naming:      func(path string) string { return loadoutData + "." + path },
		oneDocument: true,
	}
}

// What may be wrong with the text of a loadout.
var (
	mustBeJSON      = validate.Failure{Rule: "json", Predicate: "must be a valid JSON string"}
	mustHoldObject  = validate.Failure{Rule: "object", Predicate: "must hold one JSON object"}
	mustHoldLoadout = validate.Failure{
		Rule: "loadout", Predicate: "must hold a loadout: an object with InventoryAttachments, InventoryCargo or Sets",
	}
)

// acceptLoadout replaces the stored loadout: the form sends all of it.
func acceptLoadout(_ context.Context, r *site.Request, document *jsontree.Object) validate.Errors {
	sent, problems := sentLoadout(r)
	if len(problems) == 0 {
		*document = *sent
	}
	return problems
}

// sentLoadout reads the loadout of the form, or returns what is wrong with it.
func sentLoadout(r *site.Request) (sent *jsontree.Object, problems validate.Errors) {
	value, _ := r.Input.Get(loadoutData)
	text, isText := value.(string)
	switch {
	case value == nil:
		return nil, validate.Wrong(loadoutData, validate.IsRequired)
	case !isText:
		return nil, validate.Wrong(loadoutData, mustBeJSON)
	}
	sent, err := expansion.Parse(text)
	var syntax *jsontree.SyntaxError
	switch {
	case errors.As(err, &syntax):
		problems = validate.Wrong(loadoutData, mustBeJSON)
		problems.AddSentence(loadoutData, ui.Capital(syntax.Error())+".")
		return nil, problems
	case err != nil:
		return nil, validate.Wrong(loadoutData, mustHoldObject)
	case expansion.Loadout.Fits(sent) != nil:
		return nil, validate.Wrong(loadoutData, mustHoldLoadout)
	}
	return sent, nil
}

func showLoadout(ctx context.Context, r *site.Request, p *Pages, row record.Row) (*ui.Page, ui.View, error) {
	document, err := p.DocumentIn(row)
	if err != nil {
		return nil, nil, err
	}
	names, err := loadoutNames(ctx, r, p)
	if err != nil {
		return nil, nil, err
	}
	urls := map[string]string{}
	for _, other := range names {
		urls[strings.ToLower(other.Label)] = other.URL
	}
	known := func(name string) bool { return urls[strings.ToLower(name)] != "" }
	return p.ShowPage(r, row), pages.Loadout{
		Lead:  loadoutLead(p.Resource, row),
		Parts: linked(expansion.Outline(p.Resource.TitleOf(row), document, known), urls),
		Empty: ui.Empty{
			Title: "Empty loadout", Text: "This loadout has no items yet. Open the builder to add slots, cargo or sets.",
			Action: &ui.Link{Label: "Edit", URL: p.RecordURL(r, row) + "/edit" + finder.From(r)},
		},
		Delete: p.ConfirmDeletion(r, row),
	}, nil
}

func loadoutLead(res *record.Resource, row record.Row) string {
	slots, _ := row[res.Index("slots_count")].(int64)
	sets, _ := row[res.Index("sets_count")].(int64)
	return "Fills " + ui.Plural(int(slots), "slot", "slots") + " and has " + ui.Plural(int(sets), "set", "sets") +
		". Each item is drawn by its own chance, before its slot takes one."
}

// linked adds the addresses of loadouts that the parts of an outline name.
func linked(parts []expansion.Part, urls map[string]string) []pages.LoadoutPart {
	list := make([]pages.LoadoutPart, len(parts))
	for i, part := range parts {
		list[i] = pages.LoadoutPart{Part: part, Parts: linked(part.Parts, urls)}
		if part.Included {
			list[i].URL = urls[strings.ToLower(part.Name)]
		}
	}
	return list
}

// mostLoadouts is the most loadouts that a page knows by name.
const mostLoadouts = 1000

// loadoutNames returns links to the loadouts of the instance, by name.
func loadoutNames(ctx context.Context, r *site.Request, p *Pages) ([]ui.Link, error) {
	found, err := r.Site.DB.List(ctx, p.Resource, r.Scope(), record.Query{
		Page: 1, PerPage: mostLoadouts, Sort: []record.Sorting{{Field: p.Resource.Title}},
	})
	if err != nil {
		return nil, err
	}
	links := make([]ui.Link, len(found.Rows))
	for i, row := range found.Rows {
		links[i] = ui.Link{Label: p.Resource.TitleOf(row), URL: p.RecordURL(r, row)}
	}
	return links, nil
}

// loadoutSlots are the usual names of slots. Source: formats, B.5.
var loadoutSlots = []string{
	"Body", "Legs", "Feet", "Headgear", "Vest", "Back", "Hands", "Hips", "Shoulder", "Melee", "Mask", "Gloves", "Armband", "Eyewear", "Bow",
}

func drawLoadout(_ context.Context, r *site.Request, p *Pages, row record.Row) (ui.Form, error) {
	text, _ := row[p.Resource.Index("document")].(string)
	return p.Form(r, row, []ui.Fieldset{{Fields: []ui.Field{p.NameField(row), {
		Name: loadoutData, Label: "Loadout", Help: "JSON. Unknown keys are kept.",
		Kind: ui.TextArea, Value: text, Code: true, Required: true,
	}}}}), nil
}

func editLoadout(ctx context.Context, r *site.Request, p *Pages, row record.Row, form ui.Form) (*ui.Page, ui.View, error) {
	names, err := loadoutNames(ctx, r, p)
	if err != nil {
		return nil, nil, err
	}
	var others []string
	for _, other := range names {
		if other.Label != p.Resource.TitleOf(row) {
			others = append(others, other.Label)
		}
	}
	return p.FormPage(r, row), pages.LoadoutForm{
		Form: form, Item: expansion.Text(expansion.Loadout.Default()), Delete: p.DeletionOf(r, row),
		Suggestions: []ui.Suggestions{
			{ID: "loadout-slots", Values: loadoutSlots}, {ID: "loadout-names", Values: others},
		},
	}, nil
}
