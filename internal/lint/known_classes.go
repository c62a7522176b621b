package lint

import (
	_ "embed"
	"iter"
	"strings"
	"sync"
)

// vanillaNames lists the classes that files of the game itself name: types, spawnable types with what they hold, random presets and
// children of events, in versions 1.05 to 1.29 for Chernarus, Livonia and Sakhal. The test TestVanillaClasses makes the list.
//
//go:embed classes/vanilla.txt
var vanillaNames string

// otherNames lists classes that exist without a loot entry, under headings that say whose files name them: buildings, characters and
// animals of the game, and what mods and traders bring along.
//
//go:embed classes/named.txt
var otherNames string

// vanillaClasses are the names of the game's files, with their spelling.
var vanillaClasses = sync.OnceValue(func() (list []string) {
	for name := range listedNames(vanillaNames) {
		list = append(list, name)
	}
	return list
})

// listedNames yields the names in a list, one a line, without the headings.
func listedNames(list string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range strings.Lines(list) {
			name := strings.TrimSpace(line)
			if name != "" && name[0] != '#' && !yield(name) {
				return
			}
		}
	}
}

// addListed adds the classes of both lists to names.
func (n names) addListed() {
	n.add(vanillaClasses()...)
	for name := range listedNames(otherNames) {
		n.add(name)
	}
}

// addVanilla makes the classes of the lists known, where others are known too.
func (w *world) addVanilla() {
	if len(w.Classes) == 0 && len(w.Confirmed) == 0 {
		return
	}
	w.Classes.addListed()
	w.Confirmed.addListed()
}
