package lint

import (
	"testing"

	"quartermaster/internal/record"
)

func TestLifetimeRange(t *testing.T) {
	t.Parallel()
	long := &record.Type{Name: "Long", Lifetime: new(int64(3_888_001))}
	try(t, lifetimeRange, worldOf(
		long,
		&record.Type{Name: "Longest", Lifetime: new(int64(3_888_000))},
		&record.Type{Name: "None", Lifetime: new(int64(0)), Nominal: new(int64(4))},
		&record.Type{Name: "NoneEither", Lifetime: new(int64(0))},
		&record.Type{Name: "OfEvent", Lifetime: new(int64(0)), Nominal: new(int64(0))},
		&record.Type{Name: "NotSet"},
	),
		"Long: lifetime is 3888001 s, more than 45 days. [Lower lifetime to 3888000 s.]",
		"None: lifetime is 0.",
		"NoneEither: lifetime is 0.")
	if *long.Lifetime != 3_888_000 {
		t.Errorf("lifetime %d", *long.Lifetime)
	}
}
