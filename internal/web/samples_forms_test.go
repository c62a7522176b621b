package web_test

import (
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// conflictForm is a form that somebody else was faster with.
func conflictForm() ui.FormView {
	view := typeForm(false)
	view.Form.One, view.Form.Base = "type", "nominal=abc"
	view.Form.Merged = ui.Merged{Kept: []string{"Lifetime"}, Conflicts: []ui.Conflict{
		{Name: "nominal", Label: "Nominal", Yours: []string{"20"}, Theirs: []string{"35"}, By: "Anna", When: sampleTime},
		{Name: "usage_ids", Label: "Usages", Theirs: []string{"Military, Police"}},
	}}
	return view
}

// doubtfulForm is a form with a value that is hardly meant.
func doubtfulForm() ui.FormView {
	view := typeForm(false)
	view.Form.Asks = true
	view.Form.Warn(validate.Refusal("min", "Minimum is above “Nominal”, which is 5."))
	return view
}

func samplePaste(report *pages.ImportReport) pages.Paste {
	form := ui.Form{ID: "paste", Action: root + "/paste", Submit: "Preview", Cancel: root, Sets: []ui.Fieldset{{Fields: []ui.Field{
		{
			Name: "text", Label: "Text", Kind: ui.TextArea, Required: true, Code: true, Wide: true, Value: "<type name=\"Mod_Gun\"/>",
			Help: "XML of types, or lines of a TraderConfig.txt.",
		},
		{Name: "into", Label: "Into the file", Kind: ui.Select, Options: []ui.Option{{Label: "the main file of its kind"}}},
	}}}}
	return pages.Paste{Form: form, Report: report}
}
