package queue_test

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// order is a job that an editor of an instance has ordered.
type order struct {
	token      access.Set // of the token that he has used; none where it is empty
	ofInstance bool
	meanwhile  string // what happens before it runs: a statement with his number
	runs       bool
}

const pause = `UPDATE users SET disabled_at = 1 WHERE id = $1`

var orders = map[string]order{
	"an editor":                        {runs: true},
	"a token":                          {token: access.NewSet(access.Read, access.Edit), runs: true},
	"a token that may not edit":        {token: access.NewSet(access.Read)},
	"a token that has expired":         {token: access.NewSet(access.Edit), meanwhile: `UPDATE tokens SET expires_at = 1 WHERE user_id = $1`},
	"a token that was ended":           {token: access.NewSet(access.Edit), meanwhile: `DELETE FROM tokens WHERE user_id = $1`},
	"who has left":                     {meanwhile: `DELETE FROM members WHERE user_id = $1`},
	"who may less":                     {meanwhile: `UPDATE members SET role = 'viewer' WHERE user_id = $1`},
	"who is disabled":                  {meanwhile: pause},
	"the instance, for whom it may be": {ofInstance: true, meanwhile: pause, runs: true},
}

// TestAJobRunsWithWhatItsOrdererMay: what a job may is what its orderer, and the token that he has used, may when it runs, whatever they
// could do when it was ordered.
func TestAJobRunsWithWhatItsOrdererMay(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, db *store.DB) {
		o, given := newOwner(t, db), map[string]store.Scope{}
		sids := map[string]string{}
		for name, by := range orders {
			sids[name] = o.ordered(t, by)
		}
		w := queue.New(db, slog.New(slog.DiscardHandler), "default")
		h := newWork(func(_ context.Context, job queue.Job, _ func(int, int, say.Message)) error {
			given[job.SID] = job.Scope
			return nil
		})
		w.Handle(queue.NewJobs(db, nil), "work", access.Edit, h)
		stop := start(t, w)
		time.Sleep(20 * time.Second)
		stop()
		for name, by := range orders {
			scope, ran := given[sids[name]]
			if ran != by.runs || ran && scope.By.May != by.token || by.token != 0 && ran && scope.Token == 0 {
				t.Errorf("%s: ran %v as %+v", name, ran, scope)
			}
			var state, why string
			query := `SELECT state, COALESCE(error, '') FROM jobs WHERE sid = $1`
			if err := db.QueryRow(t.Context(), query, sids[name]).Scan(&state, &why); err != nil {
				t.Fatal(err)
			}
			if ended := map[bool]string{true: queue.Done, false: queue.Failed}[by.runs]; state != ended ||
				!by.runs && !strings.Contains(why, "no-permission") {
				t.Errorf("%s: it is %s: %s", name, state, why)
			}
		}
	})
}

// ordered adds a job of a new editor, and has happen what happens then.
func (o owner) ordered(t *testing.T, by order) (sid string) {
	t.Helper()
	editor, ctx := storetest.User(t, o.db), t.Context()
	const joins = `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, 'editor', 0)`
	if _, err := o.db.Exec(ctx, joins, o.scope.InstanceID, editor); err != nil {
		t.Fatal(err)
	}
	if by.token != 0 {
		made, _, err := o.db.MakeToken(ctx, editor, store.Token{Name: "Bot", May: by.token, Instances: []string{o.sid}})
		if err != nil {
			t.Fatal(err)
		}
		ctx = access.From(ctx, access.Origin{TokenID: made.ID})
	}
	job := o.job()
	job.UserID, job.OfInstance = editor, by.ofInstance
	if by.ofInstance {
		job.UserID = o.scope.UserID
	}
	sid, err := o.Add(ctx, job, nil)
	if err == nil && by.meanwhile != "" {
		_, err = o.db.Exec(ctx, by.meanwhile, job.UserID)
	}
	if err != nil {
		t.Fatal(err)
	}
	return sid
}
