package delivery

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"

	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Status says how far a delivery is.
type Status string

// The states of a delivery.
const (
	Queued    Status = "queued"
	Running   Status = "running"
	Done      Status = "done"
	Failed    Status = "failed" // not all of its files were sent
	Cancelled Status = "cancelled"
)

// Delivery is a delivery or a rollback.
type Delivery struct {
	SID      string
	Job      string // its public identifier; empty for one without
	BackTo   string // of a rollback: the delivery before which the files are again
	Revision int64
	Status   Status
	Who      string // name of the user; empty for one that is gone
	Options  Options
	Error    say.Message
	Copies   bool // of the files that it has replaced are kept
	Created  int64
	Started  int64 // 0 for one that waits; microseconds since 1970, as the others
	Finished int64 // 0 for one that has not ended
	Counts   map[FileStatus]int
	Files    []SentFile // of Find

	id     int64
	server string   // its address; empty until it has begun
	half   []string // paths of files that may be half written on the server
	scope  store.Scope
}

// SentFile is a file of a delivery.
type SentFile struct {
	Path   string
	Status FileStatus
	Bytes  int64
	SHA256 string // empty for one that is deleted
	Error  say.Message

	remote   string   // its path on the server
	before   *content // what the server had; nil if that was not looked at
	copy     string   // key of the copy of that; empty for none
	fresh    string   // key of a copy of the new content, of a file that is written in place; empty for none
	original string   // digest of the file as last imported
}

// deliveryColumns are those of a delivery. The job of one that was cancelled while it waited, or whose workers have died, has ended
// without it.
const deliveryColumns = `d.id, d.sid, i.user_id, i.id, COALESCE(d.job, ''), COALESCE(d.back_to, ''), d.server, d.revision,
	CASE WHEN d.finished_at IS NULL AND j.finished_at IS NOT NULL THEN j.state ELSE d.status END, COALESCE(u.name, ''), d.options,
	COALESCE(d.error, j.error, ''), d.copies = 1, d.created_at, COALESCE(d.started_at, 0), COALESCE(d.finished_at, j.finished_at, 0)`

const deliveryTables = ` FROM deliveries d JOIN instances i ON i.id = d.instance_id LEFT JOIN users u ON u.id = d.user_id
	LEFT JOIN jobs j ON j.sid = d.job `

func (s *Service) deliveries(ctx context.Context, condition string, args ...any) (list []Delivery, err error) {
	err = store.Each(ctx, s.DB, `SELECT `+deliveryColumns+deliveryTables+condition, args, func(rows *store.Rows) error {
		d, err := scanDelivery(rows)
		list = append(list, d)
		return err
	})
	return list, err
}

// scanDelivery reads the columns of a delivery, and more that follow them.
func scanDelivery(rows *store.Rows, more ...any) (Delivery, error) {
	d := Delivery{Counts: map[FileStatus]int{}}
	var options, reason string
	columns := []any{
		&d.id, &d.SID, &d.scope.UserID, &d.scope.InstanceID, &d.Job, &d.BackTo, &d.server, &d.Revision, &d.Status, &d.Who, &options,
		&reason, &d.Copies, &d.Created, &d.Started, &d.Finished,
	}
	if err := rows.Scan(append(columns, more...)...); err != nil {
		return d, err
	}
	d.Error = say.Parse(reason)
	return d, json.Unmarshal([]byte(options), &d.Options)
}

// Find returns a delivery with its files, or store.ErrNotFound.
func (s *Service) Find(ctx context.Context, scope store.Scope, sid string) (Delivery, error) {
	list, err := s.deliveries(ctx, `WHERE d.instance_id = $1 AND d.sid = $2`, scope.InstanceID, sid)
	if err != nil {
		return Delivery{}, err
	}
	if len(list) == 0 {
		return Delivery{}, store.ErrNotFound
	}
	d := list[0]
	if d.Files, err = s.filesOf(ctx, `WHERE delivery_id = $1 ORDER BY path`, d.id); err != nil {
		return d, err
	}
	for _, f := range d.Files {
		d.Counts[f.Status]++
	}
	d.Files = append([]SentFile{}, d.Files...) // none are an empty list
	return d, nil
}

// OfJob returns the public identifier of the delivery that a job makes, or store.ErrNotFound.
func (s *Service) OfJob(ctx context.Context, scope store.Scope, job string) (sid string, err error) {
	return sid, s.DB.QueryRow(ctx, `SELECT sid FROM deliveries WHERE instance_id = $1 AND job = $2`, scope.InstanceID, job).Scan(&sid)
}

func (s *Service) filesOf(ctx context.Context, condition string, args ...any) (list []SentFile, err error) {
	rows, err := s.DB.Query(ctx, `SELECT path, remote, status, bytes, sha256, before_bytes, before_sha256,
		COALESCE(copy, ''), COALESCE(fresh, ''), COALESCE(original, ''), COALESCE(error, '') FROM delivery_files `+condition, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f SentFile
		var bytes sql.Null[int64]
		var digest sql.Null[string]
		var reason string
		err := rows.Scan(&f.Path, &f.remote, &f.Status, &f.Bytes, &f.SHA256, &bytes, &digest, &f.copy, &f.fresh, &f.original, &reason)
		if err != nil {
			return nil, err
		}
		f.Error = say.Parse(reason)
		if digest.Valid {
			f.before = &content{bytes.V, digest.V}
		}
		list = append(list, f)
	}
	return list, rows.Err()
}

// insert stores a delivery, whose job exists or whose lock is held, or returns ErrBusy. Those whose process has died are noted as failed.
func (s *Service) insert(ctx context.Context, d *Delivery) error {
	options, err := json.Marshal(d.Options)
	if err != nil {
		return err
	}
	d.Created = s.DB.Now()
	return s.DB.Tx(ctx, func(tx *store.Tx) error {
		e := store.Edit{Tx: tx, Scope: d.scope}
		if err := e.LockUser(ctx); err != nil {
			return err
		}
		if err := s.abandon(ctx, tx, d.scope.InstanceID); err != nil {
			return err
		}
		var busy int64
		const unfinished = `SELECT count(*) FROM deliveries WHERE instance_id = $1 AND finished_at IS NULL`
		if err := tx.QueryRow(ctx, unfinished, d.scope.InstanceID).Scan(&busy); err != nil {
			return err
		}
		if busy > 0 {
			return ErrBusy
		}
		err := tx.QueryRow(ctx, `INSERT INTO deliveries (sid, instance_id, user_id, job, back_to, revision, status, options, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
			d.SID, d.scope.InstanceID, d.scope.Person(), orNull(d.Job), orNull(d.BackTo), d.Revision, Queued, string(options),
			d.Created).Scan(&d.id)
		if err != nil {
			return err
		}
		return d.audit(ctx, tx, d.started(), nil)
	})
}

// started is what the audit calls the beginning of a delivery.
func (d *Delivery) started() string {
	if d.BackTo != "" {
		return store.AuditRollback
	}
	return store.AuditDeliveryStarted
}

// audit keeps what happens to a delivery.
func (d *Delivery) audit(ctx context.Context, tx *store.Tx, what string, details map[string]string) error {
	return tx.Audit(ctx, store.Audited{What: what, InstanceID: d.scope.InstanceID, About: d.SID, Details: details})
}

// abandon ends the deliveries of an instance that nobody works on: without a lock and without a job that will. The audit has their end.
func (s *Service) abandon(ctx context.Context, tx *store.Tx, instance int64) error {
	const text = `UPDATE deliveries SET status = $1, error = $2, finished_at = $3 WHERE instance_id = $4 AND finished_at IS NULL
		AND NOT EXISTS (SELECT 1 FROM jobs j WHERE j.sid = deliveries.job AND j.finished_at IS NULL)
		AND NOT EXISTS (SELECT 1 FROM delivery_locks l
			WHERE l.instance_id = deliveries.instance_id AND l.owner = deliveries.sid AND l.ends_at > $5)
		RETURNING sid`
	now := s.DB.Time()
	var ended []string
	args := []any{Failed, say.New("interrupted").Stored(), now.UnixMicro(), instance, now.UnixMicro()}
	err := store.Each(ctx, tx, text, args, func(rows *store.Rows) error {
		var sid string
		err := rows.Scan(&sid)
		ended = append(ended, sid)
		return err
	})
	for _, sid := range ended {
		d := Delivery{SID: sid, scope: store.Scope{InstanceID: instance}, Status: Failed}
		err = errors.Join(err, d.auditEnd(ctx, tx))
	}
	return err
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// begin notes that a delivery runs, of that revision, to the server of an address.
func (s *Service) begin(ctx context.Context, d *Delivery, revision int64, server string) error {
	d.Revision, d.Status, d.server = revision, Running, server
	const text = `UPDATE deliveries SET status = $1, revision = $2, server = $3, started_at = COALESCE(started_at, $4) WHERE id = $5`
	_, err := s.DB.Exec(ctx, text, Running, revision, server, s.DB.Now(), d.id)
	return err
}

// end notes how a delivery has ended. Files that were not reached are noted as such.
func (s *Service) end(ctx context.Context, d *Delivery, status Status, reason say.Message) error {
	d.Status, d.Error = status, reason
	return s.DB.Tx(ctx, func(tx *store.Tx) error {
		_, unreached := tx.Exec(ctx, `UPDATE delivery_files SET status = $1 WHERE delivery_id = $2 AND status = $3`, NotSent, d.id, Waiting)
		_, err := tx.Exec(ctx, `UPDATE deliveries SET status = $1, error = $2, finished_at = $3 WHERE id = $4`,
			status, orNull(outcome.Stored(reason)), s.DB.Now(), d.id)
		if err := errors.Join(unreached, err); err != nil {
			return err
		}
		return d.auditEnd(ctx, tx)
	})
}

// auditEnd keeps how a delivery has ended.
func (d *Delivery) auditEnd(ctx context.Context, tx *store.Tx) error {
	return d.audit(ctx, tx, store.AuditDeliveryFinished, map[string]string{"status": string(d.Status)})
}

// insertFile stores a file of a delivery, or puts one of an earlier attempt back to its beginning. What the server had before the
// first attempt that has sent it stays noted.
func insertFile(ctx context.Context, tx *store.Tx, delivery int64, f SentFile) error {
	const text = `INSERT INTO delivery_files (delivery_id, path, remote, status, bytes, sha256, original, error)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (delivery_id, path) DO UPDATE SET remote = excluded.remote, status = excluded.status, bytes = excluded.bytes,
		sha256 = excluded.sha256, original = excluded.original, error = excluded.error`
	_, err := tx.Exec(ctx, text, delivery, f.Path, f.remote, f.Status, f.Bytes, f.SHA256, orNull(f.original), orNull(outcome.Stored(f.Error)))
	return err
}

// updateFile stores how far a file is.
func updateFile(ctx context.Context, tx *store.Tx, delivery int64, f SentFile) error {
	var bytes, digest any
	if f.before != nil {
		bytes, digest = f.before.bytes, f.before.sha256
	}
	_, err := tx.Exec(ctx, `UPDATE delivery_files SET status = $1, before_bytes = $2, before_sha256 = $3, copy = $4, fresh = $5, error = $6
		WHERE delivery_id = $7 AND path = $8`, f.Status, bytes, digest, orNull(f.copy), orNull(f.fresh), orNull(outcome.Stored(f.Error)),
		delivery, f.Path)
	return err
}
