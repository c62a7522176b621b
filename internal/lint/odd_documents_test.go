package lint

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

// oddValues are what people and programs write where the mod expects something else.
var oddValues = []string{
	`null`, `""`, `" "`, `"nan"`, `"inf"`, `"-Infinity"`, `"0x1p-2"`, `1e400`, `1e300`, `-1e300`, `-5`, `0.1`, `true`, `[]`, `{}`,
	`[null,[],{},"x",{"":null}]`, `{"a.b[0]":null,"":1}`, `":"`, `"a:b:c"`,
}

// drawObject draws the text of an object with the fields, and of those in it.
func drawObject(t *rapid.T, fields []*expansion.Field, depth int) string {
	members := make([]string, len(fields))
	for i, f := range fields {
		members[i] = strconv.Quote(f.Name) + ":" + drawValue(t, f, depth)
	}
	return "{" + strings.Join(members, ",") + "}"
}

func drawValue(t *rapid.T, f *expansion.Field, depth int) string {
	shape := rapid.IntRange(0, 2).Draw(t, "shape")
	if len(f.Fields) == 0 || depth == 0 || shape == 0 {
		return rapid.SampledFrom(oddValues).Draw(t, f.Name)
	}
	object := drawObject(t, f.Fields, depth-1)
	if shape == 1 {
		return object
	}
	return "[" + object + "," + object + "]"
}

// TestOddDocuments holds that rules take any document, and that fixes leave JSON behind.
func TestOddDocuments(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		odd := func(of *expansion.Schema) record.Documented { return holding(drawObject(t, of.Fields(), 3)) }
		w := worldOf(&record.MarketCategory{Documented: odd(expansion.Category)}, &record.MarketTrader{Documented: odd(expansion.Trader)},
			&record.TraderZone{Documented: odd(expansion.Zone)}, &record.AILoadout{Documented: odd(expansion.Loadout)})
		for _, slug := range []string{"ai", "ai-patrol", "market", "raid"} {
			if rapid.Bool().Draw(t, slug) {
				w.put(&record.ExpansionSetting{Setting: slug, Documented: odd(expansion.Setting(slug))})
			}
		}
		for _, f := range check(w, Rules(), Settings{}) {
			if f.Fix != nil && f.Fix.mend != nil {
				f.Fix.mend()
			}
		}
		for d := range w.Mod.all() {
			d.write()
			if text := []byte(*d.text); !json.Valid(text) {
				t.Fatalf("%s is no JSON: %s", d.Name, text)
			}
		}
	})
}
