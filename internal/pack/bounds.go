package pack

import (
	"regexp"
	"regexp/syntax"

	"quartermaster/internal/notation"
)

// MostBytes is how large the text of a pack may be, in bytes.
const MostBytes = 256 << 10

// Bounds of a pack, so that one of a stranger costs no more than others.
const (
	mostName         = 100  // bytes of a slug, name or version
	mostSigns        = 8    // * and ? in a pattern
	mostInstructions = 1000 // of a regular expression
)

var (
	mostPatterns = notation.Bound{What: "patterns of paths", Most: 100}
	mostRules    = notation.Bound{What: "rules", Most: 300}
)

// expression reads a regular expression; nil for none that can be used.
func expression(n notation.Node) *regexp.Regexp {
	text := n.Text()
	if text == "" {
		return nil
	}
	whole, err := regexp.Compile(text)
	switch {
	case err != nil:
		n.Wrong("is no regular expression: %v", err)
		return nil
	case instructions(text) > mostInstructions:
		n.Wrong("is too large: repeat less in it")
		return nil
	}
	return whole
}

// instructions is what matching costs for each letter at most.
func instructions(text string) int {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return 0
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return 0
	}
	return len(program.Inst)
}

// mostWork is how much may be looked at for one look at the files of an instance: about two seconds of a processor.
const mostWork = 20_000_000

// costOfFound is what a finding costs, which is kept and shown.
const costOfFound = 500

// Work is how much rules may still look at.
type Work struct{ left int }

// NewWork returns how much the rules of packs may look at in the files of an instance.
func NewWork() *Work { return &Work{mostWork} }

// IsOver reports whether nothing is left: not everything was looked at.
func (w *Work) IsOver() bool { return w != nil && w.left <= 0 }

// spend takes from what is left, and reports whether something is. Without a bound everything may be looked at.
func (w *Work) spend(n int) bool {
	if w == nil {
		return true
	}
	w.left -= n
	return w.left > 0
}
