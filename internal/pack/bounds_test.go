package pack

import (
	"fmt"
	"strings"
	"testing"

	"quartermaster/internal/jsontree"
)

// boatsWith returns the text of a pack with a schema and rules.
func boatsWith(schema, rules string) string {
	return fmt.Sprintf(`{"slug":"boats","name":"Boats","about":"Boats.","version":"1.0","files":[{"name":"a","title":"A",
		"paths":["Boats/a.json"],"schema":%s,"rules":[%s]}]}`, schema, rules)
}

// TestBounds: what costs more than a pack may is a mistake, however few bytes it takes.
func TestBounds(t *testing.T) {
	t.Parallel()
	doubling := `{"type":"object","properties":{"a":{"$ref":"#/$defs/d0"}},"$defs":{`
	for i := range 18 {
		doubling += fmt.Sprintf(`"d%d":{"type":"object","properties":{"a":{"$ref":"#/$defs/d%d"},"b":{"$ref":"#/$defs/d%d"}}},`, i, i+1, i+1)
	}
	doubling += `"d18":{"type":"string"}}}`
	many := func(text string, n int) string { return strings.TrimSuffix(strings.Repeat(text+",", n), ",") }
	rule := `{"id":"a","when":"a:1","says":"A."}`
	for name, test := range map[string]struct{ text, want string }{
		"definitions that double": {boatsWith(doubling, ""), "fields"},
		"a definition of itself": {
			boatsWith(`{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"$ref":"#/$defs/a"}}}`, ""), "$defs",
		},
		"many rules": {boatsWith(`{"type":"object"}`, many(rule, 400)), "rules"},
		"a large expression": {
			boatsWith(`{"type":"object","properties":{"a":{"type":"string","pattern":"(a{30}){33}b{900}"}}}`, ""), "too large",
		},
		"a long sentence": {boatsWith(`{"type":"object"}`, `{"id":"a","when":"a:1","says":"`+strings.Repeat("{a}", 30)+`"}`), "keys"},
		"stars":           {strings.Replace(boatsWith(`{}`, ""), "Boats/a.json", strings.Repeat("*a", 20), 1), "too many * and ?"},
		"patterns": {
			strings.Replace(boatsWith(`{}`, ""), `"paths":[`, `"paths":[`+many(`"a.json"`, 120)+",", 1), "patterns of paths",
		},
		"bytes": {boatsWith(`{}`, strings.Repeat(" ", MostBytes)), "larger than 256 KiB"},
	} {
		p, wrong := Parse([]byte(test.text))
		if p != nil || len(wrong) == 0 || len(wrong) > 200 || !strings.Contains(asTexts(wrong), test.want) {
			t.Errorf("%s: %v", name, asTexts(wrong[:min(len(wrong), 3)]))
		}
	}
}

// TestRulesEnd: rules of a stranger look at so much and no more, and what they say is short.
func TestRulesEnd(t *testing.T) {
	t.Parallel()
	text := boatsWith(`{"type":"object","properties":{"a":{"type":"array","items":{"type":"string","pattern":"^(x+x+)+y$"}}}}`,
		`{"id":"odd","each":"a.*","when":"value:*x","says":"{value}{value}{value}"}`)
	p, wrong := Parse([]byte(text))
	if len(wrong) > 0 {
		t.Fatal(asTexts(wrong))
	}
	values := new(jsontree.Object)
	values.Set("a", []any{strings.Repeat("x", 100_000), "xx"})
	none := func(string) []*jsontree.Object { return nil }
	for left, want := range map[int]int{1 << 30: 4, 10_000: 0} {
		work := &Work{left}
		found := p.Files[0].Find(values, none, work)
		if len(found) != want || work.IsOver() != (want == 0) {
			t.Errorf("with %d: %d findings, over %v", left, len(found), work.IsOver())
		}
		for _, one := range found {
			if len(one.Text) > 4*mostShown {
				t.Errorf("a finding of %d bytes", len(one.Text))
			}
		}
	}
}

// TestLike: a star stands for any text, and letter case does not matter.
func TestLike(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		text, pattern string
		want          bool
	}{
		{"ZmbM_Farmer", "zmb*", true},
		{"ZmbM_Farmer", "*farmer", true},
		{"ZmbM_Farmer", "*_*", true},
		{"ZmbM_Farmer", "zmb*m*f*r", true},
		{"ab", "ab*b", false},
		{"ab", "a**b", true},
		{"two\nlines", "two*lines", true},
		{"ZmbM_Farmer", "*soldier*", false},
	} {
		if like(test.text, test.pattern) != test.want {
			t.Errorf("%q like %q: %v", test.text, test.pattern, !test.want)
		}
	}
}
