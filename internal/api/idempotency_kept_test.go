package api_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/api"
	"quartermaster/internal/notes"
	"quartermaster/internal/notes/notestest"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func refusesWhatRuns(t *testing.T, running notes.Notes) {
	s := start(t, func(c *api.Config) { c.Running = running })
	c := s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/events"
	sum := sha256.Sum256([]byte("POST " + path + "\n" + minimalEvent))
	keys := store.NewIdempotencyKeys(s.db, s.clock.Now).NotedIn(running)
	_, _, err := keys.Reserve(t.Context(), c.userID, "k", hex.EncodeToString(sum[:]))
	check(t, err)
	c.keyed(t, "k", path, minimalEvent).exactly(t, 409, body409)
	c.keyed(t, "k", path, minimalEvent+" ").exactly(t, 422, invalid("Idempotency-Key", otherUse))
	s.clock.forward(store.ReservationTime)
	if m, noted := running.(*notestest.Memory); noted {
		c.keyed(t, "k", path, minimalEvent).exactly(t, 409, body409)
		m.Advance(5 * time.Second)
	}
	first := c.keyed(t, "k", path, minimalEvent).done(t)
	c.keyed(t, "k", path, minimalEvent).again(t, first)
}

func TestAnswersAreKeptForADay(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/events"
	first := c.keyed(t, "k", path, minimalEvent).done(t)
	s.clock.forward(24*time.Hour - time.Second)
	c.keyed(t, "k", path, minimalEvent).again(t, first)
	s.clock.forward(time.Second)
	if second := c.keyed(t, "k", path, minimalEvent).done(t); second.at("data.sid") == first.at("data.sid") {
		t.Error("the same record again")
	}
}

func TestOfRacingRequestsWithOneKeyOneIsDone(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		path := instance + "/events"
		for round := range 3 {
			counts := race(6, func(int) reply { return c.keyed(t, strconv.Itoa(round), path, minimalEvent) })
			if counts[201] == 0 || counts[201]+counts[409] != 6 {
				t.Errorf("statuses %v", counts)
			}
			c.get(t, path).expect(t, 200, "meta.total", strconv.Itoa(round+1))
		}
	})
}

// TestAnswerThatIsTooLarge makes a record whose text grows on its way out.
func TestAnswerThatIsTooLarge(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	body := fmt.Sprintf(`{"name":"Large","payload":{"text":"%s"}}`, strings.Repeat("é", 300_000))
	if first := c.keyed(t, "k", instance+"/classnames", body).done(t); len(first.body) <= store.MaxKeptBody {
		t.Fatalf("the answer has %d bytes", len(first.body))
	}
	const message = "The request with this Idempotency-Key has succeeded, but its response was too large to be kept."
	c.keyed(t, "k", instance+"/classnames", body).exactly(t, 409, `{"message":"`+message+`"}`)
	c.get(t, instance+"/classnames").expect(t, 200, "meta.total", "1")
}

// TestSecretsAreNotKept looks for a password in everything that is stored about a request.
func TestSecretsAreNotKept(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		const body = `{"name":"Server","map_id":1,"password":"hunter2hunter2"}`
		first := c.keyed(t, "k", "/api/instance", body).done(t)
		c.keyed(t, "k", "/api/instance", body).again(t, first)
		var digest, kept string
		check(t, s.db.QueryRow(t.Context(), `SELECT request, body FROM idempotency_keys WHERE user_id = $1`, c.userID).Scan(&digest, &kept))
		if len(digest) != 64 || strings.Contains(digest+kept, "hunter2") || kept != first.body {
			t.Errorf("stored: %s %s", digest, kept)
		}
	})
}

func TestImportsTakeNoKey(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	for range 2 {
		r := c.headed(t, "POST", instance+"/files", "", "Idempotency-Key", "a b")
		r.exactly(t, 422, invalid("files", "The files field is required."))
	}
}
