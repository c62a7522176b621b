package mission

import (
	"context"
	"encoding/json"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/document"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// BaseKind says what both sides of an update have begun with.
type BaseKind string

// The kinds of bases.
const (
	DeliveredBase BaseKind = "delivered" // what was last delivered to the game server
	UpdateBase    BaseKind = "update"    // what was last taken in by an update or a pull
	VersionBase   BaseKind = "version"   // the game's own file of a version
	ImportBase    BaseKind = "import"    // the last import
	NoBase        BaseKind = "none"      // nobody knows
)

// The bases that an update can be told to begin with, besides the names of versions of the game.
const (
	AutoBase = "auto" // what is most likely the one; see Service.Import
	LastBase = "last" // the last import
)

// BaseName names what an update of a file has begun with.
type BaseName struct {
	Kind BaseKind `json:"kind"`
	Name string   `json:"name"` // of the version; otherwise empty
}

// String says in words what the update has begun with.
func (b BaseName) String() string {
	switch b.Kind {
	case DeliveredBase:
		return "what was last delivered"
	case UpdateBase:
		return "what was last taken in"
	case VersionBase:
		return "version " + b.Name + " of the game"
	case ImportBase:
		return "your last import"
	}
	return "nothing, because nobody knows what both began with"
}

// base is what an update of a file begins with: a text, or what is known of a version of the game, or neither.
type base struct {
	BaseName
	sha256 string // of the bytes; empty where there are none
	text   []byte // in UTF-8; nil where it is not known
	game   *gameversion.Version
}

// isNone reports whether nothing is known of what both sides have begun with, so that every difference is a conflict.
func (b *base) isNone() bool { return b.text == nil && b.game == nil }

// document returns the values of the base of a document, as far as they are known; change.NoBase where there are none.
func (b *base) document(d *document.Document, name string, mine, theirs any) any {
	if b.game != nil {
		if value, known := b.game.Document(name, mine, theirs); known {
			return value
		}
	} else if tree, err := d.Read(string(b.text)); b.text != nil && err == nil {
		return tree
	}
	return change.NoBase
}

// elsewhere is a value of a version of the game that no version at hand has. What is not known of it is change.Unknown.
type elsewhere struct{ value any }

// json returns the value; null where it is not known.
func (e elsewhere) json() json.RawMessage {
	if !change.IsKnown(e.value) {
		return rawJSON(nil)
	}
	return rawJSON(e.value)
}

// rowsOfGame returns the entries that a version of the game has of those with the keys of any of the records at hand. n names what they
// refer to. Values that none of these has are elsewhere.
func (k *kindInfo) rowsOfGame(v *gameversion.Version, n *names, rows ...[]record.Row) (found []record.Row) {
	byKey, keys := map[string][]*fileRecord{}, []string{}
	for _, row := range slices.Concat(rows...) {
		key := keyOf(k.resource, row)
		if byKey[key] == nil {
			keys = append(keys, key)
		}
		byKey[key] = append(byKey[key], newFileRecord(k.resource, row, n, -1))
	}
	for _, key := range keys {
		said := make([]*jsontree.Object, len(byKey[key]))
		for i, r := range byKey[key] {
			said[i] = k.said(r)
		}
		for nth := 0; ; nth++ {
			entry := v.Entry(k.printsOf(k.resource), key, nth, said...)
			if entry == nil {
				break
			}
			spelled := max(0, slices.IndexFunc(byKey[key], func(r *fileRecord) bool {
				return v.Spells(k.printsOf(k.resource), spelledKey(r.res, r.row), nth)
			}))
			found = append(found, k.rowSaying(entry, byKey[key][spelled].row, byKey[key], said))
		}
	}
	return found
}

// rowSaying returns a record with the values of an entry, those of the records with its key where they are the same. one is the record
// that spells its name alike.
func (k *kindInfo) rowSaying(entry *jsontree.Object, one record.Row, at []*fileRecord, said []*jsontree.Object) record.Row {
	row := slices.Clone(one)
	for name, value := range entry.All() {
		i := k.resource.Index(name)
		same := slices.IndexFunc(said, func(o *jsontree.Object) bool {
			own, _ := o.Get(name)
			return jsontree.Equal(own, value)
		})
		if same >= 0 {
			row[i] = at[same].row[i]
		} else {
			row[i] = elsewhere{value}
		}
	}
	if k.resource.Has("enabled") {
		row[k.resource.Index("enabled")] = int64(1)
	}
	row[k.resource.Index("raw")] = nil // nobody knows how it is written
	return row
}

// keepsWhole decides about a file that is not merged value by value: it reports whether the stored version stays instead of the upload.
// The versions are given by their digests; that of the base is empty where there is none.
func (u *update) keepsWhole(base, mine, theirs string) bool {
	outcome := change.Between(base, mine, theirs, change.Same)
	if outcome.Agree() {
		return false
	}
	keeps := u.keeps(outcome, func() Conflict {
		return Conflict{
			Resource: record.Files.Path, Name: u.report.Path, Base: digestJSON(base), Mine: digestJSON(mine), Theirs: digestJSON(theirs),
		}
	})
	u.report.countWhole(keeps)
	return keeps
}

// countWhole counts something that is kept or taken as a whole.
func (r *Report) countWhole(keeps bool) {
	r.KeptRecords, r.Taken = r.KeptRecords+rank(keeps), r.Taken+rank(!keeps)
}

// digestJSON stands for a version of a whole file in a conflict; null where there is none.
func digestJSON(sha256 string) json.RawMessage {
	if sha256 == "" {
		return rawJSON(nil)
	}
	text, _ := json.Marshal(map[string]string{"sha256": sha256}) // strings can be encoded
	return text
}

// storedFile is a file of an instance, with what is stored of it.
type storedFile struct {
	printed
	file   record.File
	edit   *store.Edit
	upload []byte // in UTF-8, once it was read; nil before
}

// digestOf returns the digest of a stored content.
func digestOf(ctx context.Context, e *store.Edit, id int64) (sha256 string, err error) {
	return sha256, e.QueryRow(ctx, `SELECT sha256 FROM file_contents WHERE id = $1 AND instance_id = $2`, id, e.Scope.InstanceID).Scan(&sha256)
}
