package ce_test

import (
	"testing"

	"quartermaster/internal/ce"
	"quartermaster/internal/textfile"
)

// fuzz reads anything as a file of the codec: it is written as it was, and also with other values
// in all of its entries and with one entry more it can be read again.
func fuzz[T any](f *testing.F, c codec[T], value T, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := c.parseFile(data)
		if err != nil {
			return
		}
		parts := partsOf(file)
		if got := c.write(t, file.Skeleton, parts); got != string(data) {
			t.Errorf("%q is written as %q", data, got)
		}
		for i := range parts {
			parts[i].Value = value
		}
		parts = append(parts, textfile.Part[T]{Slot: -1, Value: value})
		changed := c.write(t, file.Skeleton, parts)
		again := c.parse(t, changed)
		if len(again.Entries) != len(parts) {
			t.Errorf("%q has %d entries when written with %d: %q", data, len(again.Entries), len(parts), changed)
		}
		if got := c.write(t, again.Skeleton, partsOf(again)); got != changed {
			t.Errorf("%q is written as %q", changed, got)
		}
	})
}

func FuzzParseSpawnableTypes(f *testing.F) {
	fuzz(f, spawnableTypes(), sampleRifle(), sampleSpawnable, "<type name='A'/>", "<spawnabletypes/>",
		`<type name="A"><hoarder><cargo preset="B"/></hoarder><cargo/>x<cargo chance="."><item name="C"/></cargo></type>`)
}

func FuzzParseRandomPresets(f *testing.F) {
	value := ce.RandomPreset{Kind: "attachments", Name: "A", Chance: 0.5, Items: []ce.Item{{Name: "B"}}}
	fuzz(f, randomPresets(), value, samplePresets, "<cargo name='A'/>", "<cargo name='A'></cargo\n>",
		`<attachments name="A" chance="1"><cargo name="B"/><item name="C"/></attachments>`)
}

func FuzzParseEventSpawns(f *testing.F) {
	fuzz(f, eventSpawns(), sampleSpawn(), sampleSpawns, "<event name='A'><zone/></event>",
		`<event name="A"><pos x="1" z="2"/><pos x="1" z="2"/><pos z="+"/></event>`)
}

func FuzzParsePlayerSpawns(f *testing.F) {
	fuzz(f, playerSpawns(), samplePlaces()[0], samplePlayers, "<fresh><pos x='1' z='2'/></fresh>", "", "\ufeff<playerspawnpoints />",
		`<fresh><hop><group name="West"><pos x="1" z="2"><group name="West"/></pos></group></hop></fresh>`,
		`<fresh><generator_posbubbles/><pos><fresh/></pos></fresh><pos><playerspawnpoints/></pos>`)
}

func FuzzParseMessages(f *testing.F) {
	value := ce.Message{Text: "A", Delay: ptr(int64(1)), OnConnect: true}
	fuzz(f, messages(), value, sampleMessages, "<MESSAGE><Text>a</Text><TEXT>b</TEXT></MESSAGE>", "<message><text/></message>")
}
