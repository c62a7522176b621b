package lint

import (
	"testing"
)

func TestTooManyValues(t *testing.T) {
	t.Parallel()
	try(t, tooManyValues, worldOf(definitions("value", 40)), "cfglimitsdefinition.xml: 40 values are defined, but the game supports only 32.")
	try(t, tooManyValues, worldOf(definitions("value", 32)))
}
