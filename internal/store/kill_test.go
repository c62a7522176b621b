package store_test

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

const (
	// killDir makes the test program a process that writes into the database in that folder until it is killed.
	killDir = "QM_STORE_TEST_KILL"
	// killAs holds its user, instance and round.
	killAs = "QM_STORE_TEST_KILL_AS"
	// killRounds is how often it is killed, where that is not killedShort times.
	killRounds  = "QM_TEST_KILLS"
	killedShort = 3
	killWriters = 8
)

// TestKilledWriters kills a process under load, again and again in one database. Whatever it said was stored is there, nothing is there in
// part.
func TestKilledWriters(t *testing.T) {
	t.Parallel()
	rounds := killedShort
	if n, err := strconv.Atoi(os.Getenv(killRounds)); err == nil {
		rounds = n
	}
	dir := t.TempDir()
	db := open(t, store.Config{Dir: dir})
	w := newWorld(t, db)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	stored := 0
	for round := range rounds {
		acknowledged := killOnce(t, dir, w.Scope, round)
		stored += w.checkKilled(t, dir, round, acknowledged)
	}
	t.Logf("%d rounds, %d records", rounds, stored)
}

// killOnce returns what the process had acknowledged when it was killed.
func killOnce(t *testing.T, dir string, s store.Scope, round int) (acknowledged []string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), killDir+"="+dir, fmt.Sprintf("%s=%d %d %d", killAs, s.UserID, s.InstanceID, round))
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := 1 + rand.IntN(200)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		acknowledged = append(acknowledged, lines.Text())
		if len(acknowledged) == kill {
			_ = cmd.Process.Kill()
		}
	}
	_ = cmd.Wait()
	if len(acknowledged) < kill {
		t.Fatalf("the process ended by itself: %v", acknowledged)
	}
	return acknowledged
}

// checkKilled compares the database with what was acknowledged, and returns how many records of the round it holds.
func (w world) checkKilled(t *testing.T, dir string, round int, acknowledged []string) int {
	t.Helper()
	db := open(t, store.Config{Dir: dir})
	defer func() { _ = db.Close() }()
	w.DB = db
	var names []string
	rows, err := db.All(t.Context(), record.Events, w.Scope, "r.nominal = $", int64(round))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		names = append(names, record.Events.TitleOf(row))
	}
	for _, name := range acknowledged {
		if !slices.Contains(names, name) {
			t.Errorf("round %d: %s was acknowledged and is not there", round, name)
		}
	}
	if more := len(names) - len(acknowledged); more < 0 || more > killWriters {
		t.Errorf("round %d: %d records, %d acknowledged", round, len(names), len(acknowledged))
	}
	all := w.number(t, `SELECT count(*) FROM events`)
	for what, query := range map[string]string{
		"revisions": `SELECT count(*) - 1 FROM revisions`, "the instance's revision": `SELECT revision - 1 FROM instances`,
		"changes": `SELECT count(*) FROM changes WHERE resource = 'events'`,
	} {
		if n := w.number(t, query); n != all {
			t.Errorf("round %d: %d records, %s: %d", round, all, what, n)
		}
	}
	var sound string
	if err := db.QueryRow(t.Context(), `SELECT integrity_check FROM pragma_integrity_check`).Scan(&sound); err != nil || sound != "ok" {
		t.Errorf("round %d: the database is damaged: %s, %v", round, sound, err)
	}
	return len(names)
}

// killed is the process that is killed. It tells whether this is one.
func killed() (bool, error) {
	dir := os.Getenv(killDir)
	if dir == "" {
		return false, nil
	}
	var s store.Scope
	var round int64
	if _, err := fmt.Sscan(os.Getenv(killAs), &s.UserID, &s.InstanceID, &round); err != nil {
		return true, err
	}
	db, err := store.Open(context.Background(), store.Config{Dir: dir})
	if err != nil {
		return true, err
	}
	var all sync.WaitGroup
	for writer := range killWriters {
		all.Go(func() {
			for n := 0; ; n++ {
				name := fmt.Sprintf("%d-%d-%d", round, writer, n)
				_, err := db.Create(context.Background(), record.Events, s, record.Values{"name": name, "nominal": round})
				if err != nil {
					panic(err)
				}
				fmt.Println(name)
			}
		})
	}
	all.Wait()
	return true, nil
}
