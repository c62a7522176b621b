package cli

import (
	"log/slog"
	"testing"
	"time"

	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/redistest"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// TestServersTellOfRevisionsAndJobs, each the others and nobody itself.
func TestServersTellOfRevisionsAndJobs(t *testing.T) {
	t.Parallel()
	redis := redistest.Start(t)
	forgotten, looked := make(chan store.Scope, 1000), make(chan struct{}, 1000)
	database, jobs := listen(t, redis, func(s store.Scope) { t.Errorf("a server forgets %v, of which it has made a revision", s) }, func() {})
	listen(t, redis, func(s store.Scope) { forgotten <- s }, func() { looked <- struct{}{} })
	<-looked // it listens, and may have missed something
	scope, _ := storetest.Instance(t, database, storetest.User(t, database))
	if _, err := database.Create(t.Context(), record.Events, scope, record.Values{"name": "EventA", "lifetime": int64(1)}); err != nil {
		t.Fatal(err)
	}
	if _, err := jobs.Add(t.Context(), queue.Job{UserID: scope.UserID, InstanceID: scope.InstanceID, Kind: "work", Payload: []byte("{}")},
		nil); err != nil {
		t.Fatal(err)
	}
	late := time.After(2 * time.Minute)
	select {
	case got := <-forgotten:
		if got != scope {
			t.Errorf("%v is forgotten, want %v", got, scope)
		}
	case <-late:
		t.Fatal("nobody tells of a revision")
	}
	select {
	case <-looked:
	case <-late:
		t.Fatal("nobody tells of a job")
	}
}

// listen makes a server that tells of what is done with its database and its jobs.
func listen(t *testing.T, redis *redistest.Server, forget func(store.Scope), look func()) (*store.DB, *queue.Jobs) {
	t.Helper()
	db := storetest.Open(t)
	s, err := newSharing(redis.URL, db.Time, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	jobs := queue.NewJobs(db, nil)
	s.tell(t.Context(), db, jobs, forget, look)
	t.Cleanup(func() { _ = s.close() })
	return db, jobs
}
