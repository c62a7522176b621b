package web_test

import (
	"net/http"

	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func textSamples() []sample {
	page := func(name string) *ui.Page { return inside(name, "/texts/mpmissions/dayzOffline.enoch/db/"+name) }
	const text = "<types>\n    <type name=\"AKM\">\n        <nominal>15</nominal>\n    </typ>\n</types>\n"
	action := root + "/texts/mpmissions/dayzOffline.enoch/db/types.xml"
	broken := pages.Text{
		Path: "mpmissions/dayzOffline.enoch/db/types.xml", Kind: "types", Encoding: "utf-8", Language: "xml", Action: action, Base: "0",
		Text: text, Stored: text, Line: "4", Broken: true,
		Cancel: root,
		Problems: []pages.TextProblem{
			{Where: "Line 4", Line: 4, Column: 5, Message: "<type> is closed by </typ>", IsError: true}, {Message: "Something that has no line"},
		},
		Rename: ui.Form{ID: "rename", Action: action, Method: http.MethodPatch, Submit: "Rename", Sets: []ui.Fieldset{{Fields: []ui.Field{{
			Name: "path", Label: "New path", Kind: ui.Text, Value: "mpmissions/dayzOffline.enoch/db/types.xml", Required: true, Code: true,
			Wide: true, Help: "Below the server’s folder.",
		}}}}},
		Delete: ui.Confirm{
			Label: "Delete file", Title: "Delete types.xml?", Text: "The records that belong to it are deleted too.",
			Form: ui.Form{ID: "delete", Action: action, Method: http.MethodDelete, Submit: "Delete file", Danger: true},
		},
	}
	copied, from := broken, broken
	copied.Path, copied.Broken, copied.Problems = broken.Path+".bak", false, nil
	copied.Copy = &pages.TextCopy{
		Of: ui.Link{Label: broken.Path, URL: action}, Compare: ui.Link{Label: "Compare with types.xml", URL: action + "?from=types.xml.bak"},
		Use: ui.Confirm{
			Label: "Use as types.xml", Title: "Put this copy in the place of types.xml?", Text: "The text of the copy becomes that of types.xml.",
			Form: ui.Form{ID: "use", Action: action, Method: http.MethodPut, Submit: "Use it", Danger: true},
		},
	}
	from.From, from.Text, from.Broken, from.Problems = copied.Path, "<types>\n</types>\n", false, nil
	return []sample{
		{"text", 200, page("types.xml"), broken},
		{
			"text-new", 200, page("notes.cfg"),
			pages.Text{Path: "notes.cfg", Language: "cfg", Action: root + "/texts/notes.cfg", IsNew: true, Cancel: root},
		},
		{"text-copy", 200, page("types.xml.bak"), copied},
		{"text-from", 200, page("types.xml"), from},
		{"text-binary", 200, page("areaflags.map"), pages.Text{Path: "areaflags.map", IsBinary: true}},
	}
}
