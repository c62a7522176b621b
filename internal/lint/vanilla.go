package lint

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"regexp"
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

// isVanilla reports whether a file of the game itself has the same finding: that of the same rule, about a record of the same name,
// in the same words.
func (f Finding) isVanilla() bool { return vanillaDigests()[f.digest()] }

// lines matches what a message says of lines: an edit above moves them, and the finding stays the same.
var lines = regexp.MustCompile(`(?i)lines? [0-9]+( and [0-9]+)?`)

// digest identifies a finding wherever it is made. Eight bytes are enough to tell a few hundred apart from all others.
func (f Finding) digest() string {
	message := lines.ReplaceAllString(f.Message, "line")
	sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule.ID, f.Resource.Path, strings.ToLower(f.Name), message}, "\n")))
	return hex.EncodeToString(sum[:8])
}
