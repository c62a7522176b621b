package store

import (
	"context"
	"database/sql"
	"math"
	"strings"
	"sync"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
)

// InstanceScope returns the scope that the user has of the instance with the public identifier, or ErrNotFound where it is neither his nor
// shared with him.
func (db *DB) InstanceScope(ctx context.Context, userID int64, sid string) (Scope, error) {
	return db.scopeWhere(ctx, userID, `i.sid = $2`, sid)
}

// OtherScope is InstanceScope for who works in a scope: his token has to work on the other instance too.
func (db *DB) OtherScope(ctx context.Context, s Scope, sid string) (Scope, error) {
	other, err := db.InstanceScope(ctx, s.Person(), sid)
	if err != nil {
		return Scope{}, err
	}
	other.By.May, other.Token = s.By.May, s.Token
	if s.Token == 0 {
		return other, nil
	}
	var n int64
	works := `SELECT count(*) FROM token_instances t JOIN instances i ON ` + Home("t.instance_id", "i.id") +
		` WHERE t.token_id = $1 AND i.id = $2`
	if err = db.QueryRow(ctx, works, s.Token, other.InstanceID).Scan(&n); err == nil && n == 0 {
		err = ErrNotFound
	}
	return other, err
}

// ScopeOf is InstanceScope for an internal number.
func (db *DB) ScopeOf(ctx context.Context, userID, instanceID int64) (Scope, error) {
	return db.scopeWhere(ctx, userID, `i.id = $2`, instanceID)
}

// Orderer is who has ordered something that is done later.
type Orderer struct {
	UserID     int64
	TokenID    int64 // of the token with limits that he used; 0 for none
	OfInstance bool  // nobody has: it is done as the instance
}

// ScopeOfOrderer is ScopeOf for what somebody has ordered earlier, with what he and his token may now. It returns ErrNotFound also where
// his account is disabled, or his token is over.
func (db *DB) ScopeOfOrderer(ctx context.Context, by Orderer, instanceID int64) (Scope, error) {
	s, err := db.ScopeOf(ctx, by.UserID, instanceID)
	if err != nil || by.OfInstance {
		return s, err
	}
	const text = `SELECT COALESCE(t.permissions, 0), COALESCE(t.everywhere, 1) FROM users u
		LEFT JOIN tokens t ON t.id = $1 AND t.user_id = u.id WHERE u.id = $2 AND u.disabled_at IS NULL
		AND (t.id IS NOT NULL OR CAST($3 AS BIGINT) = 0) AND (t.expires_at IS NULL OR t.expires_at > $4)`
	var may, everywhere int64
	if err := db.QueryRow(ctx, text, by.TokenID, by.UserID, by.TokenID, db.Now()).Scan(&may, &everywhere); err != nil {
		return Scope{}, err
	}
	s.By.May = access.Set(may)
	if everywhere == 0 {
		s.Token = by.TokenID
	}
	return s, nil
}

func (db *DB) scopeWhere(ctx context.Context, userID int64, condition string, arg any) (s Scope, err error) {
	text := `SELECT i.id, i.user_id, COALESCE(m.role, '') FROM instances i LEFT JOIN members m ON ` +
		Home("m.instance_id", "i.id") + ` AND m.user_id = $1
		WHERE ` + condition + ` AND (i.user_id = $3 OR m.role IS NOT NULL)
		AND i.id NOT IN (SELECT record_id FROM withdrawn WHERE resource = 'instances')`
	var role string
	err = db.QueryRow(ctx, text, userID, arg, userID).Scan(&s.InstanceID, &s.UserID, &role)
	s.By = ActorOf(s.UserID, userID, role)
	return s, err
}

// ActorOf returns who a user is on the instance of an owner.
func ActorOf(ownerID, userID int64, role string) Actor {
	if userID == ownerID {
		return Actor{}
	}
	return Actor{UserID: userID, Role: access.Role(role)}
}

// Instance returns the instance with the public identifier and the scope that the user has of it, or ErrNotFound where it is neither his
// nor shared with him.
func (db *DB) Instance(ctx context.Context, userID int64, sid string) (record.Row, Scope, error) {
	r, row := record.Instances, make(record.Row, len(record.Instances.Fields))
	var role string
	var seen sql.Null[int64]
	targets := append(db.selections.shown(r).targets(row), &role, &seen)
	if err := db.QueryRow(ctx, instanceQuery(), userID, sid, userID).Scan(targets...); err != nil {
		return nil, Scope{}, err
	}
	s := Scope{UserID: row[r.Index("user_id")].(int64), InstanceID: r.ID(row)}
	s.By = ActorOf(s.UserID, userID, role)
	db.NoteSeen(ctx, s, seen)
	return row, s, nil
}

// instanceQuery selects an instance that a user works on, with what he is on it.
var instanceQuery = sync.OnceValue(func() string {
	r := record.Instances
	columns, joins, _ := strings.Cut(newSelections().shown(r).text, " FROM "+r.Name+" r ")
	joins = strings.TrimSuffix(joins, "WHERE ")
	return "/* open instances */ " + columns + ", COALESCE(w.role, ''), w.last_seen_at FROM " + r.Name + " r " + joins +
		"LEFT JOIN members w ON " + Home("w.instance_id", "r.id") +
		" AND w.user_id = $1 WHERE r.sid = $2 AND (r.user_id = $3 OR w.role IS NOT NULL) AND " +
		r.Published
})

// targets are where the columns of the selection are read to.
func (s *selection) targets(row record.Row) []any {
	targets := make([]any, len(s.indexes))
	for i, index := range s.indexes {
		targets[i] = &row[index]
	}
	return targets
}

// HasInstance reports whether anybody has an instance with this public identifier.
func (db *DB) HasInstance(ctx context.Context, sid string) (bool, error) {
	var n int64
	err := db.QueryRow(ctx, `SELECT count(*) FROM instances WHERE sid = $1`, sid).Scan(&n)
	return n > 0, err
}

// CreateInstance stores a new instance of the user with its economy core, and returns the instance. Its errors are those of
// DB.Create.
func (db *DB) CreateInstance(ctx context.Context, userID int64, values record.Values) (record.Row, error) {
	return db.CreateInstanceWithin(ctx, userID, math.MaxInt, values)
}

// CreateInstanceWithin is CreateInstance with a limit on the user's instances: it returns ErrFull when the user has that many.
func (db *DB) CreateInstanceWithin(ctx context.Context, userID int64, limit int, values record.Values) (row record.Row, err error) {
	if _, err := db.CountInstances(ctx, userID); err != nil { // so that the transaction counts only newer ones
		return nil, err
	}
	err = db.Tx(ctx, func(tx *Tx) error {
		if err := roomForInstance(ctx, tx, userID, limit); err != nil {
			return err
		}
		e := &Edit{Tx: tx, Scope: Scope{UserID: userID}, Action: "create"}
		row, err = e.createInstance(ctx, values)
		return err
	})
	return row, err
}

// roomForInstance returns ErrFull at the limit. Others who create instances of the user wait for the end of the transaction.
func roomForInstance(ctx context.Context, tx *Tx, userID int64, limit int) error {
	if _, err := tx.Exec(ctx, `UPDATE users SET plan = plan WHERE id = $1`, userID); err != nil {
		return err
	}
	has, err := tx.db.owned.get(userID).count(ctx, tx.QueryRow, userID) // not remembered, for the transaction may fail
	if err == nil && has.n >= int64(limit) {
		err = ErrFull
	}
	return err
}

// createInstance writes the history last, because it refers to the instance.
func (e *Edit) createInstance(ctx context.Context, values record.Values) (record.Row, error) {
	r := record.Instances
	row, err := e.newRow(ctx, r, e.lookup(), values)
	if err != nil {
		return nil, err
	}
	if err := e.insertInstance(ctx, row); err != nil {
		return nil, err
	}
	if _, err := e.Create(ctx, record.EconomyCores, record.Values{}); err != nil {
		return nil, err
	}
	row[r.Index("revision")] = e.Number
	return row, e.Audit(ctx, Audited{What: AuditInstanceCreated, InstanceID: e.Scope.InstanceID, About: r.TitleOf(row)})
}

func (e *Edit) insertInstance(ctx context.Context, row record.Row) error {
	rows := []record.Row{row}
	if err := e.insertStamped(ctx, record.Instances, rows); err != nil {
		return err
	}
	e.Scope.InstanceID = record.Instances.ID(row)
	e.creates = true
	e.Approve() // what a new instance begins with
	return e.recordHistory(ctx, record.Instances, nil, rows)
}

// UpdateInstance changes an instance of the user and returns it. It returns ErrNotFound when the public identifier is not that
// of the scope's instance.
func (db *DB) UpdateInstance(ctx context.Context, s Scope, sid string, values record.Values,
	conditions ...Condition,
) (row record.Row, err error) {
	err = db.Edit(ctx, s, "update", func(e *Edit) error {
		row, err = e.UpdateInstance(ctx, sid, values, conditions...)
		return err
	})
	return row, err
}

// UpdateInstance changes the instance of the edit and returns it. Its errors are those of DB.UpdateInstance.
func (e *Edit) UpdateInstance(ctx context.Context, sid string, values record.Values, conditions ...Condition) (record.Row, error) {
	r := record.Instances
	old, err := e.db.get(ctx, e.Tx, r, e.Scope, "r.id = $", e.Scope.InstanceID)
	if err != nil {
		return nil, err
	}
	if r.SID(old) != sid {
		return nil, ErrNotFound
	}
	if err := check(old, conditions); err != nil {
		return nil, err
	}
	row, err := e.applyUpdate(ctx, r, old, values)
	if err == nil && e.Number != 0 {
		row[r.Index("revision")] = e.Number
	}
	return row, err
}

// EconomyCore returns the economy core of an instance, or ErrNotFound when the user has no such instance.
func (db *DB) EconomyCore(ctx context.Context, s Scope) (record.Row, error) {
	return db.get(ctx, db, record.EconomyCores, s, "r.instance_id = $", s.InstanceID)
}

// UpdateEconomyCore changes the economy core of an instance and returns it. Its errors are those of Edit.Update.
func (db *DB) UpdateEconomyCore(ctx context.Context, s Scope, values record.Values, conditions ...Condition) (row record.Row, err error) {
	err = db.Edit(ctx, s, "update", func(e *Edit) error {
		row, err = e.UpdateEconomyCore(ctx, values, conditions...)
		return err
	})
	return row, err
}

// UpdateEconomyCore changes the economy core of the edit's instance. Its errors are those of Edit.Update.
func (e *Edit) UpdateEconomyCore(ctx context.Context, values record.Values, conditions ...Condition) (record.Row, error) {
	core, err := e.economyCore(ctx)
	if err == nil {
		err = check(core, conditions)
	}
	if err != nil {
		return nil, err
	}
	return e.applyUpdate(ctx, record.EconomyCores, core, values)
}

func (e *Edit) economyCore(ctx context.Context) (record.Row, error) {
	return e.db.get(ctx, e.Tx, record.EconomyCores, e.Scope, "r.instance_id = $", e.Scope.InstanceID)
}

// ResetEconomyCore replaces the economy core with one that has the defaults. It returns ErrNotFound when the user has no such
// instance.
func (db *DB) ResetEconomyCore(ctx context.Context, s Scope) error {
	r := record.EconomyCores
	return db.Edit(ctx, s, "reset", func(e *Edit) error {
		core, err := e.economyCore(ctx)
		if err != nil {
			return err
		}
		if err := e.DeleteAll(ctx, r, []record.Row{core}); err != nil {
			return err
		}
		_, err = e.Create(ctx, r, record.Values{})
		return err
	})
}
