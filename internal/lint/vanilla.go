package lint

import (
	_ "embed"
	"strings"
	"sync"
)

// vanillaFindings lists digests of what the rules find in unmodified files of the game, several versions of it, one a line. The test
// TestVanillaIsFoldedAway makes the list.
//
//go:embed vanilla/findings.txt
var vanillaFindings string

var vanillaDigests = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for line := range strings.Lines(vanillaFindings) {
		known[strings.TrimSpace(line)] = true
	}
	return known
})

// isVanilla reports whether a file of the game itself has the same finding: that of the same rule, about a record of the same name
// that says the same.
func (f Finding) isVanilla() bool { return vanillaDigests()[f.digest()] }
