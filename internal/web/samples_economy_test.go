package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// sampleEconomy is the computed economy, compared with a revision.
func sampleEconomy() pages.Economy {
	return pages.Economy{
		Lead: "Target: 20,608 items (1,970 types).", Notes: []string{"areaflags.map is not here."},
		Compare: &pages.EconomyComparison{
			Path: root + "/economy", Says: "Compared with revision 12.", Error: "The history does not have this revision.",
			Fields: []ui.Field{
				{Name: "against", Label: "Compare with", Kind: ui.Select, Options: []ui.Option{{Label: "nothing"}}},
				{Name: "revision", Label: "Revision", Kind: ui.Number},
			},
		},
		Causes: &pages.EconomyCauses{
			List: []pages.EconomyCause{
				{Tone: ui.Bad, Effect: "never spawns", Text: "Nominal is 0.", Fixes: []ui.Link{{Label: "Change Nominal", URL: root + "/types"}}},
				{Tone: ui.Neutral, Effect: "rare", Text: "Min is 0."},
			},
			Wish: &pages.EconomyWish{
				Title: "30 AKM in the world", Reasons: []string{"There is room for 1,586 at a time."},
				Set: ui.Link{Label: "Set nominal to 35 and min to 23", URL: root + "/types/bulk/preview"},
			},
		},
		Sections: []pages.EconomySection{
			{
				ID: "category", Title: "By category", Text: "Each type counts once.", Legend: "bold: wanted, thin: wanted before",
				Files: []pages.EconomyFile{{Label: "CSV", Of: "category", URL: root + "/economy/figures.csv?of=category"}}, Chart: &pages.Chart{
					Label: "Wanted by category", Of: "Category", Columns: []string{"Wanted", "Before", "Room", "Types"}, Thin: true,
					Rows: []pages.ChartRow{
						{Name: "weapons", URL: root + "/types", Figures: []string{"3,499", "3,000", "12,000", "262"}, Length: 1000, OtherLength: 857},
						{Name: "none", Figures: []string{"180", "0", "100", "348"}, Length: 51, Over: true},
					},
				},
			},
			{ID: "scarce", Title: "More wanted than there is room for", Table: &ui.Table{
				Label: "Scarce types", Columns: []ui.Column{{Label: "Type"}, {Label: "Wanted", Numeric: true}}, Pager: ui.Pager{Total: 1},
				Rows: []ui.Row{{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: "AKM", URL: root + "/economy/type?class=AKM"}, {Text: "99"}}}},
			}},
			{ID: "hopeless", Title: "Can never spawn", Table: &ui.Table{
				Label: "Types that cannot spawn", Columns: []ui.Column{{Label: "Type"}}, Pager: ui.Pager{Total: 1},
				Rows: []ui.Row{{Cells: []ui.Cell{{Kind: ui.CodeCell, Text: "SVD"}}}},
			}},
			{
				ID: "stopping", Title: "Spawning stops or begins",
				Table: &ui.Table{Label: "Types that stop", Empty: ui.Empty{Title: "None", Text: "Every type has room."}},
			},
		},
		Asks: []pages.EconomyAsk{{
			ID: "fill", Title: "What lies in a building?", Text: "Fills the map.", Path: root + "/economy/fill", Submit: "Fill",
			Fields: []ui.Field{{Name: "building", Label: "Building", Kind: ui.Text, Required: true}},
		}},
	}
}

// sampleProposal is what changes that are not saved would do to the economy.
func sampleProposal() pages.Economy {
	view := sampleEconomy()
	view.Compare, view.Asks, view.Causes = nil, nil, nil
	view.Proposed = &pages.EconomyProposal{Path: root + "/types/grid/economy", Changes: `{"changed":[]}`}
	return view
}
