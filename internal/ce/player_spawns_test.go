package ce_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

const samplePlayers = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<playerspawnpoints>
    <fresh>
        <spawn_params>
            <min_dist_infected>30.0</min_dist_infected>
        </spawn_params>
        <generator_posbubbles>
            <!-- the coast -->
            <group name="West">
                <pos x="6063.018555" z="1931.907227" />
                <pos x="5933.96" z="2171.07" a="90.0" y="5" />
            </group>
            <group name="East">
                <pos x="8040.858398" z="3332.236328" />
            </group>
            <group name="Empty">
            </group>
        </generator_posbubbles>
    </fresh>
    <hop>
        <generator_posbubbles>
		        <pos x="8294.81" z="2915.43" /> <!-- old form -->
        </generator_posbubbles>
    </hop>
    <pos x="1" z="1" />
</playerspawnpoints>
`

func samplePlaces() []ce.PlayerSpawn {
	return []ce.PlayerSpawn{
		{Kind: "fresh", Group: "West", Point: ce.Point{X: 6063.018555, Z: 1931.907227}},
		{Kind: "fresh", Group: "West", Point: ce.Point{X: 5933.96, Z: 2171.07, A: ptr(90.0), Y: ptr(5.0)}},
		{Kind: "fresh", Group: "East", Point: ce.Point{X: 8040.858398, Z: 3332.236328}},
		{Kind: "hop", Point: ce.Point{X: 8294.81, Z: 2915.43}},
	}
}

func TestParsePlayerSpawnsReadsEveryField(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(samplePlaces(), playerSpawns().values(t, samplePlayers)); diff != "" {
		t.Error(diff)
	}
}

func TestParsePlayerSpawnsReadsOddFiles(t *testing.T) {
	t.Parallel()
	const pos = `<pos x="1" z="2"/>`
	place := func(kind, group string) ce.PlayerSpawn {
		return ce.PlayerSpawn{Kind: kind, Group: group, Point: ce.Point{X: 1, Z: 2}}
	}
	tests := map[string]struct {
		data string
		want []ce.PlayerSpawn
	}{
		"no root": {"<travel>" + pos + "</travel>", []ce.PlayerSpawn{place("travel", "")}},
		"other generator": {
			"<playerspawnpoints><hop><generator><pos_bubbles>" + pos + "</pos_bubbles></generator></hop></playerspawnpoints>",
			[]ce.PlayerSpawn{place("hop", "")},
		},
		"group without name":  {"<fresh><group>" + pos + "</group></fresh>", []ce.PlayerSpawn{place("fresh", "")}},
		"behind a group":      {`<fresh><group name="A"></group>` + pos + "</fresh>", []ce.PlayerSpawn{place("fresh", "")}},
		"behind a bare group": {`<fresh><group name="A"/>` + pos + "</fresh>", []ce.PlayerSpawn{place("fresh", "")}},
		"group of two kinds": {
			`<fresh><group name="A">` + pos + `</group></fresh><hop><group name="A">` + pos + "</group></hop>",
			[]ce.PlayerSpawn{place("fresh", "A"), place("hop", "A")},
		},
		"outside":  {"<playerspawnpoints>" + pos + "</playerspawnpoints>", nil},
		"no place": {`<fresh><pos x="1"/></fresh>`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, playerSpawns().values(t, test.data)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPatchChangesOnlyWhatDiffersInPlayerSpawns(t *testing.T) {
	t.Parallel()
	const indent = "\n                "
	const first, second = indent + `<pos x="6063.018555" z="1931.907227" />`, indent + `<pos x="5933.96" z="2171.07" a="90.0" y="5" />`
	const east = indent + `<pos x="8040.858398" z="3332.236328" />`
	tests := map[string]struct {
		entry  int
		change func(*ce.PlayerSpawn)
		edits  []string // pairs of what is replaced in samplePlayers
	}{
		"nothing":       {0, func(*ce.PlayerSpawn) {}, nil},
		"to the digit":  {0, func(v *ce.PlayerSpawn) { v.X, v.Z = 6063.02, 1931.91 }, nil},
		"x":             {0, func(v *ce.PlayerSpawn) { v.X, v.Z = 6063.03, 1931.91 }, []string{"6063.018555", "6063.03"}},
		"direction":     {1, func(v *ce.PlayerSpawn) { v.A, v.Y = ptr(45.0), ptr(5.0) }, []string{`"90.0"`, `"45"`}},
		"no direction":  {1, func(v *ce.PlayerSpawn) { v.A = nil }, []string{` a="90.0"`, ""}},
		"another group": {1, func(v *ce.PlayerSpawn) { v.Group = " East " }, []string{second, "", east, east + second}},
		"an empty group": {1, func(v *ce.PlayerSpawn) { v.Group = "Empty" }, []string{
			second, "", "<group name=\"Empty\">\n", "<group name=\"Empty\">" + second + "\n",
		}},
		"the last of a group": {2, func(v *ce.PlayerSpawn) { v.Group = "West" }, []string{
			second, second + east, "\n            <group name=\"East\">" + east + "\n            </group>", "",
		}},
		"a new group": {0, func(v *ce.PlayerSpawn) { v.Group = "A&B" }, []string{
			first, "", "<group name=\"Empty\">\n            </group>", "<group name=\"Empty\">\n            </group>\n" +
				"            <group name=\"A&amp;B\">" + first + "\n            </group>",
		}},
		"no group": {0, func(v *ce.PlayerSpawn) { v.Group = "" }, []string{
			first, "", "<group name=\"Empty\">\n            </group>", "<group name=\"Empty\">\n            </group>\n" +
				`            <pos x="6063.018555" z="1931.907227" />`,
		}},
		"another kind": {0, func(v *ce.PlayerSpawn) { v.Kind, v.Group = "hop", "" }, []string{
			first, "", "<!-- old form -->", "<!-- old form -->\n\t\t        " + `<pos x="6063.018555" z="1931.907227" />`,
		}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := strings.NewReplacer(test.edits...).Replace(samplePlayers)
			if diff := cmp.Diff(want, playerSpawns().changed(t, samplePlayers, test.entry, test.change)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlayerSpawnsAreTakenOut(t *testing.T) {
	t.Parallel()
	file := playerSpawns().parse(t, samplePlayers)
	got := playerSpawns().write(t, file.Skeleton, partsOf(file)[:2])
	want := strings.NewReplacer(
		"            <group name=\"East\">\n                <pos x=\"8040.858398\" z=\"3332.236328\" />\n            </group>\n", "",
		"\t\t        <pos x=\"8294.81\" z=\"2915.43\" /> <!-- old form -->", "\t\t        <!-- old form -->",
	).Replace(samplePlayers)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

const params = `        <spawn_params>
            <min_dist_infected>30</min_dist_infected>
            <max_dist_infected>70</max_dist_infected>
            <min_dist_player>65</min_dist_player>
            <max_dist_player>150</max_dist_player>
            <min_dist_static>0</min_dist_static>
            <max_dist_static>2</max_dist_static>
        </spawn_params>
        <generator_params>
            <grid_density>4</grid_density>
            <grid_width>200</grid_width>
            <grid_height>200</grid_height>
            <min_dist_static>0</min_dist_static>
            <max_dist_static>2</max_dist_static>
            <min_steepness>-45</min_steepness>
            <max_steepness>45</max_steepness>
        </generator_params>
        <group_params>
            <enablegroups>true</enablegroups>
            <groups_as_regular>true</groups_as_regular>
            <lifetime>120</lifetime>
            <counter>2</counter>
        </group_params>
`

func TestMissingContainersAreMade(t *testing.T) {
	t.Parallel()
	added := []ce.PlayerSpawn{
		{Kind: "fresh", Point: ce.Point{X: 1, Z: 2}},
		{Kind: "fresh", Group: "A", Point: ce.Point{X: 3.5, Z: 4, Y: ptr(5.0), A: ptr(6.0)}},
		{Kind: "fresh", Point: ce.Point{X: 7, Z: 8}},
	}
	const bubbles = `        <generator_posbubbles>
            <pos x="1" z="2" />
            <pos x="7" z="8" />
            <group name="A">
                <pos x="3.5" z="4" a="6" y="5" />
            </group>
        </generator_posbubbles>
`
	const declaration = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	const fresh = "    <fresh>\n" + params + bubbles + "    </fresh>\n"
	tests := map[string]struct{ data, want string }{
		"no file":    {"", declaration + "<playerspawnpoints>\n" + fresh + "</playerspawnpoints>\n"},
		"empty root": {"<playerspawnpoints/>\n", "<playerspawnpoints>\n" + fresh + "</playerspawnpoints>\n"},
		"no root":    {"<!-- mine -->\n", "<!-- mine -->\n<playerspawnpoints>\n" + fresh + "</playerspawnpoints>\n"},
		"other kinds": {
			"<playerspawnpoints>\n    <travel/>\n</playerspawnpoints>\n", "<playerspawnpoints>\n" + fresh + "    <travel/>\n</playerspawnpoints>\n",
		},
		"no bubbles": {
			"<playerspawnpoints>\n    <fresh>\n        <group_params/>\n    </fresh>\n</playerspawnpoints>\n",
			"<playerspawnpoints>\n    <fresh>\n        <group_params/>\n" + bubbles + "    </fresh>\n</playerspawnpoints>\n",
		},
		"empty bubbles": {
			"<playerspawnpoints>\n    <fresh>\n        <generator_posbubbles />\n    </fresh>\n</playerspawnpoints>\n",
			"<playerspawnpoints>\n    <fresh>\n" + bubbles + "    </fresh>\n</playerspawnpoints>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			parts := make([]textfile.Part[ce.PlayerSpawn], len(added))
			for i, value := range added {
				parts[i] = textfile.Part[ce.PlayerSpawn]{Slot: -1, Value: value}
			}
			got := playerSpawns().write(t, textfile.Skeleton{Tail: test.data}, parts)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlayerSpawnsOfOtherKindsAreRefused(t *testing.T) {
	t.Parallel()
	tests := map[string]ce.PlayerSpawn{
		`a <pos> cannot be written: "" is neither fresh nor hop nor travel`:              {Group: "A"},
		"a <pos> cannot be written: line 1: the control character U+0000 is not allowed": {Kind: "hop", Group: "\x00"},
	}
	for want, value := range tests {
		if got := playerSpawns().refusal(t, value); got != want {
			t.Errorf("got %s", got)
		}
	}
	var out bytes.Buffer
	err := ce.WritePlayerSpawns(&out, textfile.Skeleton{Leads: []string{"<fresh>"}, Tail: "</hop>"}, nil)
	if want := "the stored text of the file: line 1: </fresh> expected, found </hop>"; err == nil || err.Error() != want || out.Len() > 0 {
		t.Errorf("wrote %q, error %v", out.String(), err)
	}
}
