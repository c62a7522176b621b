package bulk

import (
	"math/big"
	"testing"

	"quartermaster/internal/record"
)

// TestSentence says what an operation does, times in words beside their seconds.
func TestSentence(t *testing.T) {
	t.Parallel()
	nominal, lifetime := record.Types.Field("nominal"), record.Types.Field("lifetime")
	two, hour := big.NewRat(2, 1), big.NewRat(3600, 1)
	tests := []struct {
		operation    record.Operation
		value, found string
		want         string
	}{
		{record.Operation{Op: record.OpDelete}, "", "", "Delete"},
		{record.Operation{Op: record.OpDivide, Field: nominal, Number: two}, "", "", "Divide nominal by 2"},
		{record.Operation{Op: record.OpMultiply, Field: lifetime, Number: two}, "", "", "Multiply lifetime by 2"},
		{record.Operation{Op: record.OpClamp, Field: lifetime, Max: hour}, "", "", "Lower lifetime to at most 3600 s (1 h)"},
		{record.Operation{Op: record.OpSet, Field: nominal}, "", "", "Clear nominal"},
		{record.Operation{Op: record.OpReplace, Field: record.Types.Title}, "new", "old", "In class name, replace “old” with “new”"},
	}
	for _, test := range tests {
		if got := sentence(test.operation, test.value, test.found); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
