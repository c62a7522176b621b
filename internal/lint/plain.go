package lint

import (
	"hash/maphash"
	"sync"

	"quartermaster/internal/ce"
)

// plainTexts remembers the texts of types that have nothing odd, nearly all of them: drafts have those of their origins, and after a change
// of some types the others have the same. Nil remembers nothing. It is safe for concurrent use.
type plainTexts struct {
	mu         sync.Mutex
	seed       maphash.Seed
	known, old map[uint64]bool // old goes when known is full
}

// mostPlain is how many texts each half of the memory has: twenty bytes each.
const mostPlain = 50_000

func newPlainTexts() *plainTexts {
	return &plainTexts{seed: maphash.MakeSeed(), known: map[uint64]bool{}}
}

// oddities returns what is odd in the text of a type.
func (p *plainTexts) oddities(text string) []ce.Oddity {
	if p == nil {
		return ce.Oddities(ce.TypesFile, text)
	}
	key := maphash.String(p.seed, text)
	p.mu.Lock()
	known := p.known[key] || p.old[key]
	p.mu.Unlock()
	if known {
		return nil
	}
	odd := ce.Oddities(ce.TypesFile, text)
	if len(odd) == 0 {
		p.add(key)
	}
	return odd
}

func (p *plainTexts) add(key uint64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.known) >= mostPlain {
		p.known, p.old = map[uint64]bool{}, p.known
	}
	p.known[key] = true
}
