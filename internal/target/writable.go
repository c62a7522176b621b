package target

import (
	"context"
	"errors"
	"path"
	"strings"

	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// probe is what the files of a test say.
const probe = "Quartermaster tests whether it can write here. This file may be deleted.\n"

// tryToWrite writes two small files into the folder of the mission, renames one over the other and removes it, as sending files does.
func (p *Place) tryToWrite(ctx context.Context, t *Test) {
	home := p.Path(missions + "/" + p.Target.Mission + "/x")
	name := path.Join(path.Dir(home), ".quartermaster-test-"+store.NewSID())
	fresh, old := name+".new", name+".old"
	defer p.removeTries(ctx, t, fresh, old)
	for _, file := range []string{old, fresh} {
		if err := p.Write(ctx, file, strings.NewReader(probe)); err != nil {
			t.problem(say.New("not-written", "folder", path.Dir(home), "why", Explain(err)))
			return
		}
	}
	err := p.Rename(ctx, fresh, old)
	switch {
	case errors.Is(err, remote.ErrUnsupported):
		t.note("no-rename")
	case err != nil:
		t.problem(say.New("not-renamed", "folder", path.Dir(home), "why", Explain(err)))
	}
}

// removeTries removes what a try has left.
func (p *Place) removeTries(ctx context.Context, t *Test, files ...string) {
	for _, file := range files {
		if err := p.Remove(ctx, file); err != nil && !errors.Is(err, remote.ErrNotFound) {
			t.problem(say.New("not-deleted", "folder", path.Dir(file), "why", Explain(err)))
			return
		}
	}
}
