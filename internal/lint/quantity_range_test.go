package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestQuantityRange(t *testing.T) {
	t.Parallel()
	fill := func(name string, least, most int64) *record.Type {
		return &record.Type{Name: name, QMin: &least, QMax: &most}
	}
	turned, half := fill("Turned", 80, 0), fill("Half", -1, 50)
	try(t, quantityRange, worldOf(
		turned, half, fill("Over", 10, 101), fill("Under", -2, 5), fill("Unused", -1, -1), fill("Whole", 0, 100),
		&record.Type{Name: "NotSet", QMin: new(int64(7))},
	),
		"Turned: quantmin is 80 and quantmax 0. [Swap the two.]",
		"Half: quantmin is -1 and quantmax 50. [Set both to -1.]",
		"Over: quantmin is 10 and quantmax 101.",
		"Under: quantmin is -2 and quantmax 5.")
	if *turned.QMin != 0 || *turned.QMax != 80 || *half.QMax != -1 {
		t.Errorf("%d to %d, and to %d", *turned.QMin, *turned.QMax, *half.QMax)
	}
}
