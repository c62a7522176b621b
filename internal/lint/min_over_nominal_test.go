package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestMinOverNominal(t *testing.T) {
	t.Parallel()
	over := &record.Type{Name: "AKM", Nominal: new(int64(5)), Min: new(int64(10))}
	try(t, minOverNominal, worldOf(
		over,
		&record.Type{Name: "Equal", Nominal: new(int64(5)), Min: new(int64(5))},
		&record.Type{Name: "NotSpawned", Nominal: new(int64(0)), Min: new(int64(1))},
		&record.Type{Name: "NotSet", Min: new(int64(1))},
	), "AKM: min (10) is above nominal (5). [Lower min to 5.]")
	if *over.Min != 5 || *over.Nominal != 5 {
		t.Errorf("min %d, nominal %d", *over.Min, *over.Nominal)
	}
}
