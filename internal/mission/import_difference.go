package mission

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// ImportDifference describes how a file that was imported differs from the one imported before.
type ImportDifference struct {
	Path    string // below the server's root
	Kind    Kind   // empty for a first import
	First   bool   // nothing was imported before, so there is nothing to compare with
	Records []record.Difference
	Note    string // why its records cannot be compared

	uses map[string]map[*record.Resource]int64 // of types that went; see ClassUses
}

// Counts returns how many records the file has more, less and with other values.
func (f ImportDifference) Counts() map[string]int { return countsOf(f.Records) }

// ImportDifferences returns how the files that a revision imported differ from those imported before, whatever the records of the instance
// have become. Files imported unchanged are left out. uses counts what still uses types that went. It returns store.ErrNotFound if there
// is no such revision.
func (s *Service) ImportDifferences(ctx context.Context, scope store.Scope, revision int64, uses ClassUses) ([]ImportDifference, error) {
	list, err := s.importDifferences(ctx, scope, revision)
	if err != nil {
		return nil, err
	}
	return list, addUses(ctx, scope, list, uses)
}

func (s *Service) importDifferences(ctx context.Context, scope store.Scope, revision int64) (list []ImportDifference, err error) {
	if _, err := s.db.Revision(ctx, scope, revision); err != nil {
		return nil, err
	}
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	changes, err := s.db.ChangesTo(ctx, scope, revision, record.Files)
	for _, change := range changes {
		f := ImportDifference{Path: i.path(change.Title), First: change.Before == ""}
		before, after := originalIn(change.Before), originalIn(change.After)
		if !f.First && change.After != "" && !strings.Contains(change.After, `"original_id"`) {
			layout, err := s.layoutAt(ctx, scope, revision, change.SID)
			if err != nil {
				return nil, err
			}
			before, after = cmp.Or(before, layout), cmp.Or(after, layout)
		}
		switch {
		case f.First:
		case before == after:
			continue
		default:
			if err := s.compareImports(ctx, scope, &f, before, after); err != nil {
				return nil, err
			}
		}
		list = append(list, f)
	}
	return list, err
}

// originalIn returns the id of the last import that the history says of a file; 0 for none.
func originalIn(fields string) int64 {
	file := idsIn(fields)
	return cmp.Or(file.BaseID, file.OriginalID)
}

type contentIDs struct {
	OriginalID int64 `json:"original_id"`
	BaseID     int64 `json:"base_id"`
}

func idsIn(fields string) (file contentIDs) {
	_ = json.Unmarshal([]byte(fields), &file) // written by the store; empty where there is no record
	return file
}

// changesOfFile limits how far back the last import of a file is looked for.
const changesOfFile = 1000

// layoutAt returns the id of the text in which the records of a file had their places at a revision, which has left that as it was: what a
// later one has changed, or what is there now.
func (s *Service) layoutAt(ctx context.Context, scope store.Scope, revision int64, sid string) (id int64, err error) {
	list, _, err := s.db.RecordHistory(ctx, scope, record.Files, sid, 0, changesOfFile)
	if err != nil {
		return 0, err
	}
	rows, err := s.db.All(ctx, record.Files, scope, "r.sid = $", sid)
	for _, file := range record.DecodeAll[record.File](record.Files, rows) {
		if file.OriginalID != nil {
			id = *file.OriginalID
		}
	}
	for _, c := range list {
		if c.Number > revision && strings.Contains(c.Before, `"original_id"`) {
			id = idsIn(c.Before).OriginalID
		}
	}
	return id, err
}

// compareImports compares the records of two originals of a file. What keeps them from being compared is noted.
func (s *Service) compareImports(ctx context.Context, scope store.Scope, f *ImportDifference, before, after int64) error {
	old, _, err := s.recordsOfImport(ctx, scope, f.Path, before)
	if err == nil {
		var now []*fileRecord
		if now, f.Kind, err = s.recordsOfImport(ctx, scope, f.Path, after); err == nil {
			f.Records = differences(old, withoutSlots(now))
		}
	}
	switch {
	case err == nil:
	case isOurs(ctx, err):
		return err
	case errors.Is(err, store.ErrNotFound):
		f.Note = "One of the two files is not stored any more."
	default:
		f.Note = "One of the two files cannot be read: " + err.Error() + "."
	}
	return nil
}

// withoutSlots makes records be found by their names: the slots of another file say nothing.
func withoutSlots(records []*fileRecord) []*fileRecord {
	for _, r := range records {
		r.slot = -1
	}
	return records
}

// Changes returns how the records of one version of a file differ from those of an earlier one; none for a file without records. The
// error says why they cannot be compared.
func Changes(path string, before, after []byte) ([]record.Difference, error) {
	old, _, err := recordsOf(path, before)
	if err != nil {
		return nil, err
	}
	now, _, err := recordsOf(path, after)
	return differences(old, withoutSlots(now)), err
}

// recordsOf returns the records in a version of a file, and its kind.
func recordsOf(path string, data []byte) ([]*fileRecord, Kind, error) {
	text, _ := charset.Decode(data)
	kind, _, err := detect(path, text)
	if err != nil {
		return nil, KindOther, err
	}
	records, err := kind.recordsIn(text, path)
	return records, kind.info().name, err
}

// recordsOfImport returns the records of an original, and its kind; none if there is no original.
func (s *Service) recordsOfImport(ctx context.Context, scope store.Scope, path string, id int64) ([]*fileRecord, Kind, error) {
	if id == 0 {
		return nil, KindOther, nil
	}
	packed, size, err := s.db.ReadContent(ctx, scope, id)
	if err != nil {
		return nil, KindOther, err
	}
	data, err := store.UnpackContent(packed, size)
	if err != nil {
		return nil, KindOther, err
	}
	return recordsOf(path, data)
}
