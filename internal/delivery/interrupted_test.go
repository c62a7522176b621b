package delivery_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/outcome"
	"quartermaster/internal/queue"
	"quartermaster/internal/remote"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestInterruptedDeliveries cuts 200 deliveries, every second of which takes the one before back, at every step in turn. Afterwards every
// file of the server is the old one or the new one, nothing that was changed by hand is lost, and the next run completes.
func TestInterruptedDeliveries(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]renaming{"renaming": atomically, "deleting first": afterDeleting, "in place": never} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOwner(t)
			o.rename = how
			o.succeeds(delivery.Options{})
			for i := range 34 {
				o.change()
				there, before := o.interrupt(2*i, o.expected, "")
				o.interrupt(2*i+1, before, there)
				if t.Failed() {
					t.Fatalf("in the deliveries %d and %d", 2*i, 2*i+1)
				}
				o.forget()
			}
		})
	}
}

// TestAFileInTransitIsReadAgain: a file keeps its size and the server's times are too coarse to tell its versions apart. However its
// delivery was interrupted, the next ones know what is there.
func TestAFileInTransitIsReadAgain(t *testing.T) {
	t.Parallel()
	for name, by := range map[string]error{"lost": errCut, "gives up": remote.ErrEndless} {
		for sort, how := range map[string]renaming{"renaming": atomically, "deleting first": afterDeleting, "in place": never} {
			t.Run(name+", "+sort, func(t *testing.T) {
				t.Parallel()
				o := newOwner(t)
				o.rename, o.still, o.cutBy = how, true, by
				o.succeeds(delivery.Options{})
				for step := 1; step < 100; step += 2 {
					o.change()
					o.arm(step, true)
					_, _ = o.order(delivery.Options{}, "") // however it ends
					o.arm(0, false)
					if step%4 == 1 {
						o.change()
					}
					if is := sentOf(o.succeeds(delivery.Options{})); slices.Contains(slices.Collect(maps.Values(is)), "changed on the server") {
						t.Fatalf("cut at step %d: %v", step, is)
					}
					o.expectFiles(o.expected)
				}
			})
		}
	}
}

// interrupt cuts a delivery of what is wanted, or a rollback to before the delivery back, at its i-th step or a multiple of it: the
// connection is lost once, or the server for good, or the program dies with it. It returns the delivery,
// and the files before it.
func (o *owner) interrupt(i int, want map[string]string, back string) (sid string, old map[string]string) {
	o.Helper()
	old = o.texts()
	fresh := maps.Clone(want)
	if i%5 == 0 {
		fresh[messages] = fmt.Sprint("by hand ", i)
		o.put(messages, fresh[messages])
		old[messages] = fresh[messages]
	}
	d, err := o.attempt(1+i*3/2, i%3, back)
	if i%3 == once && (err != nil || d.Status != delivery.Done) {
		o.Fatalf("a connection that was lost once: %s, %s, %v", d.Status, outcome.Sentence(d.Error), err)
	}
	if o.rename == atomically || i%3 == once {
		o.expectOldOrNew(old, fresh)
	}
	o.arm(0, false)
	if i%4 == 3 && i%3 != dies {
		o.tidy()
		o.expectOldOrNew(old, fresh)
		o.expectNoLeftovers()
	}
	sid = o.complete(d, i%3 == dies, delivery.Options{}, back)
	o.expectFiles(fresh)
	if i%5 == 0 {
		o.complete(delivery.Delivery{}, false, delivery.Options{Prefer: delivery.Mine}, back)
		o.expectFiles(want)
	}
	return sid, old
}

// The ways in which a delivery is interrupted.
const (
	once    = iota // the connection is lost, and another one can be opened
	forGood        // none can be opened
	dies           // and the program, which makes the delivery as a job, dies with it
)

// attempt begins a delivery, or a rollback, that is interrupted at a step.
func (o *owner) attempt(step, how int, back string) (delivery.Delivery, error) {
	if how != dies {
		o.arm(step, how == forGood)
		return o.order(delivery.Options{}, back)
	}
	start := o.Start
	if back != "" {
		start = func(ctx context.Context, scope store.Scope, with delivery.Options) (delivery.Delivery, error) {
			return o.StartRollback(ctx, scope, back, with)
		}
	}
	d, err := start(o.Context(), o.scope, delivery.Options{})
	if err != nil {
		return d, err
	}
	o.arm(step, true)
	working, kill := context.WithCancel(o.Context())
	o.onCut = kill
	_, err = o.Service.Run(working, o.job(d), func(int, int, say.Message) {})
	o.onCut = nil
	kill()
	return d, err
}

// order delivers, or rolls back to before a delivery.
func (o *owner) order(with delivery.Options, back string) (delivery.Delivery, error) {
	if back != "" {
		return o.Rollback(o.Context(), o.scope, back, with, func(int, int, say.Message) {})
	}
	return o.Deliver(o.Context(), o.scope, with, func(int, int, say.Message) {})
}

// complete does what comes after an interruption: the program continues the job, or the owner orders the same again. It returns the
// delivery that is to be taken back for all to be as before.
func (o *owner) complete(d delivery.Delivery, died bool, with delivery.Options, back string) string {
	o.Helper()
	if died && d.SID != "" {
		if _, err := o.Service.Run(o.Context(), o.job(d), func(int, int, say.Message) {}); err != nil {
			o.Fatalf("continued: %v", err)
		}
		o.endJobs()
		return d.SID
	}
	again, err := o.order(with, back)
	if err != nil || again.Status != delivery.Done {
		o.Fatalf("ordered again: %s, %s, %v", again.Status, outcome.Sentence(again.Error), err)
	}
	return cmp.Or(d.SID, again.SID)
}

// forget makes what the server has the beginning of further deliveries.
func (o *owner) forget() {
	o.Helper()
	if _, err := o.config.DB.Exec(o.Context(), `DELETE FROM deliveries`); err != nil {
		o.Fatal(err)
	}
}

func (o *owner) job(d delivery.Delivery) queue.Job {
	return queue.Job{
		SID: d.Job, UserID: o.scope.UserID, InstanceID: o.scope.InstanceID, Kind: delivery.Kind, Scope: o.scope,
		Payload: []byte(`{"delivery":"` + d.SID + `"}`),
	}
}

// endJobs does what a worker does at the end of a job.
func (o *owner) endJobs() {
	o.Helper()
	if _, err := o.config.DB.Exec(o.Context(), `UPDATE jobs SET finished_at = 1, state = 'done'`); err != nil {
		o.Fatal(err)
	}
}

// tidy runs the upkeep as if the delivery had ended long ago, and the locks of dead processes were over.
func (o *owner) tidy() {
	o.Helper()
	_, ended := o.config.DB.Exec(o.Context(), `UPDATE deliveries SET finished_at = finished_at - 120000000 WHERE finished_at IS NOT NULL`)
	_, freed := o.config.DB.Exec(o.Context(), `DELETE FROM delivery_locks`)
	if err := errors.Join(ended, freed, o.Tidy(o.Context())); err != nil {
		o.Fatal(err)
	}
}

func (o *owner) expectOldOrNew(old, fresh map[string]string) {
	o.Helper()
	got := o.texts()
	for name, text := range fresh {
		if is := got[name]; is != old[name] && is != text {
			o.Errorf("%s has %q, which is neither %q nor %q", name, is, old[name], text)
		}
	}
}

func (o *owner) expectNoLeftovers() {
	o.Helper()
	for name := range o.texts() {
		if strings.HasSuffix(name, ".tmp") {
			o.Errorf("%s was left", name)
		}
	}
}

// TestOneDeliveryAtATime: of two processes, one delivers.
func TestOneDeliveryAtATime(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t)
		d, err := o.Start(t.Context(), o.scope, delivery.Options{})
		if err != nil || d.Status != delivery.Queued {
			t.Fatalf("%+v, %v", d, err)
		}
		if _, err := o.Start(t.Context(), o.scope, delivery.Options{}); !errors.Is(err, delivery.ErrBusy) {
			t.Errorf("a second job: %v", err)
		}
		if _, err := o.Deliver(t.Context(), o.scope, delivery.Options{}, nil); !errors.Is(err, delivery.ErrBusy) {
			t.Errorf("another process: %v", err)
		}
		if _, err := o.config.Jobs.Cancel(t.Context(), o.scope.UserID, d.Job, nil); err != nil {
			t.Fatal(err)
		}
		if d, err = o.Find(t.Context(), o.scope, d.SID); err != nil || d.Status != delivery.Cancelled || d.Finished == 0 {
			t.Errorf("%+v, %v", d, err)
		}
		o.expectFiles(nil)
		o.succeeds(delivery.Options{})
		if list, total, err := o.List(t.Context(), o.scope, 1, 1); err != nil || total != 2 || len(list) != 1 || list[0].SID != d.SID {
			t.Errorf("%+v of %d, %v", list, total, err)
		}
		another := store.Scope{UserID: o.scope.UserID, InstanceID: o.scope.InstanceID + 1}
		if _, err := o.Find(t.Context(), another, d.SID); !errors.Is(err, store.ErrNotFound) {
			t.Errorf("from another instance: %v", err)
		}
	})
}

// TestACancelledDeliveryEndsBetweenFiles: what is on its way is finished.
func TestACancelledDeliveryEndsBetweenFiles(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	d, err := o.Start(t.Context(), o.scope, delivery.Options{})
	if err != nil {
		t.Fatal(err)
	}
	working, cancel := context.WithCancelCause(t.Context())
	_, err = o.Service.Run(working, o.job(d), func(done, _ int, _ say.Message) {
		if done == 1 {
			cancel(queue.ErrCancelled)
		}
	})
	d, failed := o.Find(t.Context(), o.scope, d.SID)
	if errors.Join(err, failed) != nil || d.Status != delivery.Cancelled || d.Counts[delivery.Sent] == 0 {
		t.Errorf("%+v, %v", d, err)
	}
	o.expectOldOrNew(nil, o.generated())
	o.expectNoLeftovers()
	o.endJobs()
	o.succeeds(delivery.Options{})
	o.expectFiles(o.generated())
}

// TestADeliveryWhoseProcessHasDiedEnds: the next one notes it as failed, and the audit has its end.
func TestADeliveryWhoseProcessHasDiedEnds(t *testing.T) {
	t.Parallel()
	o := newOwner(t)
	dead := o.succeeds(delivery.Options{})
	const unfinished = `UPDATE deliveries SET job = NULL, status = 'running', finished_at = NULL WHERE sid = $1`
	if _, err := o.DB.Exec(o.Context(), unfinished, dead.SID); err != nil {
		t.Fatal(err)
	}
	o.change()
	next := o.succeeds(delivery.Options{})
	found, err := o.Find(o.Context(), o.scope, dead.SID)
	if err != nil || found.Status != delivery.Failed || found.Error.Rule != "interrupted" {
		t.Errorf("%s, %v, %v", found.Status, found.Error, err)
	}
	ended, _, err := o.DB.AuditThat(o.Context(), store.AuditFilter{What: store.AuditDeliveryFinished}, 0, 10)
	var got []string
	for _, a := range ended {
		got = append(got, a.About+" "+a.Details["status"])
	}
	if want := []string{next.SID + " done", dead.SID + " failed", dead.SID + " done"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the audit has %q, %v, want %q", got, err, want)
	}
}
