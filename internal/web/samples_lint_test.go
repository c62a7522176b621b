package web_test

import (
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// lintSamples are the pages about findings and rules.
func lintSamples() []sample {
	return []sample{
		{"lint", 200, lintPage(), sampleLintView()},
		{
			"lint-clean", 200, inside("Problems", "/lint"),
			pages.Problems{Table: ui.Table{Empty: ui.Empty{Title: "No problems found", Text: "The lint has found no problems."}}},
		},
		{"lint-fix", 200, under(inside("Fix: Min above nominal", "/lint/fix"), "Problems", "/lint"), pages.Fix{
			Lead: "This changes 2 records as one revision, which the history can undo.",
			Changes: []pages.FixedRecord{
				{Change: pages.Change{
					Action: "updated", Resource: "type", Name: "AKM", URL: root + "/types/tYpE000001/edit",
					Fields: []pages.FieldChange{{Label: "Min", Before: "10", After: "5"}},
				}},
				{Change: pages.Change{
					Action: "deleted", Resource: "trader category", Name: "Vegetables",
					Fields: []pages.FieldChange{{Label: "Name", Before: "Vegetables"}},
				}},
				{
					Change: pages.Change{Action: "updated", Resource: "file", Name: "cfgeconomycore.xml"},
					Lines:  "+ <file name=\"mod.xml\" type=\"types\"/>\n",
				},
			},
			Form: ui.Form{ID: "fix", Action: root + "/lint/fix?rule=min-over-nominal", Submit: "Change 2 records", Cancel: root + "/lint"},
		}},
		{"lint-rules", 200, under(inside("Rules and severities", "/lint/rules"), "Problems", "/lint"), ui.FormView{
			Form: ui.Form{ID: "lint", Action: root + "/lint/rules", Method: "PUT", Submit: "Save", Sets: sampleSeverities()},
		}},
	}
}

func sampleSeverities() []ui.Fieldset {
	choice := []ui.Option{{Label: "default: warning", Selected: true}, {Value: "off", Label: "off"}}
	return []ui.Fieldset{
		{
			Title:  "Server",
			Fields: []ui.Field{{Name: "restart_interval", Label: "Restart interval", Unit: "s", Kind: ui.Duration, Value: "14400"}},
		},
		{
			Title:  "Types",
			Fields: []ui.Field{{Name: "severities[min-over-nominal]", Label: "Min above nominal", Kind: ui.Select, Options: choice}},
		},
	}
}

func lintPage() *ui.Page {
	page := inside("Problems", "/lint")
	page.Actions = []ui.Link{{Label: "Severities", URL: root + "/lint/rules"}, {Label: "About the rules", URL: apidocs.RulesURL}}
	return page
}

func sampleLintView() pages.Problems {
	row := func(name, one, message, fix, fixURL string) ui.Row {
		return ui.Row{Cells: []ui.Cell{
			{Kind: ui.CodeCell, Text: name, URL: root + "/types/tYpE000001/edit", Note: one},
			{Text: message},
			{Text: fix, URL: fixURL},
		}}
	}
	errors := []ui.Row{row("Server stops in #tmin minutes", "message", "The message shuts the server down but does not say when.", "by hand",
		"")}
	warnings := []ui.Row{
		row("AKM", "type", "min (10) is above nominal (5).", "Lower min to 5.", root+"/lint/fix?rule=min-over-nominal&sid=tYpE000001"),
		row("Land_Wreck_sed01_aban1_police_DE", "spawnable type", "The class has no loot entry and is not in the catalog.", "by hand", ""),
	}
	q := query(root+"/lint", "severity=warning")
	severity := ui.Filter("severity", "Severity")
	severity.Offer("warning", "Warnings")
	return pages.Problems{
		Lead: "1 error, 2 warnings. Nothing changes unless you ask for it.",
		Table: ui.Table{
			Label: "Problems", Hint: "Search by name or message", Query: q, Filters: []ui.Field{severity}, Rows: append(errors, warnings...),
			Pager: ui.Pager{Query: q, Page: 1, PerPage: 2, Total: 3},
		},
		Sections: []pages.ProblemSection{
			{ID: "errors", Title: "Errors", Tone: ui.Bad, Count: 1, Groups: []pages.ProblemGroup{
				{
					ID: "shutdown-without-deadline", Title: "Shutdown without a deadline", About: apidocs.RulesURL + "/shutdown-without-deadline",
					Count: 1, Rows: errors,
				},
			}},
			{ID: "warnings", Title: "Warnings", Tone: ui.Warn, Count: 9, Groups: []pages.ProblemGroup{{
				ID: "min-over-nominal", Title: "Min above nominal", About: apidocs.RulesURL + "/min-over-nominal", Count: 9, Rows: warnings,
				All: &ui.Link{Label: "All 9", URL: root + "/lint?rule=min-over-nominal"},
				Fix: &ui.Link{Label: "Fix all 9", URL: root + "/lint/fix?rule=min-over-nominal"},
			}}},
		},
		Vanilla: &ui.Link{Label: "35 problems that the game's own files also have", URL: root + "/lint?vanilla=1"},
		Logs: pages.ServerLogs{Upload: root + "/lint/logs", Logs: []pages.ServerLog{
			{
				Name: "DayZServer_x64_2026-01-12_18-30-04.RPT", About: "RPT, game 1.28.160123, started 2026/01/12 18:30:05, 12 complaints",
				Added: sampleTime, Dismiss: root + "/lint/logs/lOgLoGlOg1/dismiss",
			},
		}},
		Restart: &ui.Form{ID: "restart", Action: root + "/lint/rules", Method: "PUT", Submit: "Save", Sets: []ui.Fieldset{{Fields: []ui.Field{
			{
				Name: "restart_interval", Label: "How often does the server restart?", Kind: ui.Select, Required: true,
				Options: []ui.Option{{Label: "Choose"}, {Value: "14400", Label: "every 4 hours"}},
			},
		}}}},
	}
}
