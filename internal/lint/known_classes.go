package lint

import (
	_ "embed"
	"strings"
	"sync"
)

// vanillaNames lists the classes that files of the game itself name: types, spawnable types with what they hold, random presets and
// children of events, in versions 1.16 to 1.29 for Chernarus and Livonia. The test TestVanillaClasses makes the list.
//
//go:embed classes/vanilla.txt
var vanillaNames string

// vanillaClasses are the names of the list, with their spelling.
var vanillaClasses = sync.OnceValue(func() (list []string) {
	for line := range strings.Lines(vanillaNames) {
		if name := strings.TrimSpace(line); name != "" {
			list = append(list, name)
		}
	}
	return list
})

// vanillaSet holds the names of the list.
var vanillaSet = sync.OnceValue(func() names { return newNames(vanillaClasses()...) })

// vanillaNeighbours finds the classes of the list that misspelt names were to be.
var vanillaNeighbours = sync.OnceValue(func() neighbours {
	found := neighbours{}
	for _, class := range vanillaClasses() {
		found.add(class)
	}
	return found
})

// addVanilla makes the classes of the game known, where others are known too.
func (w *world) addVanilla() {
	if len(w.Classes) == 0 && len(w.Confirmed) == 0 {
		return
	}
	w.Classes.add(vanillaClasses()...)
	w.Confirmed.add(vanillaClasses()...)
}
