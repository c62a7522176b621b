package lint

import (
	"slices"
	"strings"

	"quartermaster/internal/ce"
)

// The classes of the game for effect areas, and for what triggers their effect.
var (
	areaTypes = []string{
		"ContaminatedArea_Static", "ContaminatedArea_Dynamic", "GeyserArea", "HotSpringArea", "VolcanicArea", "SpookyArea23",
	}
	areaTriggers = []string{"ContaminatedTrigger", "GeyserTrigger", "HotSpringTrigger", "VolcanicTrigger", "SpookyTrigger23"}
)

var effectAreaType = &Rule{
	ID: "effect-area-type", Severity: Warning, Title: "Effect area of an unknown type",
	Says: sentences{
		"none":       "The area has no Type, so it has no effect.",
		"class":      "{key} is “{class}”, which is not a class of the game; if no mod has it, the area has no effect.",
		"class-near": "{key} is “{class}”, which is not a class of the game; did you mean “{near}”?",
	},
	Check: func(w *world, report report) {
		for _, a := range w.EffectAreas {
			if a.Type == nil || strings.TrimSpace(*a.Type) == "" {
				report(a, says("none"), nil)
			} else {
				checkAreaClass(report, a, "Type", &a.Type, areaTypes)
			}
			checkAreaClass(report, a, "TriggerType", &a.TriggerType, areaTriggers)
		}
	},
}

// checkAreaClass reports a class that the game does not have. Mods have others, so it is called a typing error only where it is like one
// of the game's.
func checkAreaClass(report report, about any, key string, class **string, known []string) {
	if *class == nil || **class == "" || slices.Contains(known, **class) {
		return
	}
	if near := ce.Nearest(**class, known); near != "" {
		report(about, says("class-near", "key", key, "class", **class, "near", near), mend(says("set", "value", near), func() { *class = &near }))
		return
	}
	report(about, says("class", "key", key, "class", **class), nil)
}
