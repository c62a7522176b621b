package lint

import "quartermaster/internal/record"

var missingPreset = &Rule{
	ID: "missing-preset", Severity: Error, Title: "Random preset that does not exist",
	Says: sentences{
		"missing": "There is no random preset for {missing:quoted}.",
	},
	needs: []string{"randompresets"},
	Check: func(w *world, report report) {
		there := presetNames(w)
		for _, t := range w.SpawnableTypes {
			if len(there) == 0 && !byHand(t.Raw) {
				continue
			}
			if missing := unknown(presetsOf(t), there); len(missing) > 0 {
				report(t, says("missing", "missing", missing), nil)
			}
		}
	},
}

func presetNames(w *world) names {
	there := names{}
	for _, p := range w.RandomPresets {
		there.add(presetName(p.Type, p.Name))
	}
	return there
}

// presetName distinguishes presets for cargo from those for attachments.
func presetName(kind, name string) string { return kind + " " + name }

// presetsOf returns the presets that a spawnable type names.
func presetsOf(t *record.SpawnableType) (list []string) {
	for _, b := range t.Blocks {
		if b.Preset != nil && *b.Preset != "" {
			list = append(list, presetName(b.Kind, *b.Preset))
		}
	}
	return list
}
