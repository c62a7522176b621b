package web_test

import (
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

func sampleDiff() pages.Diff {
	const path = "mpmissions/dayzOffline.enoch/db/types.xml"
	view := pages.Diff{
		Path: path, Kind: "types",
		Lead:  "What generation writes, compared with the last imported one: 1 record changed, 1 record added and 1 record removed.",
		Notes: []string{"The first 1,000 lines of the text are shown."},
		Records: pages.ByArea([]pages.Change{
			{Action: "changed", Area: "Types", Name: "AKM", URL: root + "/types/tYpE000001/edit", Fields: []pages.FieldChange{
				{Label: "Nominal", Before: "15", After: "20"},
				{Label: "Usages", Before: "Military", After: "Military, Police"},
				{Label: "Cost", After: "100"},
			}},
			{
				Action: "added", Area: "Types", Name: "Hammer", URL: root + "/types/tYpE000002/edit",
				Fields: []pages.FieldChange{{Label: "Nominal", After: "3"}},
			},
			{
				Action: "removed", Area: "Types", Name: "AnUnusuallyLongClassNameOfAModification_WithVariants_Green",
				Fields: []pages.FieldChange{{Label: "Nominal", Before: "4"}},
			},
		}, 3),
		Pager: ui.Pager{Query: query(root+"/diff/"+path, ""), Page: 1, PerPage: 50, Total: 120},
	}
	view.DrawText("--- a\n+++ b\n@@ -10,5 +10,6 @@\n     <type name=\"AKM\">\n-        <nominal>15</nominal>\n+        "+
		"<nominal>20</nominal>\n+        <cost>100</cost>\n"+
		"         <lifetime>28800</lifetime>\n     </type>\n\n@@ -400,2 +401,1 @@\n     </type>\n-\t<!-- "+"a long remark that someone has "+
		"left behind in the file, for whoever comes after -->\n", "")
	return view
}
