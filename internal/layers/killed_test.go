package layers_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync"
	"testing"

	"quartermaster/internal/layers"
	"quartermaster/internal/ownpacks"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

const (
	// killDir makes the test program a process that turns layers on and off in the database of that folder until it is killed.
	killDir = "QM_LAYERS_TEST_KILL"
	// killAs holds its user and its instances.
	killAs     = "QM_LAYERS_TEST_KILL_AS"
	killRounds = 3
)

// TestKilledLayers kills a process that turns layers on and off and brings drafts in, again and again in one database. Each layer is wholly
// on or wholly off then, as it says of itself, and each step is one revision.
func TestKilledLayers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	db := openAt(t, dir)
	user := storetest.User(t, db)
	one, _ := storetest.Instance(t, db, user)
	sliced, _ := storetest.Instance(t, db, user)
	origin, _ := storetest.Instance(t, db, user)
	for _, scope := range []store.Scope{one, sliced, origin} {
		w := world{layers.New(db, ownpacks.New(db, nil)), db, scope}
		fields := map[string]int64{}
		for _, name := range []string{"A", "B", "C", "D"} {
			w.create(t, record.Events, record.Values{"name": name, "nominal": int64(1)})
			fields[name+" nominal"] = 9
		}
		if scope == origin {
			w.draft(t)
		} else {
			w.layerOf(t, "x", fields)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	done := map[int64]int{}
	for round := range killRounds {
		acknowledged := killOnce(t, dir, one, sliced, origin)
		db := openAt(t, dir)
		for _, scope := range []store.Scope{one, sliced, origin} {
			w := world{layers.New(db, ownpacks.New(db, nil)), db, scope}
			w.checkKilled(t, round, acknowledged[scope.InstanceID], done)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func openAt(t *testing.T, dir string) *store.DB {
	t.Helper()
	db, err := store.Open(t.Context(), store.Config{Dir: dir, InSlices: true})
	if err != nil {
		t.Fatal(err)
	}
	return db
}

// killOnce returns how many steps the process had acknowledged of each instance when it was killed.
func killOnce(t *testing.T, dir string, scopes ...store.Scope) map[int64]int {
	t.Helper()
	as := fmt.Sprint(scopes[0].UserID)
	for _, s := range scopes {
		as += fmt.Sprint(" ", s.InstanceID)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), killDir+"="+dir, killAs+"="+as)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill, n, acknowledged := 5+rand.IntN(20), 0, map[int64]int{}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var id int64
		if _, err := fmt.Sscan(lines.Text(), &id); err != nil {
			t.Fatalf("the process says %q", lines.Text())
		}
		acknowledged[id]++
		if n++; n == kill {
			_ = cmd.Process.Kill()
		}
	}
	_ = cmd.Wait()
	if n < kill {
		t.Fatal("the process ended by itself")
	}
	return acknowledged
}

// checkKilled compares an instance with what it says of itself; done counts the steps of all rounds.
func (w world) checkKilled(t *testing.T, round, acknowledged int, done map[int64]int) {
	t.Helper()
	id := w.scope.InstanceID
	values := map[any]bool{}
	for _, name := range []string{"A", "B", "C", "D"} {
		values[events(w, t, name, "nominal")] = true
	}
	if len(values) != 1 {
		t.Errorf("round %d, instance %d: the values are %v", round, id, values)
	}
	steps := w.number(t, `SELECT count(*) FROM revisions WHERE instance_id = $1 AND (action = 'layer' OR action = 'merge')`)
	if more := steps - done[id] - acknowledged; more < 0 || more > 1 {
		t.Errorf("round %d, instance %d: %d steps more, of which %d were acknowledged", round, id, steps-done[id], acknowledged)
	}
	done[id] = steps
	if all, last := w.number(t, `SELECT count(*) FROM revisions WHERE instance_id = $1`), w.number(t,
		`SELECT revision FROM instances WHERE id = $1`); all != last {
		t.Errorf("round %d, instance %d: %d revisions, and the last is %d", round, id, all, last)
	}
	list, err := w.db.Layers(t.Context(), w.scope)
	if err != nil {
		t.Fatal(err)
	}
	on, bases := values[int64(9)], w.number(t, `SELECT count(*) FROM layer_bases WHERE instance_id = $1`)
	isOrigin := w.number(t, `SELECT count(*) FROM drafts WHERE origin_id = $1`) > 0
	switch {
	case isOrigin && (len(list) != steps || bases > 0):
		t.Errorf("round %d, instance %d: %d merges have left %d layers, with %d bases", round, id, steps, len(list), bases)
	case !isOrigin && ((list[0].State == layers.On) != on || on != (steps%2 == 1) || on != (bases == 4)):
		t.Errorf("round %d, instance %d: the layer is %s with the values %v after %d steps, with %d bases", round, id, list[0].State, values,
			steps, bases)
	}
}

func (w world) number(t *testing.T, query string) (n int) {
	t.Helper()
	if err := w.db.QueryRow(t.Context(), query, w.scope.InstanceID).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// killed is the process that is killed. It tells whether this is one.
func killed() (bool, error) {
	dir := os.Getenv(killDir)
	if dir == "" {
		return false, nil
	}
	ctx := context.Background()
	var user int64
	ids := make([]int64, 3)
	if _, err := fmt.Sscan(os.Getenv(killAs), &user, &ids[0], &ids[1], &ids[2]); err != nil {
		return true, err
	}
	db, err := store.Open(ctx, store.Config{Dir: dir, InSlices: true})
	if err != nil {
		return true, err
	}
	s, failed := layers.New(db, ownpacks.New(db, nil)), make(chan error)
	var told sync.Mutex
	for i, step := range []func(context.Context, *store.DB, *layers.Service, store.Scope) error{turnOther, turnSliced, bringIn} {
		scope := store.Scope{UserID: user, InstanceID: ids[i]}
		go func() {
			for {
				if err := step(ctx, db, s, scope); err != nil {
					failed <- fmt.Errorf("instance %d: %w", scope.InstanceID, err)
				}
				told.Lock()
				fmt.Println(scope.InstanceID)
				told.Unlock()
			}
		}()
	}
	return true, <-failed
}

// turnOther turns the layer of an instance on, or off where it is on.
func turnOther(ctx context.Context, db *store.DB, s *layers.Service, scope store.Scope) error {
	list, err := db.Layers(ctx, scope)
	if err != nil {
		return err
	}
	do := s.TurnOn
	if list[0].State == layers.On {
		do = s.TurnOff
	}
	_, err = do(ctx, scope, list[0].SID, layers.Ask{})
	return err
}

// turnSliced does the same as if the layer had so many rows that they are stored in slices.
func turnSliced(ctx context.Context, db *store.DB, s *layers.Service, scope store.Scope) error {
	if _, err := db.Exec(ctx, `UPDATE layers SET row_count = $1 WHERE instance_id = $2`, store.Many, scope.InstanceID); err != nil {
		return err
	}
	return turnOther(ctx, db, s, scope)
}

// bringIn changes the same in all events of a draft, and brings it in.
func bringIn(ctx context.Context, db *store.DB, s *layers.Service, scope store.Scope) error {
	drafts, err := db.Drafts(ctx, scope)
	if err != nil {
		return err
	}
	d := drafts[0]
	rows, err := db.All(ctx, record.Events, d.Scope, "")
	if err != nil {
		return err
	}
	next := rows[0][record.Events.Index("nominal")].(int64)%5 + 1
	for _, row := range rows {
		if _, err := db.Update(ctx, record.Events, d.Scope, record.Events.SID(row), record.Values{"nominal": next}); err != nil {
			return err
		}
	}
	_, err = s.Merge(ctx, d, layers.Ask{Choices: layers.Choices{Prefer: layers.Theirs}})
	return err
}
