package aipreset

import "testing"

func TestOperationOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text, words string
		want        operation // without its words
	}{
		{"max members 12", "max|member", operation{action: assign, quantity: quantity{n: 12}}},
		{"max members to twelve", "max|member", operation{action: assign, quantity: quantity{n: 12}}},
		{"one of the 5 members", "one|member", operation{action: assign, quantity: quantity{n: 5}}},
		{"starting money 25,000", "start|money", operation{action: assign, quantity: quantity{n: 25000}}},
		{"parking time 1 hour 30 minutes", "park|time", operation{action: assign, quantity: quantity{5400, second}}},
		{"members between 5 and 10", "", operation{problem: "it has more than one number"}},
		{"double the damage", "damag", operation{action: scale, factor: 2}},
		{"damage times 3", "damag", operation{action: scale, factor: 3}},
		{"damage 4 times less", "damag", operation{action: scale, factor: 0.25}},
		{"damage 0 times less", "damag", operation{action: scale}},
		{"increase damage by 20 %", "damag", operation{action: scale, factor: 1.2}},
		{"reduce damage by 20 percent", "damag", operation{action: scale, factor: 0.8}},
		{"reduce damage by 300 %", "damag", operation{action: scale, factor: 0}},
		{"increase damage to 20 %", "damag", operation{action: assign, quantity: quantity{20, percent}}},
		{"5 more members", "member", operation{action: shift, quantity: quantity{n: 5}}},
		{"reduce the range by 200 m", "distanc", operation{action: shift, quantity: quantity{-200, eitherM}}},
		{"more damage", "damag", operation{action: scale, factor: vagueMore, vague: true}},
		{"less damage", "damag", operation{action: scale, factor: vagueLess, vague: true}},
		{"turn the compass off", "compass", operation{action: off}},
		{"enable the compass", "compass", operation{action: on}},
		{"no compass", "compass", operation{action: off}},
		{"players can recruit guards", "player|recruit|guard", operation{action: on}},
		{"unlimited members", "member", operation{action: unlimited}},
		{"no limit for members", "member", operation{action: unlimited}},
		{"default damage", "damag", operation{action: reset}},
		{`title "Off you go"`, "titl", operation{action: write, text: "Off you go"}},
		{"turn off all markers", "marker", operation{action: off, all: true}},
		{"vehicles at tier 2: 8", "vehicl|tier|2", operation{action: assign, quantity: quantity{n: 8}}},
		{"infinite nan inf", "nan|inf", operation{action: unlimited}},
		{"the soup", "soup", operation{}},
		{"", "", operation{}},
	}
	for _, test := range tests {
		got := operationOf(wordsOf(test.text))
		words := stemsOf(got.words)
		got.words, got.raw = nil, nil
		if words != test.words || !sameOperation(got, test.want) {
			t.Errorf("%q: %+v about %s, want %+v about %s", test.text, got, words, test.want, test.words)
		}
	}
}

func sameOperation(a, b operation) bool {
	return a.action == b.action && a.quantity == b.quantity && roundOff(a.factor) == roundOff(b.factor) && a.text == b.text && a.vague == b.vague &&
		a.all == b.all && a.negated == b.negated && a.problem == b.problem
}
