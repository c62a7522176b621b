package ce_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

func someDecimal() *rapid.Generator[*float64] {
	return optional(rapid.SampledFrom([]float64{0, 0.5, 1, 0.35, -1, 12071.933594, 1e-7, 40}))
}

func anyItem() *rapid.Generator[ce.Item] {
	return rapid.Custom(func(t *rapid.T) ce.Item {
		return ce.Item{Name: someName().Draw(t, "item"), Chance: someDecimal().Draw(t, "chance")}
	})
}

func anyKind() *rapid.Generator[string] {
	return rapid.SampledFrom([]string{"attachments", "cargo"})
}

func anyBlock() *rapid.Generator[ce.Block] {
	return rapid.Custom(func(t *rapid.T) ce.Block {
		return ce.Block{
			Kind: anyKind().Draw(t, "kind"), Preset: optional(someName()).Draw(t, "preset"),
			Chance: someDecimal().Draw(t, "chance"), Items: some(t, anyItem(), "items"),
		}
	})
}

func anySpawnableType() *rapid.Generator[ce.SpawnableType] {
	return rapid.Custom(func(t *rapid.T) ce.SpawnableType {
		return ce.SpawnableType{
			Name: someName().Draw(t, "name"), Hoarder: rapid.Bool().Draw(t, "hoarder"),
			DamageMin: someDecimal().Draw(t, "min"), DamageMax: someDecimal().Draw(t, "max"),
			Tags: some(t, someName(), "tags"), Blocks: some(t, anyBlock(), "blocks"),
		}
	})
}

func anyRandomPreset() *rapid.Generator[ce.RandomPreset] {
	return rapid.Custom(func(t *rapid.T) ce.RandomPreset {
		return ce.RandomPreset{
			Kind: anyKind().Draw(t, "kind"), Name: someName().Draw(t, "name"),
			Chance: float64(rapid.Int64Range(0, 8).Draw(t, "chance")) / 4, Items: some(t, anyItem(), "items"),
		}
	})
}

func anyPoint(t *rapid.T) ce.Point {
	return ce.Point{
		X: float64(rapid.Int64Range(-5, 20).Draw(t, "x")) / 4, Z: float64(rapid.Int64Range(-5, 20).Draw(t, "z")) / 4,
		Y: someDecimal().Draw(t, "y"), A: someDecimal().Draw(t, "a"),
	}
}

func anyEventSpawn() *rapid.Generator[ce.EventSpawn] {
	position := rapid.Custom(func(t *rapid.T) ce.EventPosition {
		return ce.EventPosition{Point: anyPoint(t), Group: optional(someName()).Draw(t, "group")}
	})
	return rapid.Custom(func(t *rapid.T) ce.EventSpawn {
		number := func(label string) *float64 { return someDecimal().Draw(t, label) }
		return ce.EventSpawn{
			Name:      someName().Draw(t, "name"),
			Zone:      ce.Zone{SMin: number("smin"), SMax: number("smax"), DMin: number("dmin"), DMax: number("dmax"), R: number("r")},
			Positions: some(t, position, "positions"),
		}
	})
}

func anyMessage() *rapid.Generator[ce.Message] {
	return rapid.Custom(func(t *rapid.T) ce.Message {
		number := func(label string) *int64 { return someNumber().Draw(t, label) }
		flag := func(label string) bool { return rapid.Bool().Draw(t, label) }
		return ce.Message{
			Text: someName().Draw(t, "text"), Delay: number("delay"), Repeat: number("repeat"), Deadline: number("deadline"),
			OnConnect: flag("onconnect"), Shutdown: flag("shutdown"), Countdown: flag("countdown"),
		}
	})
}

func anyPlayerSpawn() *rapid.Generator[ce.PlayerSpawn] {
	return rapid.Custom(func(t *rapid.T) ce.PlayerSpawn {
		return ce.PlayerSpawn{
			Kind:  rapid.SampledFrom([]string{"fresh", "hop", "travel"}).Draw(t, "kind"),
			Group: rapid.SampledFrom([]string{"", "A", "B", "Ä&<\"'>"}).Draw(t, "group"), Point: anyPoint(t),
		}
	})
}

func itemPieces() []string {
	return []string{
		`<item name="A" chance="0.50" />`, `<item name="B"/>`, `<item  name="A" hance="1"></item>`, "<item/>", "<waves>1</waves>",
		`<item name="C" chance="x"><a/></item>`,
	}
}

func blockPieces() []string {
	return []string{
		"<hoarder />", "<hoarder></hoarder>", `<damage min="0.0" max="0.32" />`, `<damage max="x" spare="1"/>`, "<damage/>",
		`<tag name="floor"/>`, `<cargo preset="A" />`, `<cargo preset=" " chance="1.0"/>`, "<attachments/>", "<cargo></cargo>",
		`<attachments chance="0.50"><item name="A" chance="1.00" /></attachments>`, `<subcounter min="1" max="2" />`,
		"<attachments chance=\"1\">\n\t\t\t<item name=\"A\" /> <!-- a -->\n\t\t\t<item name=\"B\" chance=\"0.1\" />\n\t\t</attachments>",
		`<attachement chance="1"><item name="A"/></attachement>`, `<attachments><type name="B"/><cargo preset="A"/></attachments>`,
	}
}

func positionPieces() []string {
	return []string{
		`<zone smin="1" smax="3" dmin="3" dmax="5" r="45" />`, `<zone r="x" spare="1"/>`, "<zone/>", `<pos x="1.50" z="2" a="-1" />`,
		`<pos x="1.500000" z="2" a="0" y="7.75" group="A"/>`, `<pos z="1"/>`, `<pos x="a" z="1"/>`, `<pos x="3" z="4" spare="1"></pos>`,
	}
}

func messagePieces() []string {
	return []string{
		"<text>A</text>", "<TEXT> #name <!-- c --></TEXT>", "<text/>", "<delay>2</delay>", "<Repeat>1.5</Repeat>", "<onConnect>1</onConnect>",
		"<onconnect>0</onconnect>", "<shutdown>yes</shutdown>", "<deadline/>", "<unknown>\n<text>x</text></unknown>",
	}
}

func TestAnyEditsOfSpawnableTypes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := anyFile(t, "spawnabletypes", "type", blockPieces())
		checkEdits(t, data, anySpawnableType(), ce.ParseSpawnableTypes, ce.WriteSpawnableTypes)
	})
}

func TestAnyEditsOfRandomPresets(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := anyFile(t, "randompresets", anyKind().Draw(t, "kind"), itemPieces())
		checkEdits(t, data, anyRandomPreset(), ce.ParseRandomPresets, ce.WriteRandomPresets)
	})
}

func TestAnyEditsOfEventSpawns(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := anyFile(t, "eventposdef", "event", positionPieces())
		checkEdits(t, data, anyEventSpawn(), ce.ParseEventSpawns, ce.WriteEventSpawns)
	})
}

func TestAnyEditsOfMessages(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := anyFile(t, "messages", "message", messagePieces())
		checkEdits(t, data, anyMessage(), ce.ParseMessages, ce.WriteMessages)
	})
}

// spawnFile returns a file of places in any arrangement.
func spawnFile(t *rapid.T) string {
	places := []string{
		`<pos x="1.004" z="2" />`, `<pos x="1" z="2.500" a="0" y="1"></pos>`, "<pos/>", "<!-- c -->", "<grid_width>200</grid_width>",
	}
	group := func(name string) string {
		return `<group name="` + name + `">` + anyBody(t, places) + "</group>"
	}
	bubbles := func() string {
		pieces := append(slices.Clone(places), group("A"), group("B"), "<group name=\"A\"/>", "<group></group>")
		return "<generator_posbubbles>" + anyBody(t, pieces) + "</generator_posbubbles>"
	}
	kind := func(name string) string { return "<" + name + ">" + bubbles() + "</" + name + ">" }
	pieces := []string{kind("fresh"), kind("hop"), "<travel/>", "<hop><generator_posbubbles/></hop>", "<fresh></fresh>", `<pos x="1" z="1"/>`}
	text := anyBody(t, pieces) + "\n"
	if rapid.Bool().Draw(t, "root") {
		text = "<playerspawnpoints>" + text + "</playerspawnpoints>\n"
	}
	return text
}

// anySpawnEdits changes, moves, removes and adds some of the parts.
func anySpawnEdits(t *rapid.T, parts []textfile.Part[ce.PlayerSpawn]) []textfile.Part[ce.PlayerSpawn] {
	for range rapid.IntRange(0, 6).Draw(t, "edits") {
		switch i := rapid.IntRange(-1, len(parts)-1).Draw(t, "entry"); {
		case i < 0:
			parts = append(parts, textfile.Part[ce.PlayerSpawn]{Slot: -1, Value: anyPlayerSpawn().Draw(t, "new")})
		case rapid.Bool().Draw(t, "remove"):
			parts = slices.Delete(parts, i, i+1)
		default:
			parts[i].Value = anyPlayerSpawn().Draw(t, "changed")
		}
	}
	return parts
}

// Positions come back in their kinds and groups, whatever their order, and with x and z to the
// centimetre.
func TestAnyEditsOfPlayerSpawns(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		data := spawnFile(t)
		file, err := ce.ParsePlayerSpawns([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		parts := anySpawnEdits(t, partsOf(file))
		var out strings.Builder
		if err := ce.WritePlayerSpawns(&out, file.Skeleton, parts); err != nil {
			t.Fatal(err)
		}
		again, err := ce.ParsePlayerSpawns([]byte(out.String()))
		if err != nil {
			t.Fatalf("%v in %q", err, out.String())
		}
		if diff := cmp.Diff(spawnTexts(parts), spawnTexts(partsOf(again))); diff != "" {
			t.Fatalf("%s in %q, which was %q", diff, out.String(), data)
		}
		if strings.Count(data, "-->") > strings.Count(out.String(), "-->") {
			t.Fatalf("a comment was lost in %q", out.String())
		}
	})
}

func spawnTexts(parts []textfile.Part[ce.PlayerSpawn]) []string {
	texts := make([]string, len(parts))
	for i, part := range parts {
		v := part.Value
		texts[i] = fmt.Sprintf("%s %q %.2f %.2f", v.Kind, v.Group, v.X, v.Z)
		for _, n := range []*float64{v.Y, v.A} {
			if n != nil {
				texts[i] += fmt.Sprint(" ", *n)
			} else {
				texts[i] += " -"
			}
		}
	}
	slices.Sort(texts)
	return texts
}
