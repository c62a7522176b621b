package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/access"
)

// codeLength is how many letters and digits the code of an invitation has.
const codeLength = 32

// Invitation lets people become members. Times are microseconds since 1970.
type Invitation struct {
	SID       string
	Role      access.Role
	Email     string // of the account that alone may accept; empty for any
	Uses      int64  // how many may accept
	Used      int64  // how many have
	CreatedAt int64
	ExpiresAt int64
	By        string // the name of who has made it
}

// Invited is what an invitation is to.
type Invited struct {
	Invitation
	Instance   Scope // of its owner
	SID        string
	Name       string // of the instance
	inviter    int64
	invitation int64
}

// IsFor reports whether somebody with an e-mail address may accept the invitation.
func (v Invitation) IsFor(email string) bool {
	return v.Email == "" || strings.EqualFold(v.Email, strings.TrimSpace(email))
}

func digestOf(code string) string {
	sum := sha256.Sum256([]byte(code))
	return hex.EncodeToString(sum[:])
}

// Invite stores an invitation, of which role, e-mail address, uses and end are given, and returns it with its code, which is not stored.
func (db *DB) Invite(ctx context.Context, s Scope, invitation Invitation) (stored Invitation, code string, err error) {
	invitation.SID, invitation.CreatedAt, code = NewSID(), db.Time().UnixMicro(), RandomText(codeLength)
	const text = `INSERT INTO invitations (sid, instance_id, user_id, code_digest, role, email, uses, created_at, expires_at)
		SELECT $1, i.id, $2, $3, $4, $5, $6, $7, $8 FROM instances i WHERE i.id = $9 AND i.user_id = $10`
	email := sql.Null[string]{V: invitation.Email, Valid: invitation.Email != ""}
	err = db.Tx(ctx, func(tx *Tx) error {
		err := found(tx.Exec(ctx, text, invitation.SID, s.Person(), digestOf(code), string(invitation.Role), email, invitation.Uses,
			invitation.CreatedAt, invitation.ExpiresAt, s.InstanceID, s.UserID))
		if err != nil {
			return err
		}
		details := map[string]string{"role": string(invitation.Role), "uses": strconv.FormatInt(invitation.Uses, 10)}
		return tx.Audit(ctx, Audited{What: AuditInvited, InstanceID: s.InstanceID, About: invitation.Email, Details: details})
	})
	return invitation, code, err
}

// Invitations returns the invitations of an instance that can still be accepted, the latest first.
func (db *DB) Invitations(ctx context.Context, s Scope) (list []Invitation, err error) {
	const text = `SELECT v.sid, v.role, COALESCE(v.email, ''), v.uses, v.used, v.created_at, v.expires_at, u.name
		FROM invitations v JOIN instances i ON i.id = v.instance_id JOIN users u ON u.id = v.user_id
		WHERE i.id = $1 AND i.user_id = $2 AND v.used < v.uses AND v.expires_at > $3 ORDER BY v.id DESC`
	return list, db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, db.Time().UnixMicro()}, func(rows *Rows) error {
		var v Invitation
		err := rows.Scan(&v.SID, &v.Role, &v.Email, &v.Uses, &v.Used, &v.CreatedAt, &v.ExpiresAt, &v.By)
		list = append(list, v)
		return err
	})
}

// DeleteInvitation ends an invitation of an instance. It returns ErrNotFound where there is none.
func (db *DB) DeleteInvitation(ctx context.Context, s Scope, sid string) error {
	const text = `DELETE FROM invitations WHERE sid = $1 AND instance_id IN (SELECT i.id FROM instances i WHERE i.id = $2 AND i.user_id = $3)`
	return db.Tx(ctx, func(tx *Tx) error {
		if err := found(tx.Exec(ctx, text, sid, s.InstanceID, s.UserID)); err != nil {
			return err
		}
		return tx.Audit(ctx, Audited{What: AuditInvited, InstanceID: s.InstanceID, Details: map[string]string{"ended": "yes"}})
	})
}

// Invited returns what the code of an invitation leads to, or ErrNotFound for one that is unknown, over, used up, or of somebody who may
// not invite any more.
func (db *DB) Invited(ctx context.Context, code string) (v Invited, err error) {
	const text = `SELECT v.id, v.user_id, v.role, COALESCE(v.email, ''), v.uses, v.used, v.created_at, v.expires_at, u.name,
			i.id, i.user_id, i.sid, i.name
		FROM invitations v JOIN instances i ON i.id = v.instance_id JOIN users u ON u.id = v.user_id
		WHERE v.code_digest = $1 AND v.used < v.uses AND v.expires_at > $2 AND u.disabled_at IS NULL`
	err = db.QueryRow(ctx, text, digestOf(code), db.Time().UnixMicro()).Scan(&v.invitation, &v.inviter, &v.Role, &v.Email, &v.Uses, &v.Used,
		&v.CreatedAt, &v.ExpiresAt, &v.By, &v.Instance.InstanceID, &v.Instance.UserID, &v.SID, &v.Name)
	if err != nil {
		return v, err
	}
	inviter, err := db.ScopeOf(ctx, v.inviter, v.Instance.InstanceID)
	if err == nil && !inviter.Allows(access.Manage) {
		err = ErrNotFound
	}
	return v, err
}

// Join makes a user a member by an invitation. Who may as much already stays what he is, and uses nothing up.
func (db *DB) Join(ctx context.Context, v Invited, userID int64) error {
	is, err := db.ScopeOf(ctx, userID, v.Instance.InstanceID)
	if err == nil && len(is.Role().Permissions()) >= len(v.Role.Permissions()) {
		return nil
	}
	return db.Tx(ctx, func(tx *Tx) error {
		const use = `UPDATE invitations SET used = used + 1 WHERE id = $1 AND used < uses AND expires_at > $2`
		now := db.Time().UnixMicro()
		if err := found(tx.Exec(ctx, use, v.invitation, now)); err != nil {
			return err
		}
		const join = `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)
			ON CONFLICT (instance_id, user_id) DO UPDATE SET role = excluded.role`
		if _, err := tx.Exec(ctx, join, v.Instance.InstanceID, userID, string(v.Role), now); err != nil {
			return err
		}
		return tx.auditMember(ctx, AuditJoined, v.Instance, userID, map[string]string{"role": string(v.Role), "invited by": v.By})
	})
}

// UntilDays returns the time some days from now, in microseconds since 1970.
func (db *DB) UntilDays(days int64) int64 {
	return db.Time().Add(time.Duration(days) * 24 * time.Hour).UnixMicro()
}
