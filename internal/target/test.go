package target

import (
	"context"
	"encoding/json"
	"time"

	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// testTime is how long a test may take in all.
const testTime = time.Minute

// Test is what a test of a target has found.
type Test struct {
	OK          bool          `json:"ok"` // there are no problems
	Fingerprint string        `json:"fingerprint"`
	Pinned      string        `json:"pinned"` // what the server should have shown, if it is something else
	Layout      string        `json:"layout"` // whose folders these are, such as "Nitrado, Xbox"; empty if unknown
	Mission     string        `json:"mission"`
	Folders     Folders       `json:"folders"` // those that were found
	Config      string        `json:"config"`  // where serverDZ.cfg is
	Lists       []string      `json:"lists"`   // of players, that a console takes from its files
	Files       int           `json:"files"`   // how many a pull looks at
	Problems    []say.Message `json:"problems"`
	Notes       []say.Message `json:"notes"` // what is odd and hinders nothing
	At          int64         `json:"at"`    // microseconds since 1970
}

func (t *Test) stored() (string, error) {
	if t == nil {
		return "", nil
	}
	text, err := json.Marshal(t)
	return string(text), err
}

func (t *Test) problem(m say.Message) { t.Problems = append(t.Problems, m) }

func (t *Test) note(rule string, params ...any) { t.Notes = append(t.Notes, say.New(rule, params...)) }

// Test connects to the server of an instance of the user, looks for the folders of a game server and tries to write. What goes wrong
// there is a problem of the test. The first test pins the fingerprint. It returns ErrNone for an instance without a target, and
// store.ErrNotFound if there is no such instance.
func (s *Service) Test(ctx context.Context, scope store.Scope) (*Test, error) {
	limited, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	t, err := s.Get(ctx, scope)
	if err != nil {
		return nil, err
	}
	test := &Test{At: s.db.Now(), Problems: []say.Message{}, Notes: []say.Message{}}
	place, err := s.open(limited, t)
	if err != nil {
		test.failed(err)
	} else {
		defer place.Close()
		place.test(limited, test)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err() // whoever asked has gone
	}
	test.OK = len(test.Problems) == 0
	return test, s.noteTest(ctx, scope, t, test)
}

// failed notes that no connection was made.
func (t *Test) failed(err error) {
	t.problem(Explain(err))
	if changed, is := changedPin(err); is {
		t.Pinned, t.Fingerprint = changed.Pinned, changed.Shown
	}
}

// noteTest keeps the test with the target that it was made of, unless that has changed meanwhile.
func (s *Service) noteTest(ctx context.Context, scope store.Scope, of Target, test *Test) error {
	return s.db.Tx(ctx, func(tx *store.Tx) error {
		t, err := read(ctx, tx, scope)
		if err != nil || !t.sameServer(of) || t.Dir != of.Dir {
			return err
		}
		t.Tested = test
		if t.Pinned == "" && test.Pinned == "" {
			t.Pinned = test.Fingerprint
		}
		return keep(ctx, tx, scope, &t)
	})
}

// test walks the server.
func (p *Place) test(ctx context.Context, t *Test) {
	t.Fingerprint = p.Fingerprint
	found, err := survey(ctx, p.Server)
	if err != nil {
		t.problem(Explain(err))
		return
	}
	t.Config = found.config
	p.chooseMission(ctx, t, found)
	p.chooseOthers(ctx, t, found)
	t.Layout = layoutName(t.Folders.Or(p.Target.Folders).Mission)
	if len(t.Problems) > 0 {
		return
	}
	p.Layout = NewLayout(p.Target.Mission, p.Target.Folders.Or(t.Folders), t.Lists...)
	p.tryToWrite(ctx, t)
	p.countFiles(ctx, t)
}

func (p *Place) countFiles(ctx context.Context, t *Test) {
	files, err := p.Listing(ctx)
	switch {
	case err != nil:
		t.problem(Explain(err))
	case len(files) == 0:
		t.note("no-files")
	}
	t.Files = len(files)
}

// given looks whether the folders that the owner has named are there.
func (p *Place) given(ctx context.Context, t *Test, what, folder string) {
	entry, err := p.Stat(ctx, clean(folder))
	switch {
	case clean(folder) == "":
	case err != nil:
		t.problem(say.New("unreadable-folder", "of", what, "folder", folder, "why", Explain(err)))
	case !entry.Folder:
		t.problem(say.New("file-for-folder", "of", what, "folder", folder))
	}
}

var _ remote.Server = (*Place)(nil)
