package api_test

import (
	"net/http"
	"sync"
	"testing"

	"quartermaster/internal/api"
	"quartermaster/internal/gate"
	"quartermaster/internal/stored"
)

// TestTooManyWhoWantFilesMade are told to come again, and all others get theirs.
func TestTooManyWhoWantFilesMade(t *testing.T) {
	t.Parallel()
	var files *stored.Service
	c := start(t, func(c *api.Config) { files = c.Stored }).user(t)
	instance, _ := c.instance(t)
	var leave [2]func()
	for i := range leave {
		var err error
		leave[i], err = files.Making(gate.For(t.Context(), c.userID))
		check(t, err)
	}
	const waiting, beyond = 64, 6
	answers := make(chan reply, waiting+beyond)
	var all sync.WaitGroup
	for range waiting + beyond {
		all.Go(func() { answers <- c.get(t, instance+"/files") })
	}
	for range beyond { // while nobody is let in, these are the only answers
		answer := <-answers
		answer.expect(t, http.StatusServiceUnavailable)
		if answer.header.Get("Retry-After") == "" {
			t.Errorf("no time to try again: %v", answer.header)
		}
	}
	for _, l := range leave {
		l()
	}
	all.Wait()
	for range waiting {
		(<-answers).expect(t, http.StatusOK)
	}
}
