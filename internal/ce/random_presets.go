package ce

import (
	"io"

	"quartermaster/internal/textfile"
)

// RandomPreset is a list of items to draw from. Spawnable types refer to it by kind and name. Source:
// cfgrandompresets.xml.
type RandomPreset struct {
	Kind   string // attachments or cargo
	Name   string
	Chance float64 // 0 to 1; 1 where the file gives none
	Items  []Item
}

// ParseRandomPresets parses a random presets file. The error is a *SyntaxError.
func ParseRandomPresets(data []byte) (*textfile.File[RandomPreset], error) {
	return randomPresetsFormat().parse(data)
}

// WriteRandomPresets writes a random presets file as WriteTypes writes a types file. It returns an error
// for a preset that is neither attachments nor cargo.
func WriteRandomPresets(w io.Writer, s textfile.Skeleton, parts []textfile.Part[RandomPreset]) error {
	return randomPresetsFormat().write(w, s, parts)
}

func randomPresetsFormat() format[RandomPreset] {
	return format[RandomPreset]{
		root: "randompresets", elements: blockKinds(), usual: tabbed(),
		order: []string{"item"},
		blank: func(l layout, _ *RandomPreset) string { return `<cargo chance="1" name=""` + l.closing },
		lacks: lacksName,
		valid: func(preset *RandomPreset) error { return validKind(preset.Kind) },
		read:  readRandomPreset,
		patch: patchRandomPreset,
	}
}

func readRandomPreset(r *reader) RandomPreset {
	preset := RandomPreset{Kind: r.elems[0].name, Name: r.attrValue(0, "name"), Chance: 1, Items: r.items(0)}
	if given := r.attrDecimal(0, "chance"); given != nil {
		preset.Chance = *given
	}
	return preset
}

func patchRandomPreset(p *patch, old, new *RandomPreset) {
	p.name(old.Name, new.Name)
	p.node(0, old.node(), new.node())
	if old.Kind != new.Kind {
		p.rename(0, new.Kind)
	}
}

func (preset *RandomPreset) node() node {
	return node{attrs: []attrText{{"chance", decimalText(&preset.Chance)}}, kids: nodesOf(preset.Items)}
}
