package delivery_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"

	"quartermaster/internal/delivery"
	"quartermaster/internal/queue"
	"quartermaster/internal/store"
)

// TestInterruptedDeliveries cuts 200 deliveries at every step in turn. Afterwards every file of the server is the old one or the new
// one, nothing that was changed by hand is lost, and the next delivery completes.
func TestInterruptedDeliveries(t *testing.T) {
	t.Parallel()
	for name, how := range map[string]renaming{"renaming": atomically, "deleting first": afterDeleting, "in place": never} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newOwner(t)
			o.rename = how
			o.succeeds(delivery.Options{})
			for i := range 67 {
				o.interrupt(i, how)
				if t.Failed() {
					t.Fatalf("in the delivery %d", i)
				}
			}
		})
	}
}

// interrupt cuts a delivery at its i-th step or a multiple of it: the connection is lost once, or the server for good, or the program
// dies with it.
func (o *owner) interrupt(i int, how renaming) {
	o.Helper()
	old := o.texts()
	o.change()
	byHand := i%5 == 0
	if byHand {
		old[messages] = fmt.Sprint("by hand ", i)
		o.put(messages, old[messages])
	}
	fresh := maps.Clone(o.expected)
	if byHand {
		fresh[messages] = old[messages]
	}
	d, err := o.attempt(1+i*3/2, i%3)
	if i%3 == once && (err != nil || d.Status != delivery.Done) {
		o.Fatalf("a connection that was lost once: %s, %s, %v", d.Status, d.Error, err)
	}
	if how == atomically || i%3 == once {
		o.expectOldOrNew(old, fresh)
	}
	o.arm(0, false)
	if i%4 == 3 && i%3 != dies {
		o.tidy()
		o.expectOldOrNew(old, fresh)
		o.expectNoLeftovers()
	}
	o.complete(d, i%3 == dies)
	o.expectFiles(fresh)
	if byHand {
		o.succeeds(delivery.Options{Prefer: delivery.Mine})
		o.expectFiles(o.expected)
	}
}

// The ways in which a delivery is interrupted.
const (
	once    = iota // the connection is lost, and another one can be opened
	forGood        // none can be opened
	dies           // and the program, which makes the delivery as a job, dies with it
)

// attempt begins a delivery that is interrupted at a step.
func (o *owner) attempt(step, how int) (delivery.Delivery, error) {
	if how != dies {
		o.arm(step, how == forGood)
		return o.Deliver(o.Context(), o.scope, delivery.Options{}, func(int, int, string) {})
	}
	d, err := o.Start(o.Context(), o.scope, delivery.Options{})
	if err != nil {
		return d, err
	}
	o.arm(step, true)
	working, kill := context.WithCancel(o.Context())
	o.onCut = kill
	_, err = o.Service.Run(working, o.job(d), func(int, int, string) {})
	o.onCut = nil
	kill()
	return d, err
}

func (o *owner) job(d delivery.Delivery) queue.Job {
	return queue.Job{SID: d.Job, UserID: o.scope.UserID, InstanceID: o.scope.InstanceID, Kind: delivery.Kind, Payload: []byte(`{"delivery":"` + d.SID + `"}`)}
}

// complete makes what the program does after it was interrupted: it continues the job, or the owner delivers again.
func (o *owner) complete(d delivery.Delivery, died bool) {
	o.Helper()
	if died && d.SID != "" {
		if _, err := o.Service.Run(o.Context(), o.job(d), func(int, int, string) {}); err != nil {
			o.Fatalf("continued: %v", err)
		}
		o.endJobs()
		return
	}
	o.succeeds(delivery.Options{})
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
	if _, err := o.config.Jobs.Cancel(t.Context(), o.scope.UserID, d.Job); err != nil {
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
	if _, err := o.Find(t.Context(), store.Scope{UserID: o.scope.UserID, InstanceID: o.scope.InstanceID + 1}, d.SID); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("from another instance: %v", err)
	}
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
	_, err = o.Service.Run(working, o.job(d), func(done, _ int, _ string) {
		if done == 1 {
			cancel(queue.ErrCancelled)
		}
	})
	if d, failed := o.Find(t.Context(), o.scope, d.SID); errors.Join(err, failed) != nil || d.Status != delivery.Cancelled || d.Counts[delivery.Sent] == 0 {
		t.Errorf("%+v, %v", d, err)
	}
	o.expectOldOrNew(nil, o.generated())
	o.expectNoLeftovers()
	o.endJobs()
	o.succeeds(delivery.Options{})
	o.expectFiles(o.generated())
}
