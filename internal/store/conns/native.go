package conns

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"

	"github.com/ncruces/go-sqlite3"
)

// native runs writing statements on a connection without database/sql, whose conversions take as long as SQLite's own binding. Its
// statements are prepared once.
type native struct {
	conn       *sqlite3.Conn
	statements map[string]*sqlite3.Stmt
}

// exec runs a statement. It returns false, and has done nothing, where an argument is of a type that database/sql has to convert.
func (n *native) exec(ctx context.Context, query string, args []any) (result sql.Result, done bool, err error) {
	if !areBindable(args) {
		return nil, false, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, true, err
	}
	defer n.conn.SetInterrupt(n.conn.SetInterrupt(ctx))
	s, err := n.statement(query)
	if err == nil {
		err = bindAll(s, args)
	}
	if err != nil {
		return nil, true, err
	}
	if err := errors.Join(s.Exec(), s.ClearBindings()); err != nil {
		return nil, true, err
	}
	changed := n.conn.Changes()
	return driver.RowsAffected(changed), true, n.fill(args)
}

// fill writes the large values of a row that was inserted with room for them.
func (n *native) fill(args []any) error {
	for _, arg := range args {
		if large, is := arg.(LargeValue); is {
			if err := large.fill(n.conn); err != nil {
				return err
			}
		}
	}
	return nil
}

func (n *native) statement(query string) (*sqlite3.Stmt, error) {
	if s, ok := n.statements[query]; ok {
		return s, nil
	}
	s, _, err := n.conn.PrepareFlags(query, sqlite3.PREPARE_PERSISTENT)
	if err != nil {
		return nil, err
	}
	if len(n.statements) >= MaxStatements {
		n.forget()
	}
	n.statements[query] = s
	return s, nil
}

func (n *native) forget() {
	for query, s := range n.statements {
		_ = s.Close()
		delete(n.statements, query)
	}
}

func areBindable(args []any) bool {
	for _, arg := range args {
		switch arg.(type) {
		case nil, int64, int, string, []byte, float64, bool, LargeValue:
		default:
			return false
		}
	}
	return true
}

func bindAll(s *sqlite3.Stmt, args []any) error {
	if s.BindCount() != len(args) {
		return errors.New("a statement has another number of arguments")
	}
	for i, arg := range args {
		if err := bind(s, i+1, arg); err != nil {
			return err
		}
	}
	return nil
}

func bind(s *sqlite3.Stmt, i int, arg any) error {
	switch v := arg.(type) {
	case int64:
		return s.BindInt64(i, v)
	case int:
		return s.BindInt(i, v)
	case LargeValue:
		return s.BindZeroBlob(i, int64(len(v.Data)))
	case string:
		return s.BindText(i, v)
	case []byte:
		if v == nil {
			return s.BindNull(i)
		}
		return s.BindBlob(i, v)
	case float64:
		return s.BindFloat(i, v)
	case bool:
		return s.BindBool(i, v)
	}
	return s.BindNull(i)
}
