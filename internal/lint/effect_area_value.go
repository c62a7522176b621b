package lint

import (
	"slices"

	"quartermaster/internal/ce"
	"quartermaster/internal/effectarea"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// areaNumbers are the keys of an area's Data that hold numbers, none of which is below 0 in the files of the game.
var areaNumbers = []string{
	"NegHeight", "InnerRingCount", "InnerPartDist", "OuterPartDist", "OuterOffset", "VerticalLayers", "VerticalOffset", "EffectInterval",
	"EffectDuration",
}

// areaOthers are the other keys of Data, those with fields of their own among them.
var areaOthers = []string{"OuterRingToggle", "EffectModifier", "Pos", "Radius", "PosHeight", "ParticleName"}

var effectAreaValue = &Rule{
	ID: "effect-area-value", Severity: Warning, Title: "Effect area with a value that the game cannot use",
	Says: sentences{
		"height":    "PosHeight is {height:2}, so the area has no height. Enter its height in metres.",
		"no-number": "{key} is {value}, which is not a number, so the game takes its own. Enter one.",
		"negative":  "{key} is {value}, below 0. Enter 0 or more.",
		"misspelt":  "Data has the key “{key}”, which the game does not know; did you mean “{near}”?",
		"unread":    "{problem}, so the game does not read it. Enter what was meant.",
	},
	Check: func(w *world, report report) {
		for _, a := range w.EffectAreas {
			for _, problem := range wrongInArea(a) {
				report(a, problem, nil)
			}
		}
	},
}

// wrongInArea returns what is wrong with the values of an area.
func wrongInArea(a *record.EffectArea) (list []message) {
	if valueOf(a.Height) < 0 {
		list = append(list, says("height", "height", price(*a.Height)))
	}
	data := jsontree.ParseBody([]byte(a.Data))
	for key, value := range data.All() {
		n, isNumber := numberAt(data, key)
		_, isText := value.(string)
		near := ce.Nearest(key, slices.Concat(areaNumbers, areaOthers))
		switch {
		case slices.Contains(areaNumbers, key) && (!isNumber || isText):
			list = append(list, says("no-number", "key", key, "value", shown(value)))
		case slices.Contains(areaNumbers, key) && n < 0:
			list = append(list, says("negative", "key", key, "value", n))
		case !slices.Contains(areaNumbers, key) && !slices.Contains(areaOthers, key) && near != "":
			list = append(list, says("misspelt", "key", key, "near", near))
		}
	}
	return append(list, unreadOf(a)...)
}

// unreadOf returns what the reader of the file has passed over in an area, and nobody has set since.
func unreadOf(a *record.EffectArea) (list []message) {
	if a.Raw == nil {
		return nil
	}
	file, err := effectarea.Parse([]byte(`{"Areas":[` + *a.Raw + `]}`))
	if err != nil {
		return nil
	}
	set := map[string]bool{
		"Radius": a.Radius != nil && *a.Radius != 0, "PosHeight": a.Height != nil && *a.Height != 0, "Pos": valueOf(a.X) != 0,
		"ParticleName": a.ParticleName != nil, "Type": a.Type != nil, "TriggerType": a.TriggerType != nil,
	}
	for _, warning := range file.Warnings {
		problem := problemIn(warning)
		if key, isKey := problem.Param("key").(string); isKey && !set[key] {
			list = append(list, says("unread", "problem", told{problem}))
		}
	}
	return list
}
