package store

import (
	"database/sql"
	"fmt"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/driver"

	"quartermaster/internal/store/conns"
)

// A bound LIMIT of another value must not let SQLite parse the statement again, on none of the connections.
func TestPlansAreStable(t *testing.T) {
	t.Parallel()
	db, err := Open(t.Context(), Config{Dir: t.TempDir(), Unsynced: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for name, pool := range db.pools {
		conn, err := pool.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		expectStablePlans(t, name, conn)
		_ = conn.Close()
	}
	expectStablePlans(t, "writer", db.writer.(*conns.Single).Conn)
}

func expectStablePlans(t *testing.T, name string, conn *sql.Conn) {
	t.Helper()
	err := conn.Raw(func(c any) error {
		s, _, err := c.(driver.Conn).Raw().Prepare(`SELECT id FROM maps LIMIT ?`)
		if err != nil {
			return err
		}
		defer s.Close()
		for limit := range 3 {
			if err := s.BindInt(1, limit+1); err != nil {
				return err
			}
			if err := s.Exec(); err != nil {
				return err
			}
		}
		if n := s.Status(sqlite3.STMTSTATUS_REPREPARE, false); n > 0 {
			return fmt.Errorf("parsed again %d times", n)
		}
		return nil
	})
	if err != nil {
		t.Errorf("%s: %v", name, err)
	}
}
