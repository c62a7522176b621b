package web

import "quartermaster/internal/web/ui"

func sampleDiff() diffView {
	const path = "mpmissions/dayzOffline.enoch/db/types.xml"
	view := diffView{
		Path: path, Kind: "types", Lead: "What generation writes, compared with the last imported one: 1 record changed, 1 record added and 1 record removed.",
		Notes: []string{"The first 1,000 lines of the text are shown."},
		Records: []diffRecord{
			{"changed", ui.Neutral, changeView{Resource: "type", Name: "AKM", URL: root + "/types/tYpE000001/edit", Fields: []fieldChange{
				{"Nominal", "15", "20"}, {"Usages", "Military", "Military, Police"}, {"Cost", "", "100"},
			}}},
			{"added", ui.Good, changeView{Resource: "type", Name: "Hammer", URL: root + "/types/tYpE000002/edit", Fields: []fieldChange{{"Nominal", "", "3"}}}},
			{"removed", ui.Bad, changeView{Resource: "type", Name: "AnUnusuallyLongClassNameOfAModification_WithVariants_Green", Fields: []fieldChange{{"Nominal", "4", ""}}}},
		},
		Pager: ui.Pager{Query: query(root+"/diff/"+path, ""), Page: 1, PerPage: 50, Total: 120},
	}
	view.drawText("--- a\n+++ b\n@@ -10,5 +10,6 @@\n     <type name=\"AKM\">\n-        <nominal>15</nominal>\n+        <nominal>20</nominal>\n+        <cost>100</cost>\n"+
		"         <lifetime>28800</lifetime>\n     </type>\n\n@@ -400,2 +401,1 @@\n     </type>\n-\t<!-- "+"a long remark that somebody has left behind in the file, for whoever comes after -->\n", "")
	return view
}
