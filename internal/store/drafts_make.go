package store

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// DraftPlan says what a draft is called, and how many its origin may have.
type DraftPlan struct {
	Name, Note string
	Most       int
}

// MakeDraft copies the scope's instance, but for its name, the access to its server and what is beside it, such as schedules. It returns
// ErrFull where the instance has as many drafts as it may, or is one itself, and ErrNotFound where it does not belong to the user. Where
// edits are stored in slices, so is the copy, which nobody sees until it is whole; edits of the instance wait meanwhile.
func (db *DB) MakeDraft(ctx context.Context, s Scope, n DraftPlan) (sid string, err error) {
	m := &draftMaker{db: db, scope: s, new: n, copied: copiedRecords{}}
	if db.slices == nil {
		err = db.Tx(ctx, func(tx *Tx) error {
			if err := tx.lockInstance(ctx, s); err != nil {
				return err
			}
			m.tx = tx
			return m.make(ctx)
		})
		return m.sid, err
	}
	sl, err := db.beginSliced(ctx, s, "create")
	if err != nil {
		return "", err
	}
	err = m.make(ctx)
	failed := sl.end(context.WithoutCancel(ctx), err == nil)
	if err == nil {
		err = failed
	}
	return m.sid, err
}

// draftMaker makes a draft.
type draftMaker struct {
	db     *DB
	tx     *Tx // the only transaction; nil where there are many
	scope  Scope
	new    DraftPlan
	copied copiedRecords
	draft  Scope
	sid    string
}

// part runs a part of the work: in a transaction of its own, where others write between them.
func (m *draftMaker) part(ctx context.Context, fn func(*Tx) error) error {
	if m.tx != nil {
		return fn(m.tx)
	}
	return m.db.Tx(ctx, fn)
}

func (m *draftMaker) make(ctx context.Context) error {
	if err := m.part(ctx, func(tx *Tx) error { return m.begin(ctx, tx) }); err != nil {
		return err
	}
	if err := m.copyContents(ctx); err != nil {
		return err
	}
	for _, r := range record.All() {
		if !isCopied(r) {
			continue
		}
		if err := m.copyRecords(ctx, r); err != nil {
			return err
		}
	}
	return m.part(ctx, func(tx *Tx) error { return m.finish(ctx, tx) })
}

// isCopied reports whether the records of a resource are part of an instance, and so of its drafts.
func isCopied(r *record.Resource) bool { return r.Scope == record.InInstance && r.Beside == "" }

// begin stores the instance without its records. Where the copy takes several transactions, it is hidden until it is whole.
func (m *draftMaker) begin(ctx context.Context, tx *Tx) error {
	if err := m.checkRoom(ctx, tx); err != nil {
		return err
	}
	r := record.Instances
	origin, err := tx.db.get(ctx, tx, r, Scope{UserID: m.scope.UserID}, "r.id = $", m.scope.InstanceID)
	if err != nil {
		return err
	}
	row := m.row(origin)
	e := &Edit{Tx: tx, Scope: m.scope, Action: "create"}
	revision := origin[r.Index("revision")].(int64)
	e.Summary = say.New("draft", "name", r.TitleOf(origin), "revision", revision)
	if err := e.insertInstance(ctx, row); err != nil {
		return err
	}
	m.draft, m.sid = e.Scope, r.SID(row)
	const text = `INSERT INTO drafts (instance_id, origin_id, user_id, note, made_from, base_revision, copied) VALUES ` +
		`($1, $2, $3, $4, $5, $6, '{}')`
	_, err = tx.Exec(ctx, text, m.draft.InstanceID, m.scope.InstanceID, m.scope.Person(), m.new.Note, revision, revision)
	if err == nil && m.tx == nil {
		err = e.withdraw(ctx, r, []record.Row{row})
	}
	return err
}

func (m *draftMaker) checkRoom(ctx context.Context, tx *Tx) error {
	const text = `SELECT (SELECT count(*) FROM drafts WHERE origin_id = $1), (SELECT count(*) FROM drafts WHERE instance_id = $2)`
	var drafts, itself int
	err := tx.QueryRow(ctx, text, m.scope.InstanceID, m.scope.InstanceID).Scan(&drafts, &itself)
	if err == nil && (drafts >= m.new.Most || itself > 0) {
		err = ErrFull
	}
	return err
}

// row is the instance of the draft: that of the origin without its name and all that leads to its server.
func (m *draftMaker) row(origin record.Row) record.Row {
	r, row := record.Instances, slices.Clone(origin)
	for _, name := range []string{
		"ip", "port", "query_port", "hostname", "connection_port", "username", "dir", "password", "share_uid",
	} {
		row[r.Index(name)] = nil
	}
	row[r.Index("name")], row[r.Index("is_sftp")], row[r.Index("revision")] = m.new.Name, int64(0), int64(0)
	row[r.Index("review")] = ReviewOff
	return row
}

// finish shows the draft.
func (m *draftMaker) finish(ctx context.Context, tx *Tx) error {
	text, err := json.Marshal(m.copied)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE drafts SET copied = $1 WHERE instance_id = $2`, string(text), m.draft.InstanceID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM withdrawn WHERE resource = 'instances' AND record_id = $1`, m.draft.InstanceID)
	return err
}

// copyRecords copies the records of a resource with their links.
func (m *draftMaker) copyRecords(ctx context.Context, r *record.Resource) error {
	ids, err := m.ids(ctx, "SELECT r.id FROM "+r.Name+" r WHERE r.instance_id = $1 AND "+r.Published+" ORDER BY r.id")
	if err != nil || len(ids) == 0 {
		return err
	}
	if err := m.reserve(ctx, r.Name, ids); err != nil {
		return err
	}
	sids := newSIDs(len(ids))
	for from := 0; from < len(ids); from += sliceRows {
		to := min(from+sliceRows, len(ids))
		err := m.part(ctx, func(tx *Tx) error { return m.copyPart(ctx, tx, r, ids[from:to], sids[from:to]) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *draftMaker) ids(ctx context.Context, text string) (ids []int64, err error) {
	err = m.part(ctx, func(tx *Tx) error {
		return tx.db.collect(ctx, tx, text, []any{m.scope.InstanceID}, func(rows *Rows) error {
			var id int64
			err := rows.Scan(&id)
			ids = append(ids, id)
			return err
		})
	})
	return ids, err
}

// reserve keeps ids for copies in the order and with the gaps of the originals.
func (m *draftMaker) reserve(ctx context.Context, table string, ids []int64) error {
	first, last := ids[0], ids[len(ids)-1]
	return m.part(ctx, func(tx *Tx) error {
		to, err := tx.db.dialect.keepIDs(ctx, tx, table, last-first+1)
		m.copied[table] = copiedRange{first, last, to}
		return err
	})
}

// copyPart copies some records: their columns by one statement, and one for each of their links.
func (m *draftMaker) copyPart(ctx context.Context, tx *Tx, r *record.Resource, ids []int64, sids []string) error {
	pairs := make([][2]any, len(ids))
	for i, id := range ids {
		pairs[i] = [2]any{id, sids[i]}
	}
	d, list := tx.db.dialect, jsonText(pairs)
	q := new(query).add("INSERT INTO " + r.Name + " (" + columnList(r, storedFields(r)) + ") SELECT ")
	for n, i := range storedFields(r) {
		if n > 0 {
			q.add(", ")
		}
		m.addColumn(q, r, r.Fields[i])
	}
	q.add(" FROM "+d.members("$")+" x JOIN "+r.Name+" r ON r.id = CAST(x.value ->> 0 AS BIGINT)", list)
	if _, err := tx.Exec(ctx, q.String(), q.args...); err != nil {
		return err
	}
	for _, f := range r.Fields {
		if f.Link == nil {
			continue
		}
		if err := m.copyLinks(ctx, tx, r, f, list); err != nil {
			return err
		}
	}
	return nil
}

// addColumn adds the value of a column in the copy.
func (m *draftMaker) addColumn(q *query, r *record.Resource, f *record.Field) {
	table := f.Ref
	switch f.Name {
	case "id":
		table = r.Name
	case "sid":
		q.add("x.value ->> 1")
		return
	case "instance_id":
		q.add("CAST($ AS BIGINT)", m.draft.InstanceID)
		return
	}
	if slices.Contains(contentColumns, f.Name) {
		table = contentsTable
	}
	c, moved := m.copied[table]
	if !moved {
		q.add("r." + f.Column)
		return
	}
	q.add("r."+f.Column+" + CAST($ AS BIGINT)", c.To-c.First)
}

var contentColumns = []string{"content_id", "original_id", "base_id"}

func (m *draftMaker) copyLinks(ctx context.Context, tx *Tx, r *record.Resource, f *record.Field, pairs string) error {
	own, other := m.copied[r.Name], m.copied[f.Ref]
	l := f.Link
	q := new(query).add("INSERT INTO "+l.Table+" ("+strings.Join([]string{l.Owner, "position", l.Column}, ", ")+") SELECT l."+l.Owner+
		" + CAST($ AS BIGINT), l.position, l."+l.Column+" + CAST($ AS BIGINT)", own.To-own.First, other.To-other.First).
		add(" FROM "+tx.db.dialect.members("$")+" x JOIN "+l.Table+" l ON l."+l.Owner+" = CAST(x.value ->> 0 AS BIGINT) WHERE "+l.Seen("l"),
			pairs)
	_, err := tx.Exec(ctx, q.String(), q.args...)
	return err
}

// copyContents copies the contents of the files that the instance has, and none of those that are there for undo alone.
func (m *draftMaker) copyContents(ctx context.Context) error {
	const used = `SELECT c.id FROM file_contents c WHERE c.instance_id = $1 AND EXISTS (SELECT 1 FROM instance_files f
		WHERE f.instance_id = c.instance_id AND c.id IN (f.content_id, f.original_id, f.base_id)) ORDER BY c.id`
	ids, err := m.ids(ctx, used)
	if err != nil || len(ids) == 0 {
		return err
	}
	if err := m.reserve(ctx, contentsTable, ids); err != nil {
		return err
	}
	c := m.copied[contentsTable]
	for part := range slices.Chunk(ids, contentsAtOnce) {
		err := m.part(ctx, func(tx *Tx) error {
			q := new(query).add(`INSERT INTO file_contents (id, instance_id, sha256, size, content) SELECT c.id + CAST($ AS BIGINT),
				CAST($ AS BIGINT), c.sha256, c.size, c.content FROM file_contents c WHERE `, c.To-c.First, m.draft.InstanceID).
				add(tx.db.dialect.among("c.id"), tx.db.dialect.ids(part))
			_, err := tx.Exec(ctx, q.String(), q.args...)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
