package web_test

import (
	"quartermaster/internal/expansion"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
	"quartermaster/internal/web/webtest"
)

// loadoutSamples are the pages of loadouts.
func loadoutSamples() []sample {
	list := "/expansion/gui/ai-loadouts"
	page := func(title, path string) *ui.Page { return under(inside(title, list+path), "AI loadouts", list) }
	gear := []pages.LoadoutPart{
		{Part: expansion.Part{Lead: "60 %", Name: "AKM", Facts: []string{"with AK_WoodBttstck and 2 Mag_AKM_30Rnd"}}},
		{Part: expansion.Part{Lead: "0 %", Name: "M4A1", Warnings: []string{"A chance of 0 means never."}}},
	}
	return []sample{
		{"ai-loadouts", 200, inside("AI loadouts", list), pages.Documents{
			Many: "AI loadouts", Import: root + list + "/import", Limit: "64 MB", Problems: []string{"Bad.json: line 2, column 1."},
			Table: ui.Table{
				Label: "AI loadouts", Query: query(root+list, ""),
				Empty: ui.Empty{Title: "No AI loadouts yet", Text: "Import the files, or build the first loadout here."},
			},
		}},
		{"ai-loadout", 200, page("Bandit", "/lOaDoUt001"), pages.Loadout{
			Lead: "Fills 1 slot and has 0 sets.", Delete: sampleCancel(),
			Parts: []pages.LoadoutPart{
				{Part: expansion.Part{Lead: "Everything from", Name: "Guard", Included: true}, URL: root + list + "/lOaDoUt002"},
				{Part: expansion.Part{Lead: "Shoulder", Facts: []string{"one of those that are drawn"}}, Parts: gear},
			},
		}},
		{
			"ai-loadout-empty", 200, page("Nothing", "/lOaDoUt003"),
			pages.Loadout{Empty: ui.Empty{Title: "Empty loadout", Text: "This loadout has no items yet."}},
		},
		{"ai-loadout-form", 200, page("Edit Bandit", "/lOaDoUt001/edit"), sampleLoadoutForm(webtest.LoadoutJSON, "")},
		{
			"ai-loadout-wrong", 422, page("Edit Bandit", "/lOaDoUt001/edit"),
			sampleLoadoutForm(`{"Sets": [`, "Line 1, column 11: the document ends where a value is expected."),
		},
	}
}

func sampleLoadoutForm(text, problem string) pages.LoadoutForm {
	gui := root + "/expansion/gui"
	return pages.LoadoutForm{
		Item: expansion.Text(expansion.Loadout.Default()), Delete: sampleCancel(),
		Suggestions: []ui.Suggestions{
			{ID: "loadout-slots", Values: []string{"Body", "Legs", "Vest"}}, {ID: "loadout-names", Values: []string{"Guard"}},
		},
		Form: ui.Form{
			ID: "AI-loadout", Action: gui + "/ai-loadouts/lOaDoUt001", Method: "PUT", Submit: "Save", Cancel: root,
			Sets: []ui.Fieldset{{Fields: []ui.Field{
				{Name: "name", Label: "File name", Kind: ui.Text, Value: "Bandit", Required: true, MaxLength: 200},
				{Name: "data", Label: "Loadout", Kind: ui.TextArea, Code: true, Value: text, Error: problem},
			}}},
		},
	}
}
