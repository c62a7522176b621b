package delivery_test

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync/atomic"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/outcome"
	"quartermaster/internal/remote"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/say"
	"quartermaster/internal/storetest"
)

// TestServersThatLie: a server that does not keep what it is sent keeps what it had, and the owner learns of it.
func TestServersThatLie(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		lie   remotetest.Lie
		taken bool // the file all the same
	}{
		"wrong size":     {remotetest.WrongSize, true},
		"truncated":      {remotetest.Truncated, false},
		"altered":        {remotetest.Altered, false},
		"lost":           {remotetest.Lost, false},
		"denied":         {remotetest.Denied, false},
		"full":           {remotetest.Full, false},
		"cannot replace": {remotetest.CannotReplace, true},
		"cannot rename":  {remotetest.CannotRename, true},
		"other case":     {remotetest.OtherCase, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOwner(t)
			o.succeeds(delivery.Options{})
			old := o.texts()
			o.wrap = func(s remote.Server) remote.Server {
				return remotetest.Liar{Server: s, Lies: []remotetest.Lie{test.lie}, About: isMessages}
			}
			o.change()
			want, status := o.generated(), delivery.Done
			d := o.deliver(delivery.Options{Prefer: delivery.Mine})
			if !test.taken {
				want[messages], status = old[messages], delivery.Failed
			}
			if d.Status != status || !d.Error.IsNone() == test.taken {
				t.Errorf("%s: %s", d.Status, outcome.Sentence(d.Error))
			}
			o.wrap = nil
			o.expectFiles(want)
			o.succeeds(delivery.Options{Prefer: delivery.Mine})
			o.expectFiles(o.generated())
		})
	}
}

// forgetful says that it has renamed the messages, and has not.
type forgetful struct{ remote.Server }

func (f forgetful) Rename(ctx context.Context, from, to string) error {
	if isMessages(to) {
		return nil
	}
	return f.Server.Rename(ctx, from, to)
}

// TestARenameThatDidNotHappen is found in the listing afterwards, and the file written in place.
func TestARenameThatDidNotHappen(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.wrap = func(s remote.Server) remote.Server { return forgetful{s} }
	for range 2 { // a new file, and one that was there
		o.change()
		o.succeeds(delivery.Options{})
		o.expectFiles(o.generated())
	}
}

// late loses the connection when it is to rename the messages, and carries that out when it is asked again.
type late struct {
	remote.Server
	asked *atomic.Int32
}

func (l late) Rename(ctx context.Context, from, to string) error {
	if isMessages(to) {
		switch l.asked.Add(1) {
		case 1:
			return errCut
		case 2:
			if err := l.Server.Rename(ctx, from, to); err != nil {
				return err
			}
		}
	}
	return l.Server.Rename(ctx, from, to)
}

// TestARenameThatHappensLate, while the next connection does the same again, is no failure.
func TestARenameThatHappensLate(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.succeeds(delivery.Options{})
	o.change()
	var asked atomic.Int32
	o.wrap = func(s remote.Server) remote.Server { return late{s, &asked} }
	o.succeeds(delivery.Options{})
	o.expectFiles(o.generated())
	if asked.Load() != 2 {
		t.Errorf("asked %d times", asked.Load())
	}
}

// isMessages finds the messages under their temporary name too.
func isMessages(name string) bool {
	return strings.HasPrefix(strings.ToLower(name), strings.ToLower(messages))
}

// TestAFullDiskInPlace: what was there before is put back.
func TestAFullDiskInPlace(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.rename = never
	o.succeeds(delivery.Options{})
	want := o.texts()[messages]
	o.change()
	var full atomic.Bool
	o.wrap = func(s remote.Server) remote.Server {
		about := func(name string) bool { return name == messages && !full.Swap(true) }
		return remotetest.Liar{Server: s, Lies: []remotetest.Lie{remotetest.Full}, About: about}
	}
	d := o.deliver(delivery.Options{})
	if d.Status != delivery.Failed || d.Counts[delivery.NotTaken] != 1 || !full.Load() {
		t.Errorf("%s, %v", d.Status, d.Counts)
	}
	files := o.generated()
	files[messages] = want
	o.expectFiles(files)
}

// TestNamesInOtherLetterCase: a file is found under the name that the server has for it.
func TestNamesInOtherLetterCase(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	want := map[string]string{}
	for name, text := range o.generated() {
		o.put(strings.ToUpper(name), text)
	}
	o.change()
	for name, text := range o.generated() {
		want[strings.ToUpper(name)] = text
	}
	o.succeeds(delivery.Options{Prefer: delivery.Mine})
	o.expectFiles(want)
}

// TestWhatChangesDuringADelivery: a file that somebody changes after it was looked at stays.
func TestWhatChangesDuringADelivery(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	o.succeeds(delivery.Options{})
	o.change()
	want := o.generated()
	once := false
	d, err := o.Deliver(t.Context(), o.scope, delivery.Options{}, func(_, _ int, what say.Message) {
		if what.Rule == "copying" && !once {
			once = true
			o.put(messages, "by hand")
		}
	})
	want[messages] = "by hand"
	if err != nil || d.Status != delivery.Done || d.Counts[delivery.ChangedThere] != 1 {
		t.Errorf("%s, %s, %v", d.Status, outcome.Sentence(d.Error), err)
	}
	o.expectFiles(want)
}

// TestCopiesAreKept: those of the last ten deliveries, whatever their age.
func TestCopiesAreKept(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		var sids []string
		for range 13 {
			o.change()
			sids = append(sids, o.succeeds(delivery.Options{Paths: []string{banned}}).SID)
		}
		if _, err := o.config.DB.Exec(t.Context(), `UPDATE deliveries SET finished_at = 1`); err != nil {
			t.Fatal(err)
		}
		o.tidy()
		back := func(i int) error {
			_, err := o.Rollback(t.Context(), o.scope, sids[i], delivery.Options{}, func(int, int, say.Message) {})
			return err
		}
		if err := back(1); !errors.Is(err, delivery.ErrNoCopies) {
			t.Errorf("copies that are over: %v", err)
		}
		if n := o.copies(); n != 10 {
			t.Errorf("%d copies are kept", n)
		}
		before := o.texts()
		if err := back(3); err != nil {
			t.Fatal(err)
		}
		if after := o.texts(); maps.Equal(before, after) || !strings.HasSuffix(strings.TrimSpace(after[banned]), "4") {
			t.Errorf("%v", after)
		}
		if err := o.config.DB.DeleteInstance(t.Context(), o.scope.UserID, o.sid); err != nil {
			t.Fatal(err)
		}
		if err := o.Tidy(t.Context()); err != nil || o.copies() != 0 {
			t.Errorf("%d copies of an instance that is gone, %v", o.copies(), err)
		}
	})
}

// copies counts the copies that are kept.
func (o *owner) copies() (n int) {
	o.Helper()
	if err := o.config.DB.QueryRow(o.Context(), `SELECT count(*) FROM delivery_copies`).Scan(&n); err != nil {
		o.Fatal(err)
	}
	return n
}

// delivered returns how many bytes are kept of what was delivered.
func (o *owner) delivered() (n int64) {
	o.Helper()
	const text = `SELECT CAST(COALESCE(sum(length(content)), 0) AS BIGINT) FROM delivered_files`
	if err := o.config.DB.QueryRow(o.Context(), text).Scan(&n); err != nil {
		o.Fatal(err)
	}
	return n
}

// TestCopiesCountToThePlan: they are bytes that the instances of the user keep, until they are given up.
func TestCopiesCountToThePlan(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		kept := func() int64 {
			usage, err := o.config.Stored.Usage(t.Context(), o.scope.UserID)
			if err != nil {
				t.Fatal(err)
			}
			return usage.Kept
		}
		o.succeeds(delivery.Options{})
		was := o.texts()
		o.bring(mods, "another note")
		o.changeRecord(4321)
		before, delivered := kept(), o.delivered()
		d := o.succeeds(delivery.Options{})
		got, want := kept()-before, int64(len(was[mods])+len(was[types]))+o.delivered()-delivered
		if got != want || o.delivered() == delivered {
			t.Errorf("the copies, and what was delivered, count %d bytes, want %d", got, want)
		}
		big := int64(2 << 30)
		const enlarge = `UPDATE delivery_files SET before_bytes = $1 WHERE path = $2 AND copy IS NOT NULL`
		if _, err := o.config.DB.Exec(t.Context(), enlarge, big, mods); err != nil {
			t.Fatal(err)
		}
		o.bring(mods, "a third note")
		failed := o.deliver(delivery.Options{})
		if failed.Status != delivery.Failed || !strings.Contains(outcome.Sentence(failed.Error), "takes all the storage of your plan") {
			t.Errorf("%s: %s", failed.Status, failed.Error)
		}
		if err := o.ForgetCopies(t.Context(), o.scope, d.SID); err != nil {
			t.Fatal(err)
		}
		if got := kept(); got >= big {
			t.Errorf("%d bytes are still kept", got)
		}
		o.succeeds(delivery.Options{})
		if _, err := o.PlanRollback(t.Context(), o.scope, d.SID, delivery.Options{}); !errors.Is(err, delivery.ErrNoCopies) {
			t.Errorf("without copies: %v", err)
		}
	})
}
