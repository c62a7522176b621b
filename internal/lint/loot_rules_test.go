package lint

import (
	"testing"

	"quartermaster/internal/record"
)

// TestRulesAboutLoot tries the rules that look at one entry alone, and their fixes.
func TestRulesAboutLoot(t *testing.T) {
	t.Parallel()
	raw := `<type name="A"><nominl>1</nominl><nominal>many</nominal><category name="a"/><category name="b"/><usage name="Town "/></type>`
	for _, c := range []struct {
		rule *Rule
		of   any
		want []string
	}{
		{
			craftedWithNominal, &record.Type{Name: "A", Crafted: new(true), Nominal: new(int64(2)), Min: new(int64(1))},
			[]string{"A: The type is marked as made by players (crafted), but nominal is 2. [Set nominal and min to 0.]"},
		},
		{craftedWithNominal, &record.Type{Name: "A", Crafted: new(true), Nominal: new(int64(0))}, nil},
		{negativeNumber, &record.Type{Name: "A", Nominal: new(int64(-2))}, []string{"A: nominal is -2. [Set nominal to 0.]"}},
		{negativeNumber, &record.Event{Name: "A", Max: new(int64(-1))}, []string{"A: max is -1. [Set max to 0.]"}},
		{noPlace, &record.Type{Name: "A", Nominal: new(int64(2))}, nil}, // no definitions are known
		{notCounted, &record.Type{Name: "A", Nominal: new(int64(2)), CountInMap: new(false)}, nil},
		{
			misspeltElement, &record.Type{Name: "A", Origin: placed(raw)},
			[]string{"A: The game does not know the element <nominl> here; did you mean “nominal”?"},
		},
		{notANumber, &record.Type{Name: "A", Origin: placed(raw)}, []string{"A: <nominal> is “many”, which is not a number."}},
		{notANumber, &record.Type{Name: "A", Nominal: new(int64(1)), Origin: placed(raw)}, nil}, // it has been set since
		{
			severalCategories, &record.Type{Name: "A", Origin: placed(raw)},
			[]string{"A: The type has several categories in its file, and only one of them counts."},
		},
		{
			blankInName, &record.Type{Name: "A", Origin: placed(raw)},
			[]string{"A: “Town ” in <usage> begins or ends with a blank, so the game may not find the name."},
		},
		{
			damageRange, &record.SpawnableType{Name: "A", DamageMin: new(0.8), DamageMax: new(0.2)},
			[]string{"A: min of the damage is 0.8 and max 0.2. [Swap the two.]"},
		},
		{damageRange, &record.SpawnableType{Name: "A", DamageMax: new(1.5)}, []string{"A: max of the damage is 1.5. [Set it to 1.]"}},
		{damageRange, &record.SpawnableType{Name: "A", DamageMin: new(0.1), DamageMax: new(0.2)}, nil},
		{
			presetAndChance, &record.SpawnableType{Name: "A", Blocks: []record.Block{{Kind: "cargo", Preset: new("food"), Chance: new(0.5)}}},
			[]string{
				"A: Block 1 names the preset “food”, whose chance counts, and also has a chance of its own. [Remove the chance of the block.]",
			},
		},
		{emptyPreset, &record.RandomPreset{Name: "A"}, []string{"A: The preset has no items."}},
		{
			emptyPreset, &record.SpawnableType{Name: "A", Blocks: []record.Block{{Kind: "cargo"}}},
			[]string{"A: A block of cargo has neither a preset nor items."},
		},
	} {
		try(t, c.rule, worldOf(c.of), c.want...)
	}
}

// placed is the origin of a record with a text.
func placed(raw string) record.Origin { return record.Origin{Placed: record.Placed{Raw: &raw}} }
