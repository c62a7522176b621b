package api_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/api"
	"quartermaster/internal/storetest"
)

// instancesOf lets a user of the plan with API access have so many instances.
func instancesOf(t testing.TB, limit int) func(*api.Config) {
	return func(c *api.Config) {
		plans := account.Plans()
		plans[1].MaxInstances = limit
		accounts, err := account.New(c.DB, account.Options{Plans: plans})
		check(t, err)
		c.Accounts = accounts
	}
}

func TestInstancesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t, instancesOf(t, 2))
		c, other := s.user(t), s.user(t)
		path, _ := c.made(t, `{"name":"First","map_id":1}`)
		c.made(t, `{"name":"Second","map_id":1}`)
		const text = "Your plan's limit of 2 on instances is reached. Delete an instance to make room."
		c.send(t, "POST", instances, `{"name":"Third","map_id":1}`).exactly(t, 422, `{"message":"`+text+`","errors":{"name":["`+text+`"]}}`)
		c.send(t, "POST", instances, `{"map_id":1}`).expect(t, 422, "errors.name.0", `"The name field is required."`)
		other.made(t, `{"name":"Of another","map_id":1}`)
		c.must(t, 200, "DELETE", path, "")
		c.made(t, `{"name":"Third","map_id":1}`)
		c.get(t, instances).expect(t, 200, "total", "2")
	})
}

// TestInstancesAtTheSameMoment: of those that race for the last room as many are made as there is room for.
func TestInstancesAtTheSameMoment(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t, instancesOf(t, 3)).user(t)
		var made atomic.Int64
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				switch r := c.send(t, "POST", instances, `{"name":"One","map_id":1}`); r.status {
				case 201:
					made.Add(1)
				case 422:
				default:
					t.Errorf("%d %s", r.status, r.body)
				}
			})
		}
		all.Wait()
		if n := made.Load(); n != 3 {
			t.Errorf("%d instances were made, want 3", n)
		}
		c.get(t, instances).expect(t, 200, "total", "3")
	})
}
