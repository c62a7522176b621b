package pack

import (
	"regexp"
	"regexp/syntax"
)

// MostBytes is how large the text of a pack may be, in bytes.
const MostBytes = 256 << 10

// Bounds of a pack, so that one of a stranger costs no more than others. Definitions that use others make many fields of few words.
const (
	mostMistakes     = 200
	mostBytes        = 2000 // of a text
	mostName         = 100  // bytes of a slug, name or version
	mostSigns        = 8    // * and ? in a pattern
	mostInstructions = 1000 // of a regular expression
)

// bound is something that a pack may have only so many of.
type bound struct {
	what string
	most int
}

var (
	mostFields   = bound{"fields", 5000}
	mostPatterns = bound{"patterns of paths", 100}
	mostRules    = bound{"rules", 300}
	mostChoices  = bound{"values of enum", 2000}
	mostNames    = bound{"columns and keys in lists", 1000}
)

// counts reports whether the pack may have one more; that it may not is told once.
func (n node) counts(b bound) bool {
	if n.mistakes.counts == nil {
		n.mistakes.counts = map[bound]int{}
	}
	n.mistakes.counts[b]++
	if n.mistakes.counts[b] == b.most+1 {
		n.wrong("is one too many: a pack may have %d %s", b.most, b.what)
	}
	return n.mistakes.counts[b] <= b.most
}

// expression reads a regular expression; nil for none that can be used.
func (n node) expression() *regexp.Regexp {
	text := n.text()
	if text == "" {
		return nil
	}
	whole, err := regexp.Compile(text)
	switch {
	case err != nil:
		n.wrong("is no regular expression: %v", err)
		return nil
	case instructions(text) > mostInstructions:
		n.wrong("is too large: repeat less in it")
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
