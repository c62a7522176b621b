package conns

import (
	"fmt"
	"testing"

	"github.com/ncruces/go-sqlite3/driver"
)

// A statement that is forgotten between the moment when somebody takes it and the moment when he runs it must still run.
func TestForgottenStatementsServeTheirUsers(t *testing.T) {
	t.Parallel()
	db, err := driver.Open("file:" + t.TempDir() + "/test.db")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	p := &NewShared("reading", db, 1).preparing
	const query = `SELECT 1`
	taken, err := p.use(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; p.statements[query] != nil || i < 2*MaxStatements; i++ {
		other, err := p.use(t.Context(), fmt.Sprintf("SELECT %d + 2", i))
		if err != nil {
			t.Fatal(err)
		}
		other.users.Done()
	}
	if len(p.statements) != MaxStatements {
		t.Errorf("%d statements are kept, want %d", len(p.statements), MaxStatements)
	}
	var n int
	if err := taken.QueryRowContext(t.Context()).Scan(&n); err != nil || n != 1 {
		t.Errorf("the statement gives %d, %v", n, err)
	}
	taken.users.Done()
}
