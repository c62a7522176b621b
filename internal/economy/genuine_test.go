package economy

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/ce"
)

const (
	dataFolder = "../../../shared/data/"
	groupsOfCE = "server-files/mapgroup/BohemiaInteractive+DayZ-Central-Economy/"
)

// genuine returns the text of a genuine file; it skips the test where there are none.
func genuine(t testing.TB, path string) string {
	t.Helper()
	f, err := os.Open(filepath.Join(dataFolder, path))
	if err != nil {
		t.Skip("genuine server files are not beside the project: ", err)
	}
	defer f.Close()
	var from io.Reader = f
	if strings.HasSuffix(path, ".gz") {
		if from, err = gzip.NewReader(f); err != nil {
			t.Fatal(err)
		}
	}
	text, err := io.ReadAll(from)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// landOf reads the map files of a mission of the game.
func landOf(t testing.TB, mapName string) *landFiles {
	t.Helper()
	l := &landFiles{Prototypes: ce.ParsePrototypes(genuine(t, groupsOfCE+mapName+"-mapgroupproto.xml.gz"))}
	l.Positions = slices.Collect(ce.Positions(genuine(t, groupsOfCE+mapName+"-mapgrouppos.xml.gz")))
	l.Towns = townsOf(mapName)
	return l
}

func TestGenuineMapsAreCounted(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		mapName                                 string
		groups, containers, points, proxies     int
		placed, placedPoints, placedProxies     int
		lootMax, slots, buildings, placedBroken int
	}{
		{"chernarusplus", 436, 831, 11_074, 264, 11_679, 169_533, 4_279, 46_143, 45_164, 11_679, 0},
		{"sakhal", 525, 1_024, 13_878, 250, 8_332, 110_731, 3_710, 37_292, 35_109, 8_332, 0},
	} {
		t.Run(test.mapName, func(t *testing.T) {
			t.Parallel()
			l := landOf(t, test.mapName)
			g := newGround(l)
			containers, points, proxies := 0, 0, 0
			for _, p := range l.Prototypes {
				containers += len(p.Containers)
				proxies += len(p.Proxies)
				for _, c := range p.Containers {
					points += c.Points
				}
			}
			all, lootMax, placedProxies := Loot{}, 0, 0
			for _, p := range g.prototypes {
				all.add(p.holds().times(p.placed))
				lootMax += p.lootMax * p.placed
			}
			for _, n := range g.proxies {
				placedProxies += n
			}
			got := []int{
				len(l.Prototypes), containers, points, proxies, g.placed, all.Points, placedProxies, lootMax, all.Slots, all.Buildings, g.unknown,
			}
			want := []int{
				test.groups, test.containers, test.points, test.proxies, test.placed, test.placedPoints, test.placedProxies, test.lootMax, test.slots,
				test.buildings, test.placedBroken,
			}
			if !slices.Equal(got, want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
		})
	}
}

// TestGenuineTypesHaveTheirRoom compares with the figures that are known of types of the game, without zones and tiers.
func TestGenuineTypesHaveTheirRoom(t *testing.T) {
	t.Parallel()
	l := landOf(t, "chernarusplus")
	file, err := ce.ParseTypes([]byte(genuine(t, "vanilla-ce/chernarusplus/db/types.xml")))
	if err != nil {
		t.Fatal(err)
	}
	g := newGround(l)
	want := map[string]Loot{
		"SledgeHammer": {5_061, 34_192, 13_916}, "AKM": {433, 6_194, 1_586}, "CanOpener": {5_787, 56_638, 18_702},
		"FirefighterAxe": {21, 483, 98}, "M4A1": {},
	}
	for _, entry := range file.Entries {
		v := entry.Value
		expected, known := want[v.Name]
		if !known {
			continue
		}
		d := demand{category: g.categories.set(*v.Category)}
		for _, ref := range v.Usages {
			d.usages |= g.usages.set(ref.Name)
		}
		for _, ref := range v.Tags {
			d.tags |= g.tags.set(ref.Name)
		}
		if got := g.reach(d); got != expected {
			t.Errorf("%s: %+v, want %+v", v.Name, got, expected)
		}
	}
}
