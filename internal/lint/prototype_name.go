package lint

import (
	"strings"

	"quartermaster/internal/ce"
)

var prototypeName = &Rule{
	ID: "prototype-name", Severity: Warning, Title: "Building with an unknown usage, value, category or tag",
	Says: sentences{
		"usage":    "The usage “{name}” of “{group}” (line {line}) is not defined in cfglimitsdefinition.xml.",
		"value":    "The value “{name}” of “{group}” (line {line}) is not defined in cfglimitsdefinition.xml.",
		"category": "The category “{name}” of “{group}” (line {line}) is not defined in cfglimitsdefinition.xml.",
		"tag":      "The tag “{name}” of “{group}” (line {line}) is not defined in cfglimitsdefinition.xml.",
	},
	needs: []string{"limits", "userlimits"},
	Check: func(w *world, report report) {
		f := w.Game[prototypesPath]
		if f == nil {
			return
		}
		known := w.byElement()
		told, group := map[string]bool{}, ""
		for e := range ce.Elements(f.text) {
			if e.Name == "group" {
				group = e.Attr("name")
			}
			missing := known.lacking(e)
			key := strings.ToLower(e.Name + " " + missing)
			if missing != "" && !told[key] {
				told[key] = true
				report(f.about, says(e.Name, "name", missing, "group", group, "line", inLine(e.Line)), nil)
			}
		}
	},
}

// byElement are the defined names by the element that refers to them.
type byElement map[string]vocabulary

func (w *world) byElement() byElement {
	return byElement{"usage": w.usages(), "value": w.values(), "category": w.categories(), "tag": w.tags()}
}

// lacking returns the name that an element refers to and that is known not to be defined; else "".
func (b byElement) lacking(e *ce.Element) string {
	v, refers := b[e.Name]
	name, group := e.Attr("name"), e.Attr("user")
	switch {
	case !refers:
		return ""
	case name != "" && v.names != nil && !v.names.has(name):
		return name
	case name == "" && group != "" && v.groups != nil && !v.groups.has(group):
		return group
	}
	return ""
}
