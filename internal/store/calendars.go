package store

import (
	"context"
	"crypto/subtle"
	"fmt"
)

// CalendarCode returns the code in the secret address of the calendar of the scope's instance. It follows from the secret key and is stored
// nowhere. It returns ErrNotFound where there is no such instance.
func (db *DB) CalendarCode(ctx context.Context, s Scope) (string, error) {
	var sid string
	var number int64
	const text = `SELECT i.sid, COALESCE(c.number, 0) FROM instances i LEFT JOIN calendar_codes c ON c.instance_id = i.id
		WHERE i.id = $1 AND i.user_id = $2`
	if err := db.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&sid, &number); err != nil {
		return "", err
	}
	return db.calendarCode(sid, number)
}

func (db *DB) calendarCode(sid string, number int64) (string, error) {
	code, err := db.seal.code(fmt.Sprintf("calendar %s %d", sid, number))
	return sid + code, err
}

// RenewCalendarCode gives the scope's instance another code: the address with the former one leads nowhere from then on.
func (db *DB) RenewCalendarCode(ctx context.Context, s Scope) error {
	return db.Tx(ctx, func(tx *Tx) error {
		if err := tx.lockInstance(ctx, s); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO calendar_codes (instance_id, number) VALUES ($1, 1)
			ON CONFLICT (instance_id) DO UPDATE SET number = calendar_codes.number + 1`, s.InstanceID)
		return err
	})
}

// CalendarOf returns the owner's scope of the instance whose calendar has a code, with its sid and its name. It returns ErrNotFound for a
// code of none.
func (db *DB) CalendarOf(ctx context.Context, code string) (s Scope, sid, name string, err error) {
	if len(code) < 2*codeSize {
		return s, "", "", ErrNotFound
	}
	var number int64
	sid = code[:len(code)-2*codeSize]
	const text = `SELECT i.id, i.user_id, i.name, COALESCE(c.number, 0) FROM instances i LEFT JOIN calendar_codes c ON c.instance_id = i.id
		WHERE i.sid = $1`
	if err := db.QueryRow(ctx, text, sid).Scan(&s.InstanceID, &s.UserID, &name, &number); err != nil {
		return Scope{}, "", "", err
	}
	right, err := db.calendarCode(sid, number)
	if err == nil && subtle.ConstantTimeCompare([]byte(right), []byte(code)) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Scope{}, "", "", err
	}
	return s, sid, name, nil
}
