package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"quartermaster/internal/access"
)

// What the audit keeps. The words are those of the API.
const (
	AuditSignIn           = "sign-in"
	AuditSignInFailed     = "sign-in.failed"
	AuditSignOut          = "sign-out"
	AuditPassword         = "password.changed"
	AuditFactorAdded      = "factor.added"
	AuditFactorRemoved    = "factor.removed"
	AuditTokenCreated     = "token.created"
	AuditTokenDeleted     = "token.deleted"
	AuditInvited          = "member.invited"
	AuditJoined           = "member.joined"
	AuditMemberChanged    = "member.changed"
	AuditMemberRemoved    = "member.removed"
	AuditInstanceCreated  = "instance.created"
	AuditInstanceDeleted  = "instance.deleted"
	AuditTransferred      = "instance.transferred"
	AuditTarget           = "target.changed"
	AuditDeliveryStarted  = "delivery.started"
	AuditDeliveryFinished = "delivery.finished"
	AuditRollback         = "rollback"
	AuditRCon             = "rcon"
	AuditExport           = "export"
	AuditReview           = "review.changed"
	AuditOverride         = "review.overridden"
	AuditLayerApproved    = "layer.approved"
	AuditLayerRejected    = "layer.rejected"
	AuditPackUploaded     = "pack.uploaded"
	AuditPackDeleted      = "pack.deleted"
	AuditUserChanged      = "user.changed"
	AuditUserDisabled     = "user.disabled"
	AuditUserDeleted      = "user.deleted"
)

// AuditWords returns everything that the audit keeps, in the order of the documentation.
func AuditWords() []string {
	return []string{
		AuditSignIn, AuditSignInFailed, AuditSignOut, AuditPassword, AuditFactorAdded, AuditFactorRemoved, AuditTokenCreated,
		AuditTokenDeleted, AuditInvited, AuditJoined, AuditMemberChanged, AuditMemberRemoved, AuditInstanceCreated, AuditInstanceDeleted,
		AuditTransferred, AuditTarget, AuditDeliveryStarted, AuditDeliveryFinished, AuditRollback, AuditRCon, AuditExport, AuditReview,
		AuditOverride, AuditLayerApproved, AuditLayerRejected, AuditPackUploaded, AuditPackDeleted, AuditUserChanged,
		AuditUserDisabled, AuditUserDeleted,
	}
}

// Audited is something that the audit keeps: what was done, by whom and about what. It has no secrets.
type Audited struct {
	At         int64 // microseconds since 1970
	What       string
	By         access.Origin
	InstanceID int64  // that it is about; 0 for none
	Instance   string // its public identifier, also when it is gone
	About      string // what it was done to, by its name
	Details    map[string]string
}

// Audit keeps what is done in the transaction. Who does it is the origin of the context, unless it is given; a user goes by his name.
func (tx *Tx) Audit(ctx context.Context, a Audited) error {
	by := cmp.Or(a.By, access.OriginOf(ctx))
	if a.Details == nil {
		a.Details = map[string]string{}
	}
	details, err := json.Marshal(a.Details)
	if err != nil {
		return err
	}
	const text = `INSERT INTO audit (at, what, user_id, who, token, ip, instance_id, instance, about, details)
		SELECT $1, $2, $3, COALESCE(NULLIF($4, ''), (SELECT u.name FROM users u WHERE u.id = $5), ''), $6, $7, $8,
			(SELECT i.sid FROM instances i WHERE i.id = $9), $10, $11`
	_, err = tx.Exec(ctx, text, tx.Now(), a.What, orNull(by.UserID), by.Name, by.UserID, textOrNull(by.Token), textOrNull(by.Address),
		orNull(a.InstanceID), a.InstanceID, a.About, string(details))
	return err
}

// Audit keeps what is done in a transaction of its own.
func (db *DB) Audit(ctx context.Context, a Audited) error {
	return db.Tx(ctx, func(tx *Tx) error { return tx.Audit(ctx, a) })
}

func textOrNull(text string) sql.Null[string] { return sql.Null[string]{V: text, Valid: text != ""} }

// AuditFilter chooses of what the audit keeps; the zero value chooses all.
type AuditFilter struct {
	InstanceID int64
	What       string
	Who        string // a name, in any letter case
	From, To   int64  // microseconds since 1970; 0 for no limit. To itself is beyond
}

func (f AuditFilter) add(q *query) *query {
	q.add("WHERE true")
	if f.InstanceID != 0 {
		q.add(" AND a.instance_id = $", f.InstanceID)
	}
	if f.What != "" {
		q.add(" AND a.what = $", f.What)
	}
	if f.Who != "" {
		q.add(" AND lower(a.who) = lower($)", f.Who)
	}
	if f.From != 0 {
		q.add(" AND a.at >= $", f.From)
	}
	if f.To != 0 {
		q.add(" AND a.at < $", f.To)
	}
	return q
}

// AuditThat returns some of what a filter finds, newest first, at most limit from an offset on, and how much it finds in all.
func (db *DB) AuditThat(ctx context.Context, f AuditFilter, offset, limit int) (list []Audited, total int64, err error) {
	count := f.add(new(query).add("SELECT count(*) FROM audit a "))
	if err := db.QueryRow(ctx, count.String(), count.args...).Scan(&total); err != nil {
		return nil, 0, err
	}
	err = db.EachAudited(ctx, f, offset, limit, func(a Audited) error {
		list = append(list, a)
		return nil
	})
	return list, total, err
}

// EachAudited calls fn with what AuditThat returns, while it is read.
func (db *DB) EachAudited(ctx context.Context, f AuditFilter, offset, limit int, fn func(Audited) error) error {
	q := f.add(new(query).add(`SELECT a.at, a.what, COALESCE(a.user_id, 0), a.who, COALESCE(a.token, ''), COALESCE(a.ip, ''),
		COALESCE(a.instance_id, 0), COALESCE(a.instance, ''), a.about, a.details FROM audit a `)).
		add(" ORDER BY a.id DESC LIMIT $ OFFSET $", limit, offset)
	return db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var a Audited
		var details string
		err := rows.Scan(&a.At, &a.What, &a.By.UserID, &a.By.Name, &a.By.Token, &a.By.Address, &a.InstanceID, &a.Instance, &a.About, &details)
		if err == nil {
			err = json.Unmarshal([]byte(details), &a.Details)
		}
		if err != nil {
			return err
		}
		return fn(a)
	})
}

// prunedAtOnce is how much of the audit goes in one transaction.
const prunedAtOnce = 5000

// PruneAudit deletes what the audit has kept for longer than an age; nothing for an age of 0.
func (db *DB) PruneAudit(ctx context.Context, age time.Duration) error {
	if age == 0 {
		return nil
	}
	for before := db.Now() - age.Microseconds(); ; {
		n, err := db.Exec(ctx, `DELETE FROM audit WHERE id IN (SELECT a.id FROM audit a WHERE a.at < $1 ORDER BY a.at LIMIT $2)`, before,
			prunedAtOnce)
		if err != nil || n < prunedAtOnce {
			return err
		}
	}
}
