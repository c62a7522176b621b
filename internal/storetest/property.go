package storetest

import (
	"flag"
	"os"
	"strconv"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// Cases has the properties of a package tried with n cases, unless RAPID_CHECKS or -rapid.checks says otherwise. It is for TestMain.
func Cases(n int) {
	if os.Getenv("RAPID_CHECKS") == "" {
		_ = flag.Set("rapid.checks", strconv.Itoa(n)) // the command line is read later
	}
}

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
