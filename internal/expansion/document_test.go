package expansion_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/change"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

func object(t testing.TB, text string) *jsontree.Object {
	t.Helper()
	parsed, err := expansion.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// raid is a file as the mod writes it, with what hand editing leaves behind.
const raid = `{
    "m_Version": 5,
    "BaseBuildingRaidMode": 0,
    "ExplosionTime": 0.3499999940395355,
    "EnableExplosiveWhitelist": true,
    "ExplosiveDamageMultiplier": 50,
    "CanRaidLocksOnContainers": 3,
    "mistyped Key": [ 1,2 ],
    "ExplosiveDamageWhitelist": [
        "Expansion_C4_Explosion",
        "Expansion_RPG_Explosion"
    ]
}`

func TestChange(t *testing.T) {
	t.Parallel()
	head, _, _ := strings.Cut(raid, "[\n")
	tests := map[string]struct{ old, change, want string }{
		"nothing":             {raid, ``, raid},
		"a float as 32 bits":  {raid, `{"ExplosionTime":0.35}`, raid},
		"a new float":         {raid, `{"ExplosionTime":3.7}`, strings.Replace(raid, "0.3499999940395355", "3.700000047683716", 1)},
		"a whole float":       {raid, `{"ExplosionTime":2}`, strings.Replace(raid, "0.3499999940395355", "2.0", 1)},
		"an integer float":    {raid, `{"ExplosiveDamageMultiplier":50.0}`, raid},
		"a word for a switch": {raid, `{"EnableExplosiveWhitelist":0}`, strings.Replace(raid, "true", "false", 1)},
		"a switch that is on": {raid, `{"CanRaidLocksOnContainers":1,"EnableExplosiveWhitelist":1}`, raid},
		"a switch turned off": {raid, `{"CanRaidLocksOnContainers":false}`, strings.Replace(raid, ": 3,", ": 0,", 1)},
		"a list": {
			raid, `{"ExplosiveDamageWhitelist":["Expansion_RPG_Explosion"]}`, strings.Replace(raid, "\"Expansion_C4_Explosion\",\n        ", "", 1),
		},
		"a key that is new": {raid, `{"ExplosiveDamageWhitelist":[],"RaidLocksOnWallsTime":1}`, head + "[],\n    \"RaidLocksOnWallsTime\": 1\n}"},
		"a new document": {
			"", `{"m_Version":5,"ExplosionTime":1,"EnableExplosiveWhitelist":true,"Schedule":[]}`,
			"{\n    \"m_Version\": 5,\n    \"ExplosionTime\": 1.0,\n    \"EnableExplosiveWhitelist\": 1,\n    \"Schedule\": []\n}",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			next := new(jsontree.Object)
			if tt.old != "" {
				next = object(t, tt.old)
			}
			if tt.change != "" {
				for key, value := range object(t, tt.change).All() {
					next.Set(key, value)
				}
			}
			got, problems, err := altered(expansion.Setting("raid"), tt.old, next)
			if err != nil || len(problems) > 0 {
				t.Fatal(problems, err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestChangeRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ old, next, want string }{
		"another type":  {"", `{"ExplosionTime":"soon"}`, "The ExplosionTime field must be a number."},
		"a great float": {"", `{"ExplosionTime":1e39}`, "The ExplosionTime field must be a number that fits into 32 bits."},
		"a float of no size": {
			`{"ExplosionTime":0.5}`, `{"ExplosionTime":-1e999}`, "The ExplosionTime field must be a number that fits into 32 bits.",
		},
		"no switch":          {"", `{"EnableExplosiveWhitelist":0.5}`, "The EnableExplosiveWhitelist field must be true or false."},
		"no integer":         {"", `{"m_Version":2.5}`, "The m_Version field must be an integer."},
		"beyond 32 bits":     {"", `{"m_Version":3000000000}`, "The m_Version field must not be greater than 2147483647."},
		"far beyond":         {"", `{"m_Version":-1e400}`, "The m_Version field must be at least -2147483648."},
		"no list":            {"", `{"ExplosiveDamageWhitelist":{}}`, "The ExplosiveDamageWhitelist field must be an array."},
		"a member of a list": {"", `{"ExplosiveDamageWhitelist":["a",null,1]}`, "The ExplosiveDamageWhitelist.2 field must be a string."},
		"a nested value": {
			"", `{"Schedule":[{"Weekday":"Sunday"},{"StartHour":24}]}`, "The Schedule.1.StartHour field must not be greater than 23.",
		},
		"no choice": {"", `{"BaseBuildingRaidMode":17}`, "The selected BaseBuildingRaidMode is invalid."},
		"what was wrong once": {
			`{"Schedule":[{"StartHour":24}]}`, `{"Schedule":[{"StartHour":25},{"StartHour":24}]}`,
			"The Schedule.0.StartHour field must not be greater than 23.",
		},
		"what was wrong too": {`{"Schedule":[{"StartHour":24}]}`, `{"Schedule":[{"StartHour":1},{"StartHour":24}]}`, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, problems, err := altered(expansion.Setting("raid"), tt.old, object(t, tt.next))
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			if len(problems) > 0 {
				got = problems[0].Text()
			}
			if got != tt.want || len(problems) > 1 {
				t.Errorf("%v, want %q", problems, tt.want)
			}
		})
	}
}

func TestParseTellsWhere(t *testing.T) {
	t.Parallel()
	var syntax *jsontree.SyntaxError
	if _, err := expansion.Parse("{\n  \"a\": 1,\n}"); !errors.As(err, &syntax) || syntax.Line != 3 {
		t.Error(err)
	}
	if _, err := expansion.Parse("[]"); !errors.Is(err, expansion.ErrNoObject) {
		t.Error(err)
	}
}

// anyObject draws an object of the fields, with a key that none of them is.
func anyObject(t *rapid.T, fields []*expansion.Field, depth int) *jsontree.Object {
	o := new(jsontree.Object)
	for _, f := range fields {
		if rapid.Bool().Draw(t, f.Name) {
			o.Set(f.Name, anyValue(t, f, depth))
		}
	}
	if rapid.Bool().Draw(t, "unknown") {
		o.Set("Unknown key", jsontree.Number("1.50"))
	}
	return o
}

func anyValue(t *rapid.T, f *expansion.Field, depth int) any {
	switch f.Shape {
	case expansion.List:
		list := []any{}
		for range rapid.IntRange(0, 2).Draw(t, "length") {
			list = append(list, anyMember(t, f, depth))
		}
		return list
	case expansion.Map, expansion.MapLists:
		return new(jsontree.Object)
	}
	return anyMember(t, f, depth)
}

func anyMember(t *rapid.T, f *expansion.Field, depth int) any {
	switch {
	case f.Type == expansion.Object && depth > 0:
		return anyObject(t, f.Fields, depth-1)
	case f.Type == expansion.Object:
		return new(jsontree.Object)
	case len(f.Choices) > 0:
		return rapid.SampledFrom(f.Choices).Draw(t, "choice").Value
	case f.Type == expansion.Bool:
		return rapid.SampledFrom([]any{jsontree.Number("0"), jsontree.Number("1"), true, false}).Draw(t, "switch")
	case f.Type == expansion.Float && f.Min == nil && f.Max == nil:
		return jsontree.Number(rapid.SampledFrom([]string{"0.0", "1", "-2.50", "0.3499999940395355", "1e3"}).Draw(t, "float"))
	case f.Type == expansion.String:
		return rapid.SampledFrom([]string{"", "AKM", "é \"/\\"}).Draw(t, "text")
	}
	return f.NewMember()
}

// Whatever changes: the file holds it, keys that are unknown stay, and what is written again stays byte for byte.
func TestAnyChange(t *testing.T) {
	t.Parallel()
	kinds := append(expansion.Documents(), expansion.Settings()...)
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(kinds).Draw(t, "kind")
		old := expansion.Text(anyObject(t, d.Fields(), 2))
		next := anyObject(t, d.Fields(), 2)
		got, problems, err := altered(d, old, next)
		if len(problems) > 0 {
			t.Skip("bounds")
		}
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := expansion.Parse(got)
		if err != nil {
			t.Fatal(err)
		}
		if again, _, err := altered(d, got, parsed); err != nil || again != got {
			t.Fatalf("%q became %q, %v", got, again, err)
		}
		if again, _, err := altered(d, got, next); err != nil || again != got {
			t.Fatalf("%q became %q, %v", got, again, err)
		}
		for _, c := range change.Compare(next, parsed) {
			if c.Added || c.Removed {
				t.Fatalf("%+v", c)
			}
		}
	})
}

func FuzzDocuments(f *testing.F) {
	f.Add("raid", raid)
	f.Add("ai-patrol", `{"Patrols":[null,{"Chance":"1"}],"Patrols":{}}`)
	f.Add("general", "\ufeff{\"HUDColors\":null}")
	f.Fuzz(func(t *testing.T, slug, text string) {
		d := expansion.Setting(slug)
		parsed, err := expansion.Parse(text)
		if d == nil || err != nil {
			return
		}
		text = strings.TrimPrefix(text, "\ufeff")
		if got, problems, err := altered(d, text, parsed); err != nil || got != text || len(problems) > 0 {
			t.Errorf("%q became %q, %v, %v", text, got, problems, err)
		}
	})
}

func TestParseBoundsTheDepth(t *testing.T) {
	t.Parallel()
	nested := func(levels int) string {
		return `{"a":` + strings.Repeat("[", levels) + strings.Repeat("]", levels) + "}"
	}
	if _, err := expansion.Parse(nested(expansion.MaxDepth)); err != nil {
		t.Error(err)
	}
	if _, err := expansion.Parse(nested(expansion.MaxDepth + 1)); !errors.Is(err, expansion.ErrTooDeep) {
		t.Error(err)
	}
}

// change returns the text of a document with other values, empty for a new one, and checks that its tree is that of the text.
func altered(d *expansion.Schema, text string, next *jsontree.Object) (string, []expansion.Problem, error) {
	var old *expansion.Document
	if text != "" {
		var err error
		if old, err = expansion.Read(text); err != nil {
			return "", nil, err
		}
	}
	changed, problems := d.Change(old, next)
	if changed == nil {
		return "", problems, nil
	}
	tree, err := expansion.Parse(changed.Text)
	if err == nil && !jsontree.Equal(tree, changed.Tree) {
		err = fmt.Errorf("the tree %s is not that of the text %s", jsontree.AppendValue(nil, changed.Tree), changed.Text)
	}
	return changed.Text, problems, err
}
