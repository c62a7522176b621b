package mission_test

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// anyGap is what may stand between elements.
func anyGap(t *rapid.T) string {
	return rapid.SampledFrom([]string{"\n", "\n\t", "\r\n    ", "", "\n<!-- a <b> -- c -->\n"}).Draw(t, "gap")
}

// anyOf joins up to six pieces of a file.
func anyOf(t *rapid.T, piece func() string) string {
	var b strings.Builder
	for range rapid.IntRange(0, 6).Draw(t, "pieces") {
		b.WriteString(anyGap(t) + piece())
	}
	return b.String() + anyGap(t)
}

// written are files by their places, made of few names so that entries of two files are often about the same.
var written = map[string]func(t *rapid.T) string{
	"db/types.xml": func(t *rapid.T) string {
		ref := func() string {
			return fmt.Sprintf(`<%s %s=%q/>`, draw(t, "usage", "value", "tag"), draw(t, "name", "user"), draw(t, "Farm", "farm", "FARM", "Tier1"))
		}
		return root(t, "types", func() string {
			return fmt.Sprintf(`<type name=%q><nominal>%s</nominal>%s</type>`, draw(t, "A", "a", "B", "C"), draw(t, "1", "02", "x"), anyOf(t, ref))
		})
	},
	"db/events.xml": func(t *rapid.T) string {
		child := func() string {
			return fmt.Sprintf(`<child type=%q max=%q/>`, draw(t, "A", "a", "B"), draw(t, "1", "01"))
		}
		return root(t, "events", func() string {
			return fmt.Sprintf(`<event name=%q><max>%s</max><children>%s</children></event>`, draw(t, "A", "a", "B"), draw(t, "1", "2"),
				anyOf(t, child))
		})
	},
	"cfgspawnabletypes.xml": func(t *rapid.T) string {
		return root(t, "spawnabletypes", func() string {
			return fmt.Sprintf(`<type name=%q>%s</type>`, draw(t, "A", "a", "B", "C"), anyOf(t, func() string { return anyBlock(t, "preset") }))
		})
	},
	"cfgrandompresets.xml": func(t *rapid.T) string {
		return root(t, "randompresets", func() string { return anyBlock(t, "name") })
	},
	"cfgeventspawns.xml": func(t *rapid.T) string {
		position := func() string {
			return fmt.Sprintf(`<pos x=%q z="1.50" group=%q/>`, draw(t, "1", "1.0", "2"), draw(t, "", "A"))
		}
		return root(t, "eventposdef", func() string {
			return fmt.Sprintf(`<event name=%q><zone r=%q/>%s</event>`, draw(t, "A", "a", "B"), draw(t, "1", "1.0"), anyOf(t, position))
		})
	},
	"cfgplayerspawnpoints.xml": func(t *rapid.T) string {
		place := func() string { return fmt.Sprintf(`<pos x=%q z=%q/>`, draw(t, "1", "1.004", "2"), draw(t, "1", "3.5")) }
		placed := func() string {
			if rapid.Bool().Draw(t, "grouped") {
				return place()
			}
			return fmt.Sprintf(`<group name=%q>%s</group>`, draw(t, "A", "B", "C"), anyOf(t, place))
		}
		return root(t, "playerspawnpoints", func() string {
			kind := draw(t, "fresh", "hop", "travel")
			return fmt.Sprintf("<%s><spawn_params><a>1</a></spawn_params><generator_posbubbles>%s</generator_posbubbles></%s>", kind,
				anyOf(t, placed), kind)
		})
	},
	"db/messages.xml": func(t *rapid.T) string {
		return root(t, "messages", func() string {
			return fmt.Sprintf(`<message><delay>%s</delay><onConnect>1</onConnect><text>%s</text></message>`, draw(t, "1", "01"),
				draw(t, "A", "a", "B"))
		})
	},
	"cfglimitsdefinition.xml": func(t *rapid.T) string {
		return root(t, "lists", func() string {
			return fmt.Sprintf(`<usageflags>%s</usageflags>`, anyOf(t, func() string {
				return fmt.Sprintf(`<usage name=%q/>`, draw(t, "A", "a", "B"))
			}))
		})
	},
	"cfglimitsdefinitionuser.xml": func(t *rapid.T) string {
		return root(t, "user_lists", func() string {
			return fmt.Sprintf(`<usageflags><user name=%q>%s</user></usageflags>`, draw(t, "A", "a", "B"),
				anyOf(t, func() string { return fmt.Sprintf(`<usage name=%q/>`, draw(t, "A", "a", "B")) }))
		})
	},
	"cfgeconomycore.xml": func(t *rapid.T) string {
		return root(t, "economycore", func() string {
			return draw(t, `<classes><rootclass name="A"/></classes>`, `<defaults><default name="dyn_radius" value="7"/></defaults>`,
				`<ce folder="A"><file name="a.xml" type="types"/></ce>`, `<ce folder="a"><file name="b.xml" type="events"/></ce>`)
		})
	},
}

func draw(t *rapid.T, choices ...string) string {
	return rapid.SampledFrom(choices).Draw(t, "choice")
}

func anyBlock(t *rapid.T, attribute string) string {
	item := func() string {
		return fmt.Sprintf(`<item name=%q chance=%q/>`, draw(t, "A", "a", "B"), draw(t, "1", "1.0", "0.5"))
	}
	kind := draw(t, "cargo", "attachments")
	return fmt.Sprintf("<%s %s=%q chance=%q>%s</%s>", kind, attribute, draw(t, "A", "a", "B"), draw(t, "1", "1.0"), anyOf(t, item), kind)
}

// root returns a file of entries; now and then one with a second root behind the first, as snippets that were put together.
func root(t *rapid.T, name string, entry func() string) string {
	one := func() string { return "<" + name + ">" + anyOf(t, entry) + "</" + name + ">\n" }
	if rapid.IntRange(0, 4).Draw(t, "roots") == 0 {
		return one() + draw(t, "", "<!-- more -->\n", "<?xml version=\"1.0\"?>\n") + one()
	}
	return one()
}

// Two files of a kind, one after the other in any mode, give a file that is read back as what is stored, and is written the same
// again.
func TestAnyFileAfterAnother(t *testing.T) {
	t.Parallel()
	for place, file := range written {
		t.Run(place, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			rapid.Check(t, func(t *rapid.T) {
				w.newInstance()
				for range rapid.IntRange(1, 3).Draw(t, "imports") {
					mode := rapid.SampledFrom([]mission.Mode{mission.Merge, mission.Replace, mission.Update}).Draw(t, "mode")
					text := file(t)
					if report := w.load(mode, missionFolder+place, text); report.Status != mission.Imported {
						t.Fatalf("%s of %q: %s", mode, text, report.Error)
					}
				}
				if problem := w.unsettled(); problem != "" {
					t.Fatal(problem)
				}
			})
		})
	}
}

// newInstance goes on with another instance of the same user.
func (w *world) newInstance() {
	w.Helper()
	w.scope, _ = storetest.Instance(w, w.db, w.scope.UserID)
}

// unsettled says what of the generated files is not read back as what is stored, or not written again as it was.
func (w world) unsettled() string {
	w.Helper()
	before := w.generated()
	var uploads []mission.Upload
	for _, name := range slices.Sorted(maps.Keys(before)) {
		uploads = append(uploads, mission.Upload{Path: name, Data: []byte(before[name])})
	}
	for i, report := range w.loadAll(mission.Merge, uploads...) {
		if report.Status != mission.Imported || report.Created+report.Updated+report.Deleted > 0 {
			return fmt.Sprintf("%+v of\n%s", report, uploads[i].Data)
		}
	}
	for name, content := range w.generated() {
		if content != before[name] {
			return fmt.Sprintf("%s was\n%s\nand is now\n%s", name, before[name], content)
		}
	}
	return ""
}

// Every two files of a kind that games have come with are merged and replaced, in both orders.
func TestGenuineFilesAfterOthers(t *testing.T) {
	t.Parallel()
	byKind := map[string][]string{}
	for _, folder := range []string{"vanilla-ce", "vanilla-versions", "community-ce"} {
		for _, u := range genuineFolder(t, folder) {
			name := strings.ToLower(path.Base(u.Path))
			if _, known := written[name]; known && len(u.Data) < 100_000 {
				byKind[name] = append(byKind[name], string(u.Data))
			}
		}
	}
	for name, files := range byKind {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			for i, first := range files {
				for j, second := range files {
					w.after(name, first, second, fmt.Sprint(i, " then ", j))
				}
			}
		})
	}
}

// after imports one file after another in both modes.
func (w world) after(name, first, second, which string) {
	w.Helper()
	for _, mode := range []mission.Mode{mission.Merge, mission.Replace} {
		w.newInstance()
		for _, text := range []string{first, second} {
			if report := w.load(mode, missionFolder+name, text); report.Status != mission.Imported {
				w.Fatalf("%s, %s: %s", which, mode, report.Error)
			}
		}
		if problem := w.unsettled(); problem != "" {
			w.Fatalf("%s, %s: %s", which, mode, problem)
		}
	}
}

// Points of a second file go into their own sections and groups, which are made where they are missing.
func TestMergingPointsOfOtherSections(t *testing.T) {
	t.Parallel()
	const head, tail = "<playerspawnpoints>\n", "</playerspawnpoints>\n"
	section := func(name, x string) string {
		return "    <" + name + ">\n        <generator_posbubbles>\n            <group name=\"G" + x + "\">\n                <pos x=\"" + x +
			"\" z=\"" + x +
			"\"/>\n            </group>\n        </generator_posbubbles>\n    </" + name + ">\n"
	}
	w := newWorld(t)
	w.load(mission.Merge, "cfgplayerspawnpoints.xml", head+section("fresh", "1")+section("travel", "2")+tail)
	w.load(mission.Merge, "cfgplayerspawnpoints.xml", head+section("fresh", "3")+section("travel", "4")+tail)
	with := func(text, y string) string {
		group := "            <group name=\"G" + y + "\">\n                <pos x=\"" + y + "\" z=\"" + y + "\"/>\n            </group>\n"
		return strings.Replace(text, "            </group>\n", "            </group>\n"+group, 1)
	}
	want := head + with(section("fresh", "1"), "3") + with(section("travel", "2"), "4") + tail
	if got := w.file("cfgplayerspawnpoints.xml"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if problem := w.unsettled(); problem != "" {
		t.Error(problem)
	}
}

// A type that is not enabled is not in the file, and yet stays as it is when what was generated is imported.
func TestADisabledTypeIsNotLost(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "types.xml", typesFile("AKM 1", "AKM 2", "M4 3"))
	w.set(record.Types, "AKM", record.Values{"enabled": int64(0)})
	if problem := w.unsettled(); problem != "" {
		t.Error(problem)
	}
	row := w.find(record.Types, "AKM")
	if row[record.Types.Index("enabled")] != int64(0) || row[record.Types.Index("nominal")] != int64(1) {
		t.Errorf("the type that was left out is %v", row)
	}
}
