package storetest

import (
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// casesOnPostgres is how many cases of a property are tried there, where each takes several times as long as on SQLite.
const casesOnPostgres = 10

// Check tests a property of what is stored: on SQLite with as many cases as rapid tries, on PostgreSQL with fewer. A case that fails
// there is made smaller as ever.
func Check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	if !OnPostgres(t) {
		rapid.Check(t, property)
		return
	}
	var done atomic.Int64
	rapid.Check(t, func(t *rapid.T) {
		if done.Load() < casesOnPostgres {
			property(t)
			done.Add(1)
		}
	})
}
