package delivery

import (
	"context"
	"sync"

	"quartermaster/internal/lint"
	"quartermaster/internal/outcome"
	"quartermaster/internal/parallel"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Problems counts the findings of the lint, without those that the game's own files have.
type Problems struct {
	Errors, Warnings, Infos int
	fresh                   int // errors that the last delivery did not have
	inLists                 int // of these, those in lists of players
	wereDelivered           bool
	digests                 []string // of all errors
}

// BlockedError says why a delivery is held back. With Options.Override it is not.
type BlockedError []say.Message

func (e BlockedError) Error() string { return outcome.Sentence(e[0]) }

// guard sets whether the server runs, and what holds back the files that the options choose.
func (s *Service) guard(ctx context.Context, scope store.Scope, p *Plan, o Options) (err error) {
	if s.Game != nil {
		if p.Server, err = s.Game.Status(ctx, scope); err != nil {
			return err
		}
	}
	p.Blocked = p.reasons(o)
	return nil
}

// reasons returns what holds back the chosen files. Lists of players may be sent while the server runs, and whatever is wrong with
// other records.
func (p *Plan) reasons(o Options) (list []say.Message) {
	chosen, others := 0, 0
	for _, i := range o.chosen(p) {
		chosen++
		if p.Files[i].AtStart() {
			others++
		}
	}
	errors := p.Problems.inLists
	if others > 0 {
		errors = p.Problems.fresh
	}
	switch {
	case chosen == 0 || errors == 0:
	case p.Problems.wereDelivered:
		list = append(list, say.New("new-errors", "n", errors))
	default:
		list = append(list, say.New("errors", "n", errors))
	}
	if others > 0 && p.Server.Running {
		list = append(list, say.New("game-runs"))
	}
	return list
}

// Holds returns what holds back a delivery of all files that can be chosen, those included that stay unless they are.
func (p *Plan) Holds() []say.Message {
	all := Options{Prefer: Mine}
	for i := range p.Files {
		if p.Files[i].Gone {
			all.Delete = append(all.Delete, p.Files[i].Path)
		}
	}
	return p.reasons(all)
}

// problemsMeanwhile counts the problems of an instance while something else is done. The returned function waits for them.
func (s *Service) problemsMeanwhile(ctx context.Context, scope store.Scope) func() (Problems, error) {
	problems := sync.OnceValues(func() (p Problems, err error) {
		err = parallel.Caught(func() error {
			p, err = s.problems(ctx, scope)
			return err
		})
		return p, err
	})
	go func() { _, _ = problems() }() // whoever waits gets the error
	return problems
}

func (s *Service) problems(ctx context.Context, scope store.Scope) (p Problems, err error) {
	delivered, err := s.DB.DeliveredErrors(ctx, scope)
	if err != nil {
		return p, err
	}
	p.wereDelivered = len(delivered) > 0
	before := map[string]bool{}
	for _, digest := range delivered {
		before[digest] = true
	}
	found, err := s.Lint.Check(ctx, scope)
	for _, f := range found {
		switch {
		case f.Vanilla:
		case f.Severity == lint.Error:
			p.addError(f, before)
		case f.Severity == lint.Warning:
			p.Warnings++
		default:
			p.Infos++
		}
	}
	return p, err
}

// maxDigests limits the errors that are remembered of a delivery. Those beyond it count as new.
const maxDigests = 10_000

// addError counts an error, as a new one unless the last delivery had it.
func (p *Problems) addError(f lint.Finding, before map[string]bool) {
	p.Errors++
	digest := f.Digest()
	if len(p.digests) < maxDigests {
		p.digests = append(p.digests, digest)
	}
	if before[digest] {
		return
	}
	p.fresh++
	if f.Resource == record.PlayerLists {
		p.inLists++
	}
}

// chosen returns the indexes of the files of a plan that a delivery with the options sends or deletes.
func (o Options) chosen(p *Plan) (list []int) {
	wanted, deleted := setOf(o.Paths), setOf(o.Delete)
	for i := range p.Files {
		f := &p.Files[i]
		switch {
		case f.Status == OnlyThere && f.Gone && deleted[f.Path]:
			list = append(list, i)
		case o.Paths != nil && !wanted[f.Path]:
		case f.Differs() && o.sends(f):
			list = append(list, i)
		}
	}
	return list
}

// sends reports whether the version of the instance counts.
func (o Options) sends(f *File) bool {
	side, chosen := o.Choices[f.Path]
	switch {
	case chosen:
		return side == Mine
	case f.Status == ChangedThere:
		return o.Prefer == Mine
	}
	return true
}

// held returns the indexes of the files that are not sent because they were changed on the server.
func (o Options) held(p *Plan) (list []int) {
	wanted := setOf(o.Paths)
	for i := range p.Files {
		if f := &p.Files[i]; f.Status == ChangedThere && (o.Paths == nil || wanted[f.Path]) && !o.sends(f) {
			list = append(list, i)
		}
	}
	return list
}

func setOf(names []string) map[string]bool {
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}
