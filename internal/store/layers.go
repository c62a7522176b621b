package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"

	"quartermaster/internal/record"
)

// Layer is a named set of changes to an instance. Its content is the matter of package layers.
type Layer struct {
	ID, AuthorID                     int64 // AuthorID is 0 where the account is gone
	SID, Name, Note, Colour, State   string
	Author                           string // name
	Adopts                           bool   // what it changes is there already
	Place                            int64  // in the order of those that are on; 0 while it is not
	Rows, Size, CreatedAt, UpdatedAt int64  // Size is that of the content in bytes
	Content                          []byte
}

const layerColumns = `SELECT l.id, COALESCE(l.user_id, 0), l.sid, l.name, l.note, l.colour, l.state, COALESCE(u.name, ''), l.adopts, l.place,
	l.row_count, l.size, l.created_at, l.updated_at, `

const layersFrom = ` FROM layers l JOIN instances i ON i.id = l.instance_id LEFT JOIN users u ON u.id = l.user_id
	WHERE i.id = $ AND i.user_id = $`

func (l *Layer) columns() []any {
	return []any{
		&l.ID, &l.AuthorID, &l.SID, &l.Name, &l.Note, &l.Colour, &l.State, &l.Author, &l.Adopts, &l.Place, &l.Rows, &l.Size, &l.CreatedAt,
		&l.UpdatedAt,
	}
}

// Layers returns the layers of the scope's instance without their content, the oldest first.
func (db *DB) Layers(ctx context.Context, s Scope) (list []Layer, err error) {
	q := new(query).add(layerColumns+"''"+layersFrom, s.InstanceID, s.UserID).add(" ORDER BY l.id")
	return list, db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var l Layer
		var none string
		err := rows.Scan(append(l.columns(), &none)...)
		list = append(list, l)
		return err
	})
}

// Layer returns the layer of the edit's instance that has the public identifier, or ErrNotFound.
func (e *Edit) Layer(ctx context.Context, sid string) (Layer, error) {
	list, err := e.layers(ctx, " AND l.sid = $", sid)
	if err == nil && len(list) == 0 {
		err = ErrNotFound
	}
	if err != nil {
		return Layer{}, err
	}
	return list[0], nil
}

// LayersOn returns the layers of the edit's instance that are on, in the order in which they count.
func (e *Edit) LayersOn(ctx context.Context) ([]Layer, error) {
	return e.layers(ctx, " AND l.place > $ ORDER BY l.place", 0)
}

func (e *Edit) layers(ctx context.Context, condition string, arg any) (list []Layer, err error) {
	q := new(query).add(layerColumns+"l.content"+layersFrom, e.Scope.InstanceID, e.Scope.UserID).add(condition, arg)
	return list, e.db.collect(ctx, e.Tx, q.String(), q.args, func(rows *Rows) error {
		var l Layer
		err := rows.Scan(append(l.columns(), &l.Content)...)
		if err == nil {
			l.Content, err = UnpackContent(l.Content, l.Size)
		}
		list = append(list, l)
		return err
	})
}

// AddLayer stores a new layer of the edit's instance, and completes it. It returns ErrFull where the instance has as many as it may.
func (e *Edit) AddLayer(ctx context.Context, l *Layer, most int) error {
	var n int
	if err := e.QueryRow(ctx, `SELECT count(*) FROM layers WHERE instance_id = $1`, e.Scope.InstanceID).Scan(&n); err != nil {
		return err
	}
	if n >= most {
		return ErrFull
	}
	l.SID, l.AuthorID, l.CreatedAt, l.UpdatedAt = NewSID(), e.Scope.Person(), e.Now(), e.Now()
	const text = `INSERT INTO layers (sid, instance_id, user_id, name, note, colour, state, adopts, place, row_count, size, content, created_at,
		updated_at) VALUES (` + "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id"
	l.Size = int64(len(l.Content))
	return e.QueryRow(ctx, text, l.SID, e.Scope.InstanceID, l.AuthorID, l.Name, l.Note, l.Colour, l.State, asNumber(l.Adopts), l.Place, l.Rows,
		l.Size, e.SealedContent(PackContent(l.Content), l.Size), l.CreatedAt, l.UpdatedAt).Scan(&l.ID)
}

// SetLayer stores what may change of a layer.
func (e *Edit) SetLayer(ctx context.Context, l *Layer) error {
	l.UpdatedAt, l.Size = e.Now(), int64(len(l.Content))
	const text = `UPDATE layers SET name = $1, note = $2, colour = $3, state = $4, adopts = $5, place = $6, row_count = $7, size = $8, content = $9,
		updated_at = $10 WHERE id = $11`
	_, err := e.Exec(ctx, text, l.Name, l.Note, l.Colour, l.State, asNumber(l.Adopts), l.Place, l.Rows, l.Size,
		e.SealedContent(PackContent(l.Content), l.Size), l.UpdatedAt, l.ID)
	return err
}

// DeleteLayer deletes a layer of the scope's instance, unless it is on. It returns ErrNotFound where there is none that is off.
func (db *DB) DeleteLayer(ctx context.Context, s Scope, sid string) error {
	return db.Edit(ctx, s, "layer", func(e *Edit) error {
		return found(e.Exec(ctx, `DELETE FROM layers WHERE instance_id = $1 AND sid = $2 AND place = 0`, s.InstanceID, sid))
	})
}

// LayerBase is what lies below the layers of a record: its stored fields, nil where there was none.
type LayerBase struct {
	Resource *record.Resource
	ID       int64
	Row      record.Row
	Revision int64 // up to which edits by hand are part of it
}

// LayerBases returns what lies below the layers of the edit's instance.
func (e *Edit) LayerBases(ctx context.Context) (list []LayerBase, err error) {
	const text = `SELECT resource, record_id, base, revision FROM layer_bases WHERE instance_id = $1 ORDER BY resource, record_id`
	return list, e.db.collect(ctx, e.Tx, text, []any{e.Scope.InstanceID}, func(rows *Rows) error {
		var name string
		var kept sql.Null[string]
		var b LayerBase
		if err := rows.Scan(&name, &b.ID, &kept, &b.Revision); err != nil {
			return err
		}
		if b.Resource = record.Named(name); b.Resource == nil {
			return nil
		}
		var err error
		if kept.Valid {
			b.Row, err = storedRow(b.Resource, kept.V)
		}
		list = append(list, b)
		return err
	})
}

// storedRow reads a row from the form that the history keeps of a whole record.
func storedRow(r *record.Resource, kept string) (record.Row, error) {
	f, err := parseFields(r, kept)
	if err != nil {
		return nil, err
	}
	return (&past{res: r, before: f}).row()
}

// SetLayerBases replaces what lies below the layers of records, and forgets it of others.
func (e *Edit) SetLayerBases(ctx context.Context, set, forgotten []LayerBase) error {
	byResource := map[string][]int64{}
	for _, b := range append(append([]LayerBase{}, set...), forgotten...) {
		byResource[b.Resource.Name] = append(byResource[b.Resource.Name], b.ID)
	}
	d := e.db.dialect
	for name, ids := range byResource {
		q := new(query).add("DELETE FROM layer_bases WHERE instance_id = $ AND resource = $ AND ", e.Scope.InstanceID, name).
			add(d.among("record_id"), d.ids(ids))
		if _, err := e.Exec(ctx, q.String(), q.args...); err != nil {
			return err
		}
	}
	values := func(b LayerBase, args []any) []any {
		var kept any
		if b.Row != nil {
			kept = snapshot(b.Resource, b.Row, everything)
		}
		return append(args, e.Scope.InstanceID, b.Resource.Name, b.ID, kept, b.Revision)
	}
	return bulkInsert(ctx, e.Tx, "INSERT INTO layer_bases (instance_id, resource, record_id, base, revision) VALUES ", "", 5, set, values, nil)
}

// EditedSince returns which stored fields of records were changed after a revision by other edits than those of layers, by resource and id;
// without fields those of records that were made or deleted.
func (e *Edit) EditedSince(ctx context.Context, revision int64) (map[string]map[string]bool, error) {
	const text = `SELECT c.resource, c.record_id, c.before, c.after FROM changes c JOIN revisions v ON v.instance_id = c.instance_id AND
		v.number = c.revision WHERE c.instance_id = $1 AND c.revision > $2 AND v.action NOT LIKE 'layer%' AND EXISTS (SELECT 1 FROM layer_bases b
		WHERE b.instance_id = c.instance_id AND b.resource = c.resource AND b.record_id = c.record_id AND b.revision < c.revision)`
	edited := map[string]map[string]bool{}
	return edited, e.db.collect(ctx, e.Tx, text, []any{e.Scope.InstanceID, revision}, func(rows *Rows) error {
		var resource string
		var id int64
		var before, after sql.Null[string]
		if err := rows.Scan(&resource, &id, &before, &after); err != nil {
			return err
		}
		key := fmt.Sprint(resource, " ", id)
		if edited[key] == nil {
			edited[key] = map[string]bool{}
		}
		var values map[string]json.RawMessage
		if !before.Valid || !after.Valid || json.Unmarshal([]byte(after.V), &values) != nil {
			return nil
		}
		for name := range values {
			edited[key][name] = true
		}
		return nil
	})
}

// Reading returns the edit for another instance of the same database, which is only to be read.
func (e *Edit) Reading(s Scope) *Edit { return &Edit{Tx: e.Tx, Scope: s} }

// Read runs fn on an edit of the scope's instance that changes nothing. On SQLite it sees each statement's own state.
func (db *DB) Read(ctx context.Context, s Scope, fn func(*Edit) error) error {
	if db.slices == nil {
		return db.Tx(ctx, func(tx *Tx) error { return fn(&Edit{Tx: tx, Scope: s}) })
	}
	return fn(&Edit{Tx: &Tx{run: beside{db}, db: db}, Scope: s})
}

// ByIDs returns the records of the edit's instance, or of its user, that have one of the ids, in their order.
func (e *Edit) ByIDs(ctx context.Context, r *record.Resource, ids []int64) ([]record.Row, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	d := e.db.dialect
	return e.All(ctx, r, d.among("r.id"), d.ids(ids))
}

// BySIDs is ByIDs for public identifiers.
func (e *Edit) BySIDs(ctx context.Context, r *record.Resource, sids []string) ([]record.Row, error) {
	if len(sids) == 0 {
		return nil, nil
	}
	d := e.db.dialect
	return e.All(ctx, r, d.among("r.sid"), d.texts(sids))
}

// Touched returns the ids of records that have changed after a revision, by resource.
func (e *Edit) Touched(ctx context.Context, after int64) (map[*record.Resource][]int64, error) {
	const text = `SELECT DISTINCT resource, record_id FROM changes WHERE instance_id = $1 AND revision > $2`
	ids := map[*record.Resource][]int64{}
	return ids, e.db.collect(ctx, e.Tx, text, []any{e.Scope.InstanceID, after}, func(rows *Rows) error {
		var name string
		var id int64
		err := rows.Scan(&name, &id)
		if r := record.Named(name); r != nil {
			ids[r] = append(ids[r], id)
		}
		return err
	})
}

// Then is how records of an instance were at a revision: of those that have changed since, by resource and id; nil where one was not there.
type Then map[*record.Resource]map[int64]record.Row

// AsOf returns how the records that have changed after a revision were then. now are the records as they are.
func (e *Edit) AsOf(ctx context.Context, revision, newest int64) (Then, error) {
	pasts, err := e.db.fold(ctx, e.Tx, revisionRange{scope: e.Scope, after: revision, to: newest})
	if err != nil {
		return nil, err
	}
	byResource := map[*record.Resource][]*past{}
	for _, p := range pasts {
		if p.res != nil && p.res != record.Instances {
			byResource[p.res] = append(byResource[p.res], p)
		}
	}
	then := Then{}
	for r, list := range byResource {
		now, err := e.asTheyAre(ctx, r, list)
		if err != nil {
			return nil, err
		}
		then[r] = map[int64]record.Row{}
		for _, p := range list {
			if then[r][p.id], err = p.rowThen(now[p.id]); err != nil {
				return nil, err
			}
		}
	}
	return then, nil
}

// rowThen returns the record at the start of its past; nil where it was not there.
func (p *past) rowThen(now record.Row) (record.Row, error) {
	switch {
	case !p.existed:
		return nil, nil
	case now != nil:
		return p.over(append(record.Row{}, now...))
	}
	row, err := p.row()
	if err == nil && p.res.Has("name") && strings.Contains(p.res.Joins, "instance_classnames") {
		row[p.res.Index("name")] = p.title
	}
	return row, err
}

// Revision returns the revision of the edit's instance.
func (e *Edit) Revision(ctx context.Context) (number int64, err error) {
	return number, e.QueryRow(ctx, `SELECT revision FROM instances WHERE id = $1`, e.Scope.InstanceID).Scan(&number)
}

// Mission returns the mission folder of the edit's instance.
func (e *Edit) Mission(ctx context.Context) (name string, err error) {
	return name, e.QueryRow(ctx, `SELECT COALESCE(mission, '') FROM instances WHERE id = $1`, e.Scope.InstanceID).Scan(&name)
}

// Around returns how the records that some revisions have changed were before the first of these changes, and after the last. It returns
// ErrNotFound for a revision that the history does not have.
func (e *Edit) Around(ctx context.Context, numbers []int64) (before, after Then, err error) {
	before, after = Then{}, Then{}
	d := e.db.dialect
	for _, number := range numbers {
		if _, err := e.db.Revision(ctx, e.Scope, number); err != nil {
			return nil, nil, err
		}
	}
	byResource := map[*record.Resource]map[int64]*past{}
	q := new(query).add(`SELECT c.resource, c.record_id, c.sid, c.title, c.before, c.after FROM changes c WHERE c.instance_id = $`, e.Scope.InstanceID).
		add(" AND "+d.among("c.revision")+" ORDER BY c.revision, c.position", d.ids(numbers))
	err = e.db.collect(ctx, e.Tx, q.String(), q.args, func(rows *Rows) error {
		var name string
		var p past
		var was, is sql.Null[string]
		if err := rows.Scan(&name, &p.id, &p.sid, &p.title, &was, &is); err != nil {
			return err
		}
		r := record.Named(name)
		if r == nil || r == record.Instances {
			return nil
		}
		if byResource[r] == nil {
			byResource[r] = map[int64]*past{}
		}
		known := byResource[r][p.id]
		if known == nil {
			known = &p
			known.begin(name, was.Valid)
			byResource[r][p.id] = known
		}
		known.title = p.title
		return known.read(was.V, is.V)
	})
	if err != nil {
		return nil, nil, err
	}
	for r, pasts := range byResource {
		if err := e.around(ctx, r, pasts, before, after); err != nil {
			return nil, nil, err
		}
	}
	return before, after, nil
}

func (e *Edit) around(ctx context.Context, r *record.Resource, pasts map[int64]*past, before, after Then) error {
	list := make([]*past, 0, len(pasts))
	for _, p := range pasts {
		list = append(list, p)
	}
	now, err := e.asTheyAre(ctx, r, list)
	if err != nil {
		return err
	}
	before[r], after[r] = map[int64]record.Row{}, map[int64]record.Row{}
	for id, p := range pasts {
		if before[r][id], err = p.rowThen(now[id]); err != nil {
			return err
		}
		then := *p
		then.existed, then.before = p.exists, p.after
		if after[r][id], err = then.rowThen(now[id]); err != nil {
			return err
		}
	}
	return nil
}
