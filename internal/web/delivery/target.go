package delivery

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"time"

	"quartermaster/internal/shape"
	"quartermaster/internal/target"
	"quartermaster/internal/validate"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

func targetURL(r *site.Request) string { return r.Instance.URL + "/target" }

// stored returns the target of the instance; known is false if it has none.
func stored(ctx context.Context, r *site.Request) (t target.Target, known bool, err error) {
	t, err = r.Site.Targets.Get(ctx, r.Scope())
	if errors.Is(err, target.ErrNone) {
		return t, false, nil
	}
	return t, err == nil, err
}

func showTarget(ctx context.Context, r *site.Request) (site.Response, error) {
	t, known, err := stored(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view := pages.Target{
		Lead: "How to reach the files of your game server. Saving also tests the connection: Quartermaster connects, looks for the " +
			"folders of the game, and writes and removes a small file.",
		Form: r.Restore(targetForm(r, t, known)), PublicKey: t.PublicKey,
	}
	if known {
		view.Links = append(view.Links, ui.Link{Label: "Fetch files from the server", URL: r.Instance.URL + "/pull"})
		view.Tested, view.Test, view.Delete = testView(r, t), targetURL(r)+"/test", confirmDelete(r)
	}
	return site.Response{Page: r.Inside("Connection"), View: view}, nil
}

func confirmDelete(r *site.Request) *ui.Confirm {
	form := ui.PlainForm("delete", targetURL(r), "Forget the target")
	form.Method, form.Danger = http.MethodDelete, true
	return &ui.Confirm{
		Form: form, Label: "Forget the target", Title: "Forget this target?",
		Text: "This deletes the address, the password and the keys here. Nothing changes on the server.",
	}
}

// testView shows what the last test has found; nil for none.
func testView(r *site.Request, t target.Target) *pages.TargetTest {
	test := t.Tested
	if test == nil {
		return nil
	}
	view := &pages.TargetTest{
		OK: test.OK, At: time.UnixMicro(test.At), Problems: target.Sentences(test.Problems),
		Notes: target.Sentences(test.Notes), Facts: factsOf(t, *test),
	}
	if test.Pinned != "" {
		view.Changed = &pages.ChangedPin{Action: targetURL(r) + "/pin", Pinned: test.Pinned, Shown: test.Fingerprint}
	}
	return view
}

// factsOf lists what is known of a server, without what is not.
func factsOf(t target.Target, test target.Test) (facts []pages.TargetFact) {
	for _, f := range []pages.TargetFact{
		{Label: "Server", Text: t.Address(), Code: true},
		{Label: "Fingerprint", Text: test.Fingerprint, Code: true},
		{Label: "Layout", Text: test.Layout},
		{Label: "Mission", Text: test.Mission, Code: true},
		{Label: "Mission folder", Text: cmp.Or(t.Folders.Mission, test.Folders.Mission), Code: true},
		{Label: "Profiles", Text: cmp.Or(t.Folders.Profiles, test.Folders.Profiles), Code: true},
		{Label: "BattlEye", Text: cmp.Or(t.Folders.BattlEye, test.Folders.BattlEye), Code: true},
		{Label: "Configuration", Text: test.Config, Code: true},
	} {
		if f.Text != "" {
			facts = append(facts, f)
		}
	}
	if test.Files > 0 {
		facts = append(facts, pages.TargetFact{Label: "Files to read", Text: ui.HumanCount(int64(test.Files))})
	}
	return facts
}

// saveTarget stores what the form says, and tests it.
func saveTarget(ctx context.Context, r *site.Request) (site.Response, error) {
	t, known, err := stored(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	answer, kept, conflict := r.Conflicts(targetForm(r, t, known), targetURL(r))
	if conflict {
		return answer, nil
	}
	in, err := shape.Accept[target.TargetInput](ctx, bodyOf(r))
	if err == nil {
		_, err = r.Site.Targets.Put(ctx, r.Scope(), in)
	}
	var wrong validate.Errors
	if errors.As(err, &wrong) {
		return r.Invalid(targetFormID, targetURL(r), onForm(wrong)), nil
	}
	if err != nil {
		return site.Response{}, err
	}
	next := targetURL(r)
	if !known {
		next = planURL(r)
	}
	return test(ctx, r, "Connection saved."+site.AlsoChanged(kept)+" ", next)
}

func testTarget(ctx context.Context, r *site.Request) (site.Response, error) {
	return test(ctx, r, "", targetURL(r))
}

// test tests the target and leads to the page with what was found, or on to the next one where that is good; done says what was done
// before.
func test(ctx context.Context, r *site.Request, done, next string) (site.Response, error) {
	found, err := r.Site.Targets.Test(ctx, r.Scope())
	switch {
	case errors.Is(err, target.ErrNone):
		return r.Tell(targetURL(r), ui.Notice{Tone: ui.Warn, Text: done + "No server to connect to yet."}), nil
	case err != nil:
		return site.Response{}, err
	case !found.OK:
		return r.Tell(targetURL(r), ui.Notice{
			Tone: ui.Warn, Text: done + "The test has found " + ui.Plural(len(found.Problems), "problem", "problems") + ".",
		}), nil
	}
	return r.Done(next, done+"The test passed."), nil
}

// pinTarget makes the fingerprint that the owner has seen the pinned one.
func pinTarget(ctx context.Context, r *site.Request) (site.Response, error) {
	t, known, err := stored(ctx, r)
	if err != nil || !known {
		return site.Redirect(targetURL(r)), err
	}
	if t.Tested == nil || t.Tested.Pinned == "" || t.Tested.Fingerprint != r.Text("fingerprint") {
		return r.Tell(targetURL(r), ui.Notice{
			Tone: ui.Warn, Text: "The server has been tested again since. Check its fingerprint again.",
		}), nil
	}
	if err := r.Site.Targets.Pin(ctx, r.Scope(), t.Tested.Fingerprint); err != nil {
		return site.Response{}, err
	}
	return test(ctx, r, "Fingerprint accepted. ", targetURL(r))
}

func deleteTarget(ctx context.Context, r *site.Request) (site.Response, error) {
	if err := r.Site.Targets.Delete(ctx, r.Scope()); err != nil && !errors.Is(err, target.ErrNone) {
		return site.Response{}, err
	}
	return r.Tell(targetURL(r), ui.Notice{Tone: ui.Neutral, Text: "Connection removed."}), nil
}
