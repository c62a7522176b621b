package lint

import (
	"path"
	"strings"

	"quartermaster/internal/ce"
)

// Digest identifies a finding, for the list of those of the game's own files.
func Digest(f Finding) string { return f.digest() }

// VanillaClasses is the list of the game's classes.
func VanillaClasses() []string { return vanillaClasses() }

// ClassesOf returns the classes that a file of the economy names.
func ClassesOf(file string, data []byte) (list []string) {
	switch strings.ToLower(path.Base(file)) {
	case "types.xml":
		parsed, _ := ce.ParseTypes(data)
		for _, e := range parsed.Entries {
			list = append(list, e.Value.Name)
		}
	case "events.xml":
		parsed, _ := ce.ParseEvents(data)
		for _, e := range parsed.Entries {
			for _, c := range e.Value.Children {
				list = append(list, c.Type)
			}
		}
	case "cfgspawnabletypes.xml":
		parsed, _ := ce.ParseSpawnableTypes(data)
		for _, e := range parsed.Entries {
			list = append(list, e.Value.Name)
			for _, b := range e.Value.Blocks {
				for _, i := range b.Items {
					list = append(list, i.Name)
				}
			}
		}
	case "cfgrandompresets.xml":
		parsed, _ := ce.ParseRandomPresets(data)
		for _, e := range parsed.Entries {
			for _, i := range e.Value.Items {
				list = append(list, i.Name)
			}
		}
	}
	return list
}
