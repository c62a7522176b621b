package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestChanceRange(t *testing.T) {
	t.Parallel()
	bag := &record.SpawnableType{Name: "Bag", Blocks: []record.Block{
		{Chance: new(50.0), Items: []record.ChanceItem{{Name: "Weight", Chance: new(40.0)}}},
		{Chance: new(0.5), Items: []record.ChanceItem{{Name: "Less", Chance: new(-0.1)}, {Name: "Without"}}},
		{},
	}}
	food := &record.RandomPreset{Name: "food", Chance: -1}
	try(t, chanceRange, worldOf(bag, food, &record.RandomPreset{Name: "always", Chance: 1}),
		"Bag: The chance is 50. [Set it to 1.]",
		"Bag: The chance of “Less” is -0.1. [Set it to 0.]",
		"food: The chance is -1. [Set it to 0.]")
	if *bag.Blocks[0].Chance != 1 || *bag.Blocks[1].Chance != 0.5 || *bag.Blocks[1].Items[0].Chance != 0 || food.Chance != 0 {
		t.Errorf("%+v %+v", bag, food)
	}
}
