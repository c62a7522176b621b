package lint

import (
	"testing"
)

func TestTooManyValues(t *testing.T) {
	t.Parallel()
	try(t, tooManyValues, worldOf(definitions("value", 40)), "cfglimitsdefinition.xml: 40 values are defined; the game tells 32 apart.")
	try(t, tooManyValues, worldOf(definitions("value", 32)))
}
