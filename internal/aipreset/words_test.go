package aipreset

import (
	"slices"
	"strings"
	"testing"
)

// stemsOf returns the stems of words, with bars between them.
func stemsOf(words []word) string {
	var stems []string
	for _, w := range words {
		stems = append(stems, w.stem)
	}
	return strings.Join(stems, "|")
}

func textsOf(words []word) string {
	var texts []string
	for _, w := range words {
		texts = append(texts, w.text)
	}
	return strings.Join(texts, "|")
}

func TestWordsOf(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"":                                "",
		"  …  !?  ":                       "",
		"Max members: 12":                 "max|members|12",
		"from 18:30 to -2.5 %":            "from|18:30|to|-2.5|%",
		"25,000 or 1,000,000 or 1,2":      "25,000|or|1,000,000|or|1|2",
		"don't and don’t":                 "don't|and|don't",
		`say "Two words" and “Zwei mehr”`: `say|"Two words"|and|“Zwei mehr”`,
		"EnableHUDCompass":                "enable|hud|compass",
		"3D marker, P2P":                  "inworld|marker|ptop",
		"größer als Übergröße":            "größer|als|übergröße",
		`an open " quote`:                 "an|open|quote",
	}
	for text, want := range tests {
		if got := textsOf(wordsOf(text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestWordsOfKey(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"EnableHUDCompass": "enable|hud|compass", "MaxStorableTier2": "max|storable|tier|2", "CanCreate3DMarker": "can|create|inworld|marker",
		"m_TraderID": "m|trader|id", "ATMSystemEnabled": "atm|system|enabled", "": "", "__": "",
	}
	for key, want := range tests {
		if got := textsOf(wordsOfKey(key)); got != want {
			t.Errorf("%s: %s, want %s", key, got, want)
		}
	}
}

// Words of one line are the same to the provider, and no others are.
func TestStems(t *testing.T) {
	t.Parallel()
	groups := []string{
		"raid raids raiding raided", "party parties group squads", "vehicle vehicles car cars", "loot item items cargo", "cost price prices",
		"lock locks locking", "stop stopped stopping", "bus", "class", "explosion explosions explosive", "die dead deaths", "colour color colors",
	}
	stems := map[string]string{}
	for _, group := range groups {
		words := strings.Fields(group)
		first := stemOf(words[0])
		for _, other := range words[1:] {
			if got := stemOf(other); got != first {
				t.Errorf("%s is %s, but %s is %s", other, got, words[0], first)
			}
		}
		if same := stems[first]; same != "" {
			t.Errorf("%s and %s have the stem %s", same, words[0], first)
		}
		stems[first] = words[0]
	}
}

func TestContent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, words string
		negations   int
	}{
		{"please set the maximum number of party members", "max|party|member", 0},
		{"do not let players raid safes", "player|raid|safe", 1},
		{"never hide it", "", 2},
		{"50 %", "50", 0},
	}
	for _, test := range tests {
		words, negations := content(wordsOf(test.text))
		if got := stemsOf(words); got != test.words || negations != test.negations {
			t.Errorf("%q: %s and %d negations, want %s and %d", test.text, got, negations, test.words, test.negations)
		}
	}
}

func TestClausesOf(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"":                            nil,
		" , ;\n.":                     nil,
		"hardcore, but max members 5": {"hardcore", "max members 5"},
		"Max members: 5. No markers!": {"Max members: 5", "No markers"},
		"flight height 2.5 km":        {"flight height 2.5 km"},
		"raids on Saturday, Sunday, from 18 to 22":   {"raids on Saturday and Sunday and from 18 to 22"},
		"max members 5, 12":                          {"max members 5", "12"},
		"no raiding then kill feed off":              {"no raiding", "kill feed off"},
		"one\r\ntwo;three":                           {"one", "two", "three"},
		strings.Repeat("a, ", 1000) + "and so it is": append(slices.Repeat([]string{"a"}, 1000), "so it is"),
	}
	for prompt, want := range tests {
		if got := clausesOf(prompt); !slices.Equal(got, want) {
			t.Errorf("%.60q: %q, want %q", prompt, got, want)
		}
	}
}

func TestSplitAnd(t *testing.T) {
	t.Parallel()
	tests := map[string][]string{
		"turn the compass and the gps off":  {"turn the compass", "the gps off"},
		"raids on Friday and Saturday":      {"raids on Friday and Saturday"},
		"food 1000 & water 800":             {"food 1000", "water 800"},
		"raiding between 18 and 22 and PvE": {"raiding between 18 and 22", "PvE"},
		"sandy land":                        {"sandy land"},
	}
	for text, want := range tests {
		if got := splitAnd(text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
