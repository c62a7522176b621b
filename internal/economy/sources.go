package economy

import "strings"

// sources are the classes that enter the world by other ways than as loot, in lower case.
type sources struct{ events, attachments, cargo map[string]bool }

// The names of the ways.
const (
	SourceEvent      = "event"
	SourceAttachment = "attachment"
	SourceCargo      = "cargo"
	SourceCrafted    = "crafted"
)

func sourcesOf(w *World) sources {
	s := sources{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, e := range w.Events {
		for _, class := range e.Children {
			if e.Active {
				s.events[strings.ToLower(class)] = true
			}
		}
	}
	presets := presetsOf(w)
	for _, spawnable := range w.Spawnable {
		for _, b := range spawnable.Blocks {
			s.note(b.Cargo, presets.resolve(b).Items)
		}
	}
	return s
}

func (s sources) note(cargo bool, items []Item) {
	into := s.attachments
	if cargo {
		into = s.cargo
	}
	for _, item := range items {
		into[strings.ToLower(item.Name)] = true
	}
}

// of names the ways in which a type comes besides as loot.
func (s sources) of(t *Type) []string {
	name, list := strings.ToLower(t.Name), []string{}
	for _, way := range []struct {
		name string
		open bool
	}{
		{SourceEvent, s.events[name]},
		{SourceAttachment, s.attachments[name]},
		{SourceCargo, s.cargo[name]},
		{SourceCrafted, t.Crafted},
	} {
		if way.open {
			list = append(list, way.name)
		}
	}
	return list
}

// presets are the random presets by kind and name in lower case.
type presets map[presetKey]Preset

type presetKey struct {
	cargo bool
	name  string
}

func presetsOf(w *World) presets {
	p := presets{}
	for _, preset := range w.Presets {
		p[presetKey{preset.Cargo, strings.ToLower(preset.Name)}] = preset
	}
	return p
}

// resolve returns a block with the chance and the items of its preset, if it has one. A preset that there is not gives nothing.
func (p presets) resolve(b Block) Block {
	if b.Preset == "" {
		return b
	}
	preset := p[presetKey{b.Cargo, strings.ToLower(b.Preset)}]
	return Block{Cargo: b.Cargo, Chance: preset.Chance, Items: preset.Items}
}
