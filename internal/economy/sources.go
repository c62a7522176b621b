package economy

import "strings"

// sources are the classes that enter the world by other ways than as loot, in lower case.
type sources struct {
	events             bringers
	attachments, cargo map[string]bool
}

// The names of the ways.
const (
	sourceEvent      = "event"
	sourceAttachment = "attachment"
	sourceCargo      = "cargo"
	sourceCrafted    = "crafted"
)

func sourcesOf(w *world) sources {
	s := sources{bringersOf(w), map[string]bool{}, map[string]bool{}}
	presets := presetsOf(w)
	for _, spawnable := range w.Spawnable {
		for _, b := range spawnable.Blocks {
			s.note(b.Cargo, presets.resolve(b).Items)
		}
	}
	return s
}

func (s sources) note(cargo bool, items []item) {
	into := s.attachments
	if cargo {
		into = s.cargo
	}
	for _, item := range items {
		into[strings.ToLower(item.Name)] = true
	}
}

// of names the ways in which a type comes besides as loot.
func (s sources) of(t *lootType) []string {
	name, list := strings.ToLower(t.Name), []string{}
	for _, way := range []struct {
		name string
		open bool
	}{
		{sourceEvent, len(s.events.spawning[name]) > 0},
		{sourceAttachment, s.attachments[name]},
		{sourceCargo, s.cargo[name]},
		{sourceCrafted, t.Crafted},
	} {
		if way.open {
			list = append(list, way.name)
		}
	}
	return list
}

// presets are the random presets by kind and name in lower case.
type presets map[presetKey]preset

type presetKey struct {
	cargo bool
	name  string
}

func presetsOf(w *world) presets {
	p := presets{}
	for _, preset := range w.Presets {
		p[presetKey{preset.Cargo, strings.ToLower(preset.Name)}] = preset
	}
	return p
}

// resolve returns a block with the chance and the items of its preset, if it has one. A preset that there is not gives nothing.
func (p presets) resolve(b block) block {
	if b.Preset == "" {
		return b
	}
	preset := p[presetKey{b.Cargo, strings.ToLower(b.Preset)}]
	return block{Cargo: b.Cargo, Chance: preset.Chance, Items: preset.Items}
}
