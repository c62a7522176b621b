package store_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/outage"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

var errFailed = errors.New("failed")

// member is one transaction of a group.
type member func(*store.Tx) error

// beating returns a member that inserts a row and then ends as told.
func beating(ctx context.Context, name string, end func(*store.Tx) error) member {
	return func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, beat, name, 1); err != nil {
			return err
		}
		return end(tx)
	}
}

func well(*store.Tx) error { return nil }

func badly(*store.Tx) error { return errFailed }

// inLine has calls wait for the writer, in their order, and returns their errors when all have ended.
func inLine(t *testing.T, db *store.DB, calls ...func() error) []error {
	t.Helper()
	return inLineWith(t, db, func() {}, calls...)
}

// inLineWith is inLine with something that is done while all wait.
func inLineWith(t *testing.T, db *store.DB, meanwhile func(), calls ...func() error) []error {
	t.Helper()
	held, release := make(chan struct{}), make(chan struct{})
	errs := make([]error, len(calls)+1)
	var all sync.WaitGroup
	all.Go(func() {
		errs[len(calls)] = db.Tx(t.Context(), func(*store.Tx) error { close(held); <-release; return nil })
	})
	<-held
	for i, call := range calls {
		all.Go(func() { errs[i] = call() })
		for store.Waiting(db) <= i {
			time.Sleep(time.Millisecond)
		}
	}
	meanwhile()
	close(release)
	all.Wait()
	if err := errs[len(calls)]; err != nil {
		t.Fatal(err)
	}
	return errs[:len(calls)]
}

// grouped runs the members as one group.
func grouped(t *testing.T, db *store.DB, members ...member) []error {
	t.Helper()
	calls := make([]func() error, len(members))
	for i, m := range members {
		calls[i] = func() error { return db.ShortTx(t.Context(), m) }
	}
	return inLine(t, db, calls...)
}

func onDisk(t *testing.T) (world, *store.Disk) {
	t.Helper()
	t.Parallel()
	db, disk := store.OpenOnDisk(t)
	return newWorld(t, db), disk
}

// names returns what the members have left, in order.
func (w world) names(t *testing.T) (names []string) {
	t.Helper()
	rows, err := w.Query(t.Context(), `SELECT queue FROM heartbeats ORDER BY queue`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

func (w world) wantNames(t *testing.T, want ...string) {
	t.Helper()
	if got := w.names(t); !slices.Equal(got, want) {
		t.Errorf("%v are stored, want %v", got, want)
	}
}

func wantErrors(t *testing.T, got []error, want ...error) {
	t.Helper()
	for i, err := range got {
		if !errors.Is(err, want[i]) {
			t.Errorf("member %d: %v, want %v", i, err, want[i])
		}
	}
}

func TestAGroupWaitsOnceForTheDisk(t *testing.T) {
	w, disk := onDisk(t)
	var create []func() error
	for i := range 8 {
		create = append(create, func() error {
			row, err := w.Create(t.Context(), record.Events, w.Scope, record.Values{"name": fmt.Sprint("Event", i)})
			if err == nil {
				w.get(t, record.Events, row) // whoever is answered reads his own write
			}
			return err
		})
	}
	before := disk.Syncs.Load()
	wantErrors(t, inLine(t, w.DB, create...), make([]error, 8)...)
	if n := disk.Syncs.Load() - before; n != 1 {
		t.Errorf("8 creates took %d syncs", n)
	}
	w.wantRevisions(t, 1+8)
}

func TestOneAloneWaitsOnceForTheDisk(t *testing.T) {
	w, disk := onDisk(t)
	w.event(t, "First") // which begins the write-ahead log
	before := disk.Syncs.Load()
	w.event(t, "Second")
	if n := disk.Syncs.Load() - before; n != 1 {
		t.Errorf("a create took %d syncs", n)
	}
}

// Long work neither joins nor is joined, and nobody overtakes it.
func TestLongWorkIsAlone(t *testing.T) {
	w, disk := onDisk(t)
	var order []string
	short := func(name string) func() error {
		return func() error {
			return w.ShortTx(t.Context(), beating(t.Context(), name, func(*store.Tx) error { order = append(order, name); return nil }))
		}
	}
	long := func() error {
		return w.Tx(t.Context(), beating(t.Context(), "long", func(*store.Tx) error { order = append(order, "long"); return nil }))
	}
	before := disk.Syncs.Load()
	wantErrors(t, inLine(t, w.DB, short("a"), short("b"), long, short("c"), short("d")), make([]error, 5)...)
	if want := []string{"a", "b", "long", "c", "d"}; !slices.Equal(order, want) {
		t.Errorf("the order was %v", order)
	}
	if n := disk.Syncs.Load() - before; n != 3 {
		t.Errorf("two groups and a long transaction took %d syncs", n)
	}
}

// A member that fails leaves the others whole, wherever it stands.
func TestAMemberThatFails(t *testing.T) {
	for failing := range 3 {
		t.Run(fmt.Sprint(failing), func(t *testing.T) {
			w, _ := onDisk(t)
			ctx := t.Context()
			members := []member{beating(ctx, "a", well), beating(ctx, "b", well)}
			want := make([]error, 3)
			members, want[failing] = slices.Insert(members, failing, beating(ctx, "failing", badly)), errFailed
			wantErrors(t, grouped(t, w.DB, members...), want...)
			w.wantNames(t, "a", "b")
		})
	}
}

func TestMembersThatAllFail(t *testing.T) {
	w, disk := onDisk(t)
	before := disk.Syncs.Load()
	wantErrors(t, grouped(t, w.DB, beating(t.Context(), "a", badly), beating(t.Context(), "b", badly)), errFailed, errFailed)
	w.wantNames(t)
	if n := disk.Syncs.Load() - before; n != 0 {
		t.Errorf("nothing was stored with %d syncs", n)
	}
}

// What a member finds taken by another one of its group is taken.
func TestMembersSeeEachOther(t *testing.T) {
	w, _ := onDisk(t)
	wantErrors(t, grouped(t, w.DB, beating(t.Context(), "a", well), beating(t.Context(), "a", well), beating(t.Context(), "b", well)), nil,
		store.ErrTaken, nil)
	w.wantNames(t, "a", "b")
}

func TestAMemberThatPanics(t *testing.T) {
	for failing := range 3 {
		t.Run(fmt.Sprint(failing), func(t *testing.T) {
			w, _ := onDisk(t)
			var calls []func() error
			for i := range 3 {
				calls = append(calls, func() (err error) {
					defer func() {
						if recover() == "at the disco" {
							err = errFailed
						}
					}()
					return w.ShortTx(t.Context(), beating(t.Context(), fmt.Sprint(i), func(*store.Tx) error {
						if i == failing {
							panic("at the disco")
						}
						return nil
					}))
				})
			}
			names, want := []string{"0", "1", "2"}, make([]error, 3)
			want[failing] = errFailed
			wantErrors(t, inLine(t, w.DB, calls...), want...)
			w.wantNames(t, slices.Delete(names, failing, failing+1)...)
		})
	}
}

// A request that ends leaves nothing half and others whole: while it waits, before a statement, and before the commit.
func TestAMemberThatIsCancelled(t *testing.T) {
	w, _ := onDisk(t)
	var calls []func() error
	for i, cancelIn := range []func(context.Context, context.CancelFunc, *store.Tx) error{
		nil,
		func(_ context.Context, cancel context.CancelFunc, _ *store.Tx) error { cancel(); return nil },
		func(ctx context.Context, cancel context.CancelFunc, tx *store.Tx) error {
			cancel()
			_, err := tx.Exec(ctx, beat, "late", 1)
			return err
		},
		func(ctx context.Context, cancel context.CancelFunc, tx *store.Tx) error {
			cancel()
			return tx.QueryRow(ctx, `SELECT 1`).Scan(new(int64))
		},
	} {
		calls = append(calls, func() error {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			return w.ShortTx(ctx, beating(ctx, fmt.Sprint(i), func(tx *store.Tx) error {
				if cancelIn == nil {
					return nil
				}
				return cancelIn(ctx, cancel, tx)
			}))
		})
	}
	calls = append(calls, func() error { return w.ShortTx(t.Context(), beating(t.Context(), "last", well)) })
	wantErrors(t, inLine(t, w.DB, calls...), nil, context.Canceled, context.Canceled, context.Canceled, nil)
	w.wantNames(t, "0", "last")
}

// An interrupt while it writes would make SQLite roll back what the others have done.
func TestAMemberThatIsCancelledWhileItWrites(t *testing.T) {
	const slow = `UPDATE heartbeats SET beat_at = (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1) SELECT ` +
		`count(*) FROM n)`
	w, _ := onDisk(t)
	ctx, cancel := context.WithCancel(t.Context())
	errs := inLine(t, w.DB,
		func() error { return w.ShortTx(t.Context(), beating(t.Context(), "a", well)) },
		func() error {
			return w.ShortTx(ctx, func(tx *store.Tx) error {
				time.AfterFunc(20*time.Millisecond, cancel)
				_, err := tx.Exec(ctx, slow, 1_000_000)
				return err
			})
		},
		func() error { return w.ShortTx(t.Context(), beating(t.Context(), "b", well)) })
	wantErrors(t, errs, nil, context.Canceled, nil)
	w.wantNames(t, "a", "b")
}

func TestAMemberThatIsCancelledWhileItWaits(t *testing.T) {
	w, _ := onDisk(t)
	ctx, cancel := context.WithCancel(t.Context())
	waits := func() error { return w.ShortTx(ctx, beating(ctx, "waiting", well)) }
	stays := func() error { return w.ShortTx(t.Context(), beating(t.Context(), "staying", well)) }
	errs := inLineWith(t, w.DB, func() {
		cancel()
		for store.Waiting(w.DB) > 1 {
			time.Sleep(time.Millisecond)
		}
	}, waits, stays)
	wantErrors(t, errs, context.Canceled, nil)
	w.wantNames(t, "staying")
}

// A full disk at the commit fails every member, also one that failed before: it may have seen what is not stored.
func TestACommitThatFails(t *testing.T) {
	w, disk := onDisk(t)
	disk.Full.Store(true)
	errs := grouped(t, w.DB, beating(t.Context(), "a", well), beating(t.Context(), "a", well), beating(t.Context(), "b", badly),
		beating(t.Context(), "c", well))
	wantErrors(t, errs, outage.ErrFull, outage.ErrFull, outage.ErrFull, outage.ErrFull)
	disk.Full.Store(false)
	w.wantNames(t)
	wantErrors(t, grouped(t, w.DB, beating(t.Context(), "a", well), beating(t.Context(), "b", well)), nil, nil)
	w.wantNames(t, "a", "b")
}

// SQLite rolls everything back by itself when a statement fails badly, whether the member notices or not.
func TestAMemberThatLosesTheTransaction(t *testing.T) {
	for name, end := range map[string]func(*store.Tx) error{"and fails": badly, "unnoticed": well} {
		t.Run(name, func(t *testing.T) {
			w, _ := onDisk(t)
			loses := func(tx *store.Tx) error {
				if _, err := tx.Exec(t.Context(), "ROLLBACK"); err != nil {
					return err
				}
				return end(tx)
			}
			errs := grouped(t, w.DB, beating(t.Context(), "a", well), loses, beating(t.Context(), "b", well))
			if errs[0] == nil || errs[1] == nil || errs[2] != nil {
				t.Errorf("errors %v", errs)
			}
			w.wantNames(t, "b")
			errs = grouped(t, w.DB, loses, beating(t.Context(), "c", well))
			if errs[0] == nil || errs[1] != nil {
				t.Errorf("errors %v", errs)
			}
			w.wantNames(t, "b", "c")
		})
	}
}

// Nobody is answered before the disk has what he wrote.
func TestNobodyIsAnsweredBeforeTheCommit(t *testing.T) {
	w, disk := onDisk(t)
	var answered atomic.Int64
	early := int64(0)
	look := func() { early = answered.Load() }
	disk.BeforeSync.Store(&look)
	call := func(end func(*store.Tx) error) func() error {
		return func() error {
			defer answered.Add(1)
			return w.ShortTx(t.Context(), beating(t.Context(), fmt.Sprint(time.Now().UnixNano()), end))
		}
	}
	_ = inLine(t, w.DB, call(well), call(well), call(badly), call(well))
	if early != 0 || answered.Load() != 4 {
		t.Errorf("%d of %d were answered before the commit", early, answered.Load())
	}
}

// Whoever waits when the database is closed is done, whoever comes later is told so.
func TestCloseEndsGroups(t *testing.T) {
	w, _ := onDisk(t)
	c := func(name string) func() error {
		return func() error { return w.ShortTx(t.Context(), beating(t.Context(), name, well)) }
	}
	errs := inLine(t, w.DB, c("a"), c("b"), w.Close, c("late"))
	wantErrors(t, errs, nil, nil, nil, outage.ErrUnavailable)
}
