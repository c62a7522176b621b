package store

import (
	"context"
	"database/sql"
	"time"

	"quartermaster/internal/access"
)

// WorksOn is the condition that a user, both times the argument $, works on an instance, as i: that it is his or shared with him.
var WorksOn = "(i.user_id = $ OR EXISTS (SELECT 1 FROM members m WHERE " + Home("m.instance_id", "i.id") + " AND m.user_id = $))"

// Membership is what a user is on an instance that somebody else owns.
type Membership struct {
	InstanceID int64
	Role       access.Role
	OwnerID    int64
	Owner      string // name
}

// Memberships returns those of a user on some instances, none for his own and for those that he is no member of.
func (db *DB) Memberships(ctx context.Context, userID int64, instances []int64) (list []Membership, err error) {
	if len(instances) == 0 {
		return nil, nil
	}
	q := new(query).add("SELECT i.id, m.role, u.id, u.name FROM instances i JOIN members m ON "+Home("m.instance_id", "i.id")+
		" JOIN users u ON u.id = i.user_id WHERE m.user_id = $ AND ", userID).
		add(db.dialect.among("i.id"), db.dialect.ids(instances))
	return list, db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var m Membership
		err := rows.Scan(&m.InstanceID, &m.Role, &m.OwnerID, &m.Owner)
		list = append(list, m)
		return err
	})
}

// Member is somebody who works on an instance. Times are microseconds since 1970.
type Member struct {
	UserID     int64
	SID        string // of the user
	Name       string
	Email      string
	Role       access.Role
	CreatedAt  int64 // of the membership; of the owner, that of the instance
	LastSeenAt int64 // 0 for never, and for the owner
}

const memberColumns = `SELECT u.id, u.sid, u.name, u.email, `

// Members returns who works on an instance: the owner first, and then the others in the order in which they joined.
func (db *DB) Members(ctx context.Context, s Scope) (list []Member, err error) {
	const text = memberColumns + `'owner', i.created_at AS since, 0, 0 AS place FROM instances i JOIN users u ON u.id = i.user_id
		WHERE i.id = $1 AND i.user_id = $2 UNION ALL ` + memberColumns + `m.role, m.created_at, COALESCE(m.last_seen_at, 0), 1
		FROM members m JOIN users u ON u.id = m.user_id WHERE u.program_of IS NULL
		AND m.instance_id = COALESCE((SELECT d.origin_id FROM drafts d WHERE d.instance_id = $3), $4) ORDER BY place, since, 1`
	return list, db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, s.InstanceID, s.InstanceID}, func(rows *Rows) error {
		var m Member
		var place int64
		err := rows.Scan(&m.UserID, &m.SID, &m.Name, &m.Email, &m.Role, &m.CreatedAt, &m.LastSeenAt, &place)
		list = append(list, m)
		return err
	})
}

// Member returns the member whose account has the public identifier, or ErrNotFound.
func (db *DB) Member(ctx context.Context, s Scope, sid string) (Member, error) {
	list, err := db.Members(ctx, s)
	for _, m := range list {
		if m.SID == sid {
			return m, nil
		}
	}
	if err == nil {
		err = ErrNotFound
	}
	return Member{}, err
}

// SetRole changes what a member is. Invitations of one who may not invite any more end. It returns ErrNotFound for who is no member.
func (db *DB) SetRole(ctx context.Context, s Scope, userID int64, role access.Role) error {
	return db.Tx(ctx, func(tx *Tx) error {
		const text = `UPDATE members SET role = $1 WHERE instance_id = $2 AND user_id = $3`
		err := found(tx.Exec(ctx, text, string(role), s.InstanceID, userID))
		if err == nil && !role.Allows(access.Manage) {
			err = tx.endInvitations(ctx, s, userID)
		}
		if err != nil {
			return err
		}
		return tx.auditMember(ctx, AuditMemberChanged, s, userID, map[string]string{"role": string(role)})
	})
}

// RemoveMember ends a membership, and the invitations of who it was. It returns ErrNotFound for who is no member.
func (db *DB) RemoveMember(ctx context.Context, s Scope, userID int64) error {
	return db.Tx(ctx, func(tx *Tx) error {
		err := found(tx.Exec(ctx, `DELETE FROM members WHERE instance_id = $1 AND user_id = $2`, s.InstanceID, userID))
		if err == nil {
			err = tx.endInvitations(ctx, s, userID)
		}
		if err != nil {
			return err
		}
		return tx.auditMember(ctx, AuditMemberRemoved, s, userID, nil)
	})
}

// auditMember keeps what is done about a member of an instance, by the name of his account.
func (tx *Tx) auditMember(ctx context.Context, what string, s Scope, userID int64, details map[string]string) error {
	var name string
	if err := tx.QueryRow(ctx, `SELECT name FROM users WHERE id = $1`, userID).Scan(&name); err != nil {
		return err
	}
	return tx.Audit(ctx, Audited{What: what, InstanceID: s.InstanceID, About: name, Details: details})
}

func (tx *Tx) endInvitations(ctx context.Context, s Scope, userID int64) error {
	_, err := tx.Exec(ctx, `DELETE FROM invitations WHERE instance_id = $1 AND user_id = $2`, s.InstanceID, userID)
	return err
}

// seenEvery is how often it is noted that a member is there.
const seenEvery = 5 * time.Minute

// NoteSeen notes that a member is there. What goes wrong is of no consequence.
func (db *DB) NoteSeen(ctx context.Context, s Scope, last sql.Null[int64]) {
	now := db.Time().UnixMicro()
	if s.By.UserID == 0 || last.Valid && now-last.V < seenEvery.Microseconds() {
		return
	}
	_, _ = db.Exec(ctx, `UPDATE members SET last_seen_at = $1 WHERE instance_id = $2 AND user_id = $3`, now, s.InstanceID, s.By.UserID)
}
