package web_test

import (
	"net/http"

	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func sampleDrafts() pages.Drafts {
	form := single("draft", root, "Make a draft", ui.Field{Name: "name", Label: "Name", Kind: ui.Text, Required: true})
	return pages.Drafts{
		Lead: "Try changes in a copy of this server.",
		Table: ui.Table{
			Label: "Drafts", Columns: []ui.Column{{Label: "Draft"}, {Label: "By"}, {Label: "Made"}, {Label: "Delete"}},
			Rows: []ui.Row{{Cells: []ui.Cell{
				{Text: "Winter economy", URL: root, Note: "Less food in the north"},
				{Text: "Anna"},
				{Kind: ui.TimeCell, Time: sampleTime},
				{Choice: &ui.Choice{ID: "end-1", Action: root, Method: http.MethodDelete, Submit: "Delete"}},
			}}},
		},
		Title: "Try changes in a draft", Form: &form,
	}
}

func draftPage() *ui.Page {
	page := inside("What the draft changes", "/comparison")
	page.Section.Draft = &ui.Draft{
		Of: ui.Link{Label: "Livonia Hardcore", URL: root}, Text: "by Anna, made from revision 12",
		Compare: ui.Link{Label: "Compare", URL: root + "/comparison"}, Propose: ui.Link{Label: "Propose", URL: root + "/comparison#bring-in"},
	}
	return page
}

func sampleRows() pages.RowsPage {
	lines, _ := pages.HunksOf("@@ -8,3 +8,3 @@\n Medicine.Enabled = true;\n-Medicine.HealthLoss = 0.1;\n+Medicine.HealthLoss = 0.7; // "+
		"[type: float; default: 0.1] what a player loses every second while the organs hurt\n Medicine.BloodLoss = 5;\n", 200)
	return pages.RowsPage{
		ID: "bring-in", Lead: "What this draft changes, compared with Livonia Hardcore.",
		Facts: []string{"Livonia Hardcore has moved on by 3 revisions since the draft was made or updated."}, Conflicts: 1,
		Areas: []pages.RowArea{{Resource: "types", Title: "Types", Count: 3, Choosing: true, Talks: true, Rest: []pages.ChangedRow{
			{Name: "SKS", Action: "added"},
		}, Rows: []pages.ChangedRow{
			{Name: "AKM", Action: "changed", State: "was changed on both sides", Fields: []pages.ChangedField{
				{Label: "Nominal", Before: "10", After: "20", Now: "15", Key: "aB3dE5fG7h.nominal", Clash: true},
				{Label: "Lifetime", Before: "14400 s", After: "28800 s"},
			}, About: "types:aB3dE5fG7h", Said: []ui.Said{{By: "Anna", Text: "Why so many?", Time: sampleTime}}},
			{Name: "M4A1", File: "mods/guns_types.xml", Action: "deleted", About: "types:bB3dE5fG7h"},
		}}, {Resource: "texts", Title: "Files", Count: 1, Rows: []pages.ChangedRow{
			{Name: "profiles/TerjeSettings/Medicine.cfg", Action: "changed", State: "was changed on both sides", Fields: []pages.ChangedField{{
				Label: "Text", Key: "cB3dE5fG7h.text", Clash: true, Lines: lines, More: "Only the first 200 lines are shown.",
				NowLines: []pages.Hunk{pages.Replaced(9, []string{"Medicine.HealthLoss = 0.1;\n"}, []string{"Medicine.HealthLoss = 0.4;\n"})},
			}}},
		}}},
		Acts: []pages.RowAct{
			{Label: "Bring in", Action: root + "/merge"}, {Label: "Update the draft", Action: root + "/refresh", Quiet: true},
		},
		Effects: []pages.Effect{{Title: "New problems", Lines: []string{"AKM: The min of 30 is above the nominal of 20."}}},
		Reviews: []ui.Said{
			{By: "Ben", Text: "Too many for so few players.", Verdict: "rejected", Tone: ui.Bad, Void: true, Time: sampleTime},
			{By: "Carla", Text: "Tried it on the test server.", Verdict: "approved", Tone: ui.Good, Time: sampleTime},
		},
		Talk: root + "/comments", Here: root + "/comparison",
		Judge: root + "/layers/aB3dE5fG7h/review",
		Comments: &ui.Comments{About: "layer:aB3dE5fG7h", Back: root, Action: root + "/comments", List: []ui.Said{
			{By: "Anna", Text: "Why so many?", Time: sampleTime, Delete: root + "/comments/aB3dE5fG7h", ID: "comment-1"},
		}},
	}
}

func sampleBundle() pages.BundlePage {
	form := single("install", root, "Install",
		ui.Field{Name: "answer_factor", Label: "Loot in tier 4", Kind: ui.Number, Step: "any", Value: "2", Help: "2 is twice as many."})
	table := sampleDrafts().Table
	return pages.BundlePage{
		About: []string{"Makes crashed helicopters worth the walk.", "Loot on the ground stays as it is."},
		Facts: []pages.BundleFact{
			{Label: "Version", Text: "1.0.0"},
			{Label: "Signature", Text: "Valid: unchanged since it was signed"},
			{Label: "Key", Text: "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3", Code: true},
		},
		Links: []ui.Link{{Label: "Download it as a file", URL: root}}, Table: &table,
		Sheets: []pages.BundleSheet{{Title: "Install it", Text: "It becomes a layer that stays off until you turn it on.", Form: form}},
		Upload: &pages.BundleUpload{
			Title: "Install a bundle from a file", Action: root,
			Submit: "Upload and preview", NewKey: true, Prefer: true,
		},
		Areas: []pages.RowArea{{Resource: "types", Title: "Types", Count: 1, Rows: []pages.ChangedRow{
			{Name: "AKM", Action: "changed", Fields: []pages.ChangedField{{Label: "Nominal", Before: "10", After: "20"}}},
		}}},
		More: "And 3 records more.",
	}
}
