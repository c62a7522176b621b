package store

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"quartermaster/internal/record"
)

// Layer is a named set of changes to an instance. Its content is the matter of package layers.
type Layer struct {
	ID, AuthorID                     int64 // AuthorID is 0 where the account is gone
	ChangedBy                        int64 // who has changed what it does last; 0 for nobody but its author
	Approved                         bool  // by another member; see Edit.Approve
	SID, Name, Note, Colour, State   string
	Author                           string // name
	Adopts                           bool   // what it changes is there already
	Place                            int64  // in the order of those that are on; 0 while it is not
	Rows, Size, CreatedAt, UpdatedAt int64  // Size is that of the content in bytes
	Content                          []byte
}

const layerColumns = `SELECT l.id, COALESCE(l.user_id, 0), l.sid, l.name, l.note, l.colour, l.state, COALESCE(u.name, ''), l.adopts,
	l.place, l.row_count, l.size, l.created_at, l.updated_at, COALESCE(l.changed_by, 0), l.approved = 1, `

const layersFrom = ` FROM layers l JOIN instances i ON i.id = l.instance_id LEFT JOIN users u ON u.id = l.user_id
	WHERE i.id = $ AND i.user_id = $`

func (l *Layer) columns() []any {
	return []any{
		&l.ID, &l.AuthorID, &l.SID, &l.Name, &l.Note, &l.Colour, &l.State, &l.Author, &l.Adopts, &l.Place, &l.Rows, &l.Size, &l.CreatedAt,
		&l.UpdatedAt, &l.ChangedBy, &l.Approved,
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

// LayerOf returns the layer of the scope's instance that has the public identifier, without its content, or ErrNotFound.
func (db *DB) LayerOf(ctx context.Context, s Scope, sid string) (Layer, error) {
	list, err := db.Layers(ctx, s)
	for _, l := range list {
		if l.SID == sid {
			return l, nil
		}
	}
	if err == nil {
		err = ErrNotFound
	}
	return Layer{}, err
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

// LayerAlike returns the oldest layer of the edit's instance that is off or proposed and does what another one does; nil where there is
// none.
func (e *Edit) LayerAlike(ctx context.Context, other *Layer) (*Layer, error) {
	list, err := e.layers(ctx, " AND l.state IN ('off', 'proposed') AND l.size = $ ORDER BY l.id", len(other.Content))
	for i, l := range list {
		if bytes.Equal(l.Content, other.Content) {
			return &list[i], nil
		}
	}
	return nil, err
}

// LayersOn returns the layers of the edit's instance that are on, in the order in which they count.
func (e *Edit) LayersOn(ctx context.Context) ([]Layer, error) {
	return e.layers(ctx, " AND l.place > $ ORDER BY l.place", 0)
}

func (e *Edit) layers(ctx context.Context, condition string, arg any) (list []Layer, err error) {
	q := new(query).add(layerColumns+"l.content"+layersFrom, e.Scope.InstanceID, e.Scope.UserID).add(condition, arg)
	return list, e.db.collect(ctx, e.whole(), q.String(), q.args, func(rows *Rows) error {
		var l Layer
		err := rows.Scan(append(l.columns(), &l.Content)...)
		if err == nil {
			l.Content, err = UnpackContent(l.Content, l.Size)
		}
		list = append(list, l)
		return err
	})
}

// whole returns where layers and the history are read: the copy of an instance has neither.
func (e *Edit) whole() Querier {
	if e.db.origin != nil {
		return e.db.origin
	}
	return e.Tx
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
	const text = `INSERT INTO layers (sid, instance_id, user_id, name, note, colour, state, adopts, place, row_count, size, content,
		created_at, updated_at) VALUES (` + "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id"
	l.Size = int64(len(l.Content))
	return e.QueryRow(ctx, text, l.SID, e.Scope.InstanceID, l.AuthorID, l.Name, l.Note, l.Colour, l.State, asNumber(l.Adopts), l.Place, l.Rows,
		l.Size, e.SealedContent(PackContent(l.Content), l.Size), l.CreatedAt, l.UpdatedAt).Scan(&l.ID)
}

// SetLayer stores what may change of a layer.
func (e *Edit) SetLayer(ctx context.Context, l *Layer) error {
	l.UpdatedAt, l.Size = e.Now(), int64(len(l.Content))
	const text = `UPDATE layers SET name = $1, note = $2, colour = $3, state = $4, adopts = $5, place = $6, row_count = $7, size = $8,
		content = $9, updated_at = $10, changed_by = $11, approved = $12 WHERE id = $13`
	_, err := e.Exec(ctx, text, l.Name, l.Note, l.Colour, l.State, asNumber(l.Adopts), l.Place, l.Rows, l.Size,
		e.SealedContent(PackContent(l.Content), l.Size), l.UpdatedAt, orNull(l.ChangedBy), asNumber(l.Approved), l.ID)
	return err
}

// DeleteLayer deletes a layer of the edit's instance, unless it is on. It returns ErrNotFound where there is none that is off.
func (e *Edit) DeleteLayer(ctx context.Context, sid string) error {
	id := e.Scope.InstanceID
	err := found(e.Exec(ctx, `DELETE FROM layers WHERE instance_id = $1 AND sid = $2 AND place = 0`, id, sid))
	if err == nil {
		_, err = e.Exec(ctx, `DELETE FROM comments WHERE instance_id = $1 AND about = $2`, id, "layer:"+sid)
	}
	return err
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
	return list, e.db.collect(ctx, e.whole(), text, []any{e.Scope.InstanceID}, func(rows *Rows) error {
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

// Edited is what was done to a record: the names of the stored fields that were changed; none of one that was made or deleted. Of texts it
// is one edit, with their values before and after.
type Edited struct {
	Fields        map[string]bool
	Before, After map[string]json.RawMessage
}

// EditedSince returns what was done to the records that layers change after a revision by other edits than those of layers, by resource and
// id, the oldest first. What lies below the layers has what was done before.
func (e *Edit) EditedSince(ctx context.Context, revision int64) (map[string][]Edited, error) {
	const text = `SELECT c.resource, c.record_id, c.before, c.after FROM changes c JOIN instances i ON i.id = c.instance_id
		JOIN revisions v ON v.instance_id = c.instance_id AND v.number = c.revision
		WHERE i.id = $1 AND c.revision <= i.revision AND c.revision > $2 AND v.action NOT LIKE 'layer%' AND EXISTS (SELECT 1 FROM layer_bases b
		WHERE b.instance_id = c.instance_id AND b.resource = c.resource AND b.record_id = c.record_id AND b.revision < c.revision)
		ORDER BY c.revision, c.position`
	edited := map[string][]Edited{}
	return edited, e.db.collect(ctx, e.whole(), text, []any{e.Scope.InstanceID, revision}, func(rows *Rows) error {
		var resource string
		var id int64
		var before, after sql.Null[string]
		if err := rows.Scan(&resource, &id, &before, &after); err != nil {
			return err
		}
		key := fmt.Sprint(resource, " ", id)
		edited[key] = withEdit(edited[key], record.Named(resource), before, after)
		return nil
	})
}

// withEdit adds an edit of a record to others, which are one for what holds no texts.
func withEdit(list []Edited, r *record.Resource, before, after sql.Null[string]) []Edited {
	var was, is map[string]json.RawMessage
	if before.Valid && after.Valid {
		_ = json.Unmarshal([]byte(before.V), &was)
		_ = json.Unmarshal([]byte(after.V), &is)
	}
	holdsTexts := r == record.Files || r.HoldsDocuments()
	if len(list) == 0 || holdsTexts {
		list = append(list, Edited{Fields: map[string]bool{}})
	}
	one := &list[len(list)-1]
	for name := range is {
		one.Fields[name] = true
	}
	if holdsTexts {
		one.Before, one.After = textsIn(r, was), textsIn(r, is)
	}
	return list
}

// textsIn returns those of the values of a record that are its text, or say which one that is.
func textsIn(r *record.Resource, values map[string]json.RawMessage) map[string]json.RawMessage {
	kept := map[string]json.RawMessage{}
	for name, value := range values {
		if name == "content" || name == "content_id" || r.HoldsDocuments() && name == r.Document().Name {
			kept[name] = value
		}
	}
	return kept
}
