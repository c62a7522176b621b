package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"quartermaster/internal/outage"
)

// Standing is what the home page says of an instance.
type Standing struct {
	Revision   int64
	ChangedBy  string  // who made the last revision; empty if there is none or the account is gone
	ChangedAt  int64   // 0: never
	Downloaded int64   // when all files were last downloaded or delivered; 0: never
	Since      int64   // changes of records since then
	Days       []int64 // revisions of each day, the present one last
}

// Standings returns the standing of instances that a user works on, by their ids, with the revisions of so many days. It takes three
// queries, however many instances there are.
func (db *DB) Standings(ctx context.Context, userID int64, ids []int64, days int) (map[int64]*Standing, error) {
	all := map[int64]*Standing{}
	if len(ids) == 0 {
		return all, nil
	}
	for _, id := range ids {
		all[id] = &Standing{Days: make([]int64, days)}
	}
	q := standingQuery{db: db, all: all, userID: userID, ids: ids}
	return all, errors.Join(q.lastChanges(ctx), q.downloads(ctx), q.days(ctx, days))
}

type standingQuery struct {
	db     *DB
	all    map[int64]*Standing
	userID int64
	ids    []int64
}

// run scans the rows of a query about the instances i, whose first column is the id.
func (q standingQuery) run(ctx context.Context, text string, args []any, scan func(rows *Rows) error) error {
	args = append(args, q.userID)
	marks := make([]string, len(q.ids))
	for n, id := range q.ids {
		args = append(args, id)
		marks[n] = fmt.Sprintf("$%d", len(args))
	}
	works := strings.ReplaceAll(WorksOn, "$", fmt.Sprintf("$%d", len(args)-len(q.ids)))
	text = strings.Replace(text, "THESE", fmt.Sprintf("%s AND i.id IN (%s)", works, strings.Join(marks, ", ")), 1)
	return q.db.collect(ctx, q.db, text, args, scan)
}

func (q standingQuery) lastChanges(ctx context.Context) error {
	const text = `SELECT i.id, i.revision, COALESCE(u.name, ''), COALESCE(v.created_at, 0) FROM instances i
		LEFT JOIN revisions v ON v.instance_id = i.id AND v.number = i.revision LEFT JOIN users u ON u.id = v.user_id WHERE THESE`
	return q.run(ctx, text, nil, func(rows *Rows) error {
		var id int64
		var s Standing
		if err := rows.Scan(&id, &s.Revision, &s.ChangedBy, &s.ChangedAt); err != nil {
			return err
		}
		q.all[id].Revision, q.all[id].ChangedBy, q.all[id].ChangedAt = s.Revision, s.ChangedBy, s.ChangedAt
		return nil
	})
}

func (q standingQuery) downloads(ctx context.Context) error {
	const text = `SELECT i.id, d.at, (SELECT count(*) FROM changes c WHERE c.instance_id = i.id AND c.revision > d.revision
		AND c.revision <= i.revision)
		FROM instances i JOIN downloads d ON d.instance_id = i.id WHERE THESE`
	return q.run(ctx, text, nil, func(rows *Rows) error {
		var id, at, since int64
		if err := rows.Scan(&id, &at, &since); err != nil {
			return err
		}
		q.all[id].Downloaded, q.all[id].Since = at, since
		return nil
	})
}

const dayLength = int64(24 * time.Hour / time.Microsecond)

func (q standingQuery) days(ctx context.Context, days int) error {
	first := q.db.Now()/dayLength - int64(days) + 1
	const text = `SELECT i.id, v.created_at / 86400000000, count(*) FROM instances i JOIN revisions v ON v.instance_id = i.id
		AND v.number <= i.revision WHERE v.created_at >= $1 AND THESE GROUP BY 1, 2`
	return q.run(ctx, text, []any{first * dayLength}, func(rows *Rows) error {
		var id, day, n int64
		err := rows.Scan(&id, &day, &n)
		if at := day - first; err == nil && at < int64(days) {
			q.all[id].Days[at] = n
		}
		return err
	})
}

// Pending is what of an instance waits for its owner.
type Pending struct {
	Sent     bool  // all files were downloaded or delivered once
	Unsent   int64 // changes of records since the last time
	Problems int64 // errors and warnings, as they were counted last
	Proposed int64 // layers that nobody has approved yet
}

// MostWaiting is how many unsent changes are counted; there is one more where there are more.
const MostWaiting = 999

// Pending returns what of an instance waits for its owner.
func (db *DB) Pending(ctx context.Context, s Scope) (p Pending, err error) {
	const text = `SELECT (SELECT count(*) FROM (SELECT 1 AS n FROM changes c JOIN downloads d ON d.instance_id = c.instance_id
			WHERE c.instance_id = i.id AND c.revision > d.revision AND c.revision <= i.revision LIMIT 1000) n),
		COALESCE((SELECT p.errors + p.warnings FROM problem_counts p WHERE p.instance_id = i.id), 0),
		(SELECT count(*) FROM downloads d WHERE d.instance_id = i.id),
		(SELECT count(*) FROM layers l WHERE l.instance_id = i.id AND l.state = 'proposed')
		FROM instances i WHERE i.id = $1 AND i.user_id = $2`
	var times int64
	err = db.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&p.Unsent, &p.Problems, &times, &p.Proposed)
	p.Sent = times > 0
	return p, err
}

// NoteDownload notes that the files of a folder of an instance were downloaded: of all files for the empty one, as they are at a revision.
// A full disk is no error.
func (db *DB) NoteDownload(ctx context.Context, s Scope, revision int64, folder string) error {
	const text = `INSERT INTO downloads (instance_id, revision, at) SELECT i.id, CAST($1 AS BIGINT), CAST($2 AS BIGINT)
		FROM instances i WHERE i.id = $3 AND i.user_id = $4
		ON CONFLICT (instance_id) DO UPDATE SET revision = excluded.revision, at = excluded.at`
	err := db.Tx(ctx, func(tx *Tx) error {
		if folder == "" {
			if _, err := tx.Exec(ctx, text, revision, db.Now(), s.InstanceID, s.UserID); err != nil {
				return err
			}
		}
		return tx.Audit(ctx, Audited{What: AuditExport, InstanceID: s.InstanceID, About: "files.zip", Details: ofFolder(folder)})
	})
	if errors.Is(err, outage.ErrFull) {
		return nil
	}
	return err
}

func ofFolder(folder string) map[string]string {
	if folder == "" {
		return nil
	}
	return map[string]string{"folder": folder}
}

// NoteDelivery notes that all files of an instance were delivered as they are at a revision, with the digests of the errors that they
// had. A full disk is no error.
func (db *DB) NoteDelivery(ctx context.Context, s Scope, revision int64, found []string) error {
	const text = `INSERT INTO downloads (instance_id, revision, at, errors)
		SELECT i.id, CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT) FROM instances i WHERE i.id = $4 AND i.user_id = $5
		ON CONFLICT (instance_id) DO UPDATE SET revision = excluded.revision, at = excluded.at, errors = excluded.errors`
	_, err := db.Exec(ctx, text, revision, db.Now(), strings.Join(found, "\n"), s.InstanceID, s.UserID)
	if errors.Is(err, outage.ErrFull) {
		return nil
	}
	return err
}

// DeliveredErrors returns the digests of the errors that the files of an instance had when they were last delivered.
func (db *DB) DeliveredErrors(ctx context.Context, s Scope) ([]string, error) {
	const text = `SELECT COALESCE((SELECT d.errors FROM downloads d WHERE d.instance_id = i.id), '') FROM instances i WHERE i.id = $1 AND ` +
		`i.user_id = $2`
	var lines string
	err := db.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&lines)
	return strings.Fields(lines), err
}

// RevisionOf returns the revision of an instance, or ErrNotFound.
func (db *DB) RevisionOf(ctx context.Context, s Scope) (revision int64, err error) {
	const text = `SELECT revision FROM instances WHERE id = $1 AND user_id = $2`
	return revision, db.QueryRow(ctx, text, s.InstanceID, s.UserID).Scan(&revision)
}

// Person is somebody who has changed an instance.
type Person struct {
	Name      string // empty when the account is gone
	Revisions int64
}

// People returns who has made revisions of an instance since a time, those with the most first.
func (db *DB) People(ctx context.Context, s Scope, since time.Time) (list []Person, err error) {
	const text = `SELECT COALESCE(u.name, ''), count(*)` + revisionsOf + ofOwner + made +
		` AND v.created_at >= $3 GROUP BY v.user_id, u.name ORDER BY 2 DESC LIMIT 10`
	err = db.collect(ctx, db, text, []any{s.InstanceID, s.UserID, since.UnixMicro()}, func(rows *Rows) error {
		var p Person
		err := rows.Scan(&p.Name, &p.Revisions)
		list = append(list, p)
		return err
	})
	return list, err
}

// FirstSteps are what somebody does who is new here.
type FirstSteps struct{ Made, Imported, Changed, Downloaded bool }

// FirstSteps returns which of them a user has done with any instance.
func (db *DB) FirstSteps(ctx context.Context, userID int64) (s FirstSteps, err error) {
	const text = `SELECT count(*), COALESCE(sum(CASE WHEN EXISTS (SELECT 1 FROM revisions v WHERE v.instance_id = i.id
		AND v.number <= i.revision AND v.action = 'import') THEN 1 ELSE 0 END), 0),
		COALESCE(sum(CASE WHEN EXISTS (SELECT 1 FROM revisions v WHERE v.instance_id = i.id AND v.action <> 'import'
		AND v.number BETWEEN 2 AND i.revision) THEN 1 ELSE 0 END), 0),
		COALESCE(sum(CASE WHEN EXISTS (SELECT 1 FROM downloads d WHERE d.instance_id = i.id) THEN 1 ELSE 0 END), 0)
		FROM instances i WHERE i.user_id = $1`
	var made, imported, changed, downloaded int64
	err = db.QueryRow(ctx, text, userID).Scan(&made, &imported, &changed, &downloaded)
	return FirstSteps{made > 0, imported > 0, changed > 0, downloaded > 0}, err
}
