package web

import "quartermaster/internal/web/ui"

func diffView() DiffView {
	const path = "mpmissions/dayzOffline.enoch/db/types.xml"
	view := DiffView{
		Path: path, Kind: "types", Lead: "What generation writes, compared with the last imported one: 1 record changed, 1 record added and 1 record removed.",
		Notes: []string{"The first 1,000 lines of the text are shown."},
		Records: []DiffRecord{
			{"changed", ui.Neutral, Change{Resource: "type", Name: "AKM", URL: root + "/types/tYpE000001/edit", Fields: []FieldChange{
				{"Nominal", "15", "20"}, {"Usages", "Military", "Military, Police"}, {"Cost", "", "100"},
			}}},
			{"added", ui.Good, Change{Resource: "type", Name: "Hammer", URL: root + "/types/tYpE000002/edit", Fields: []FieldChange{{"Nominal", "", "3"}}}},
			{"removed", ui.Bad, Change{Resource: "type", Name: "AnUnusuallyLongClassNameOfAModification_WithVariants_Green", Fields: []FieldChange{{"Nominal", "4", ""}}}},
		},
		Pager: ui.Pager{Query: query(root+"/diff/"+path, ""), Page: 1, PerPage: 50, Total: 120},
	}
	view.drawText("--- a\n+++ b\n@@ -10,5 +10,6 @@\n     <type name=\"AKM\">\n-        <nominal>15</nominal>\n+        <nominal>20</nominal>\n+        <cost>100</cost>\n"+
		"         <lifetime>28800</lifetime>\n     </type>\n\n@@ -400,2 +401,1 @@\n     </type>\n-\t<!-- "+"a long remark that somebody has left behind in the file, for whoever comes after -->\n", "")
	return view
}
