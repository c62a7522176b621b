package docset

import (
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Bounds of what is looked at of other instances: how many have the file, and the size of each in bytes.
const mostOthers, mostOfOther = 8, 256 << 10

// sameFiles finds the contents of a file of a mod on the other instances of an owner that a person owns or works on, drafts aside.
var sameFiles = `SELECT c.content, c.size FROM instance_files r JOIN instances i ON i.id = r.instance_id
	JOIN file_contents c ON c.id = r.content_id AND c.size <= $1
	WHERE i.user_id = $2 AND i.id <> $3 AND r.path = $4 AND r.kind = $5 AND ` + record.Files.Published + `
	AND NOT EXISTS (SELECT 1 FROM drafts d WHERE d.instance_id = i.id)
	AND (i.user_id = $6 OR EXISTS (SELECT 1 FROM members m WHERE m.instance_id = i.id AND m.user_id = $7))
	ORDER BY i.id DESC LIMIT $8`

// othersOf returns the texts that a file has on other instances of the owner, none for one whose form does not follow from its values.
func (s *Service) othersOf(ctx context.Context, scope store.Scope, f *File) (texts []string, err error) {
	formats := []string{"json", "xml", "cfg"}
	if !s.compares || !f.FromFile || !slices.Contains(formats, strings.ToLower(strings.TrimPrefix(path.Ext(f.Path), "."))) {
		return nil, nil
	}
	args := []any{
		mostOfOther, scope.UserID, scope.InstanceID, "/" + f.Path, string(mission.KindOther), scope.Person(), scope.Person(), mostOthers,
	}
	return texts, store.Each(ctx, s.db, sameFiles, args, func(rows *store.Rows) error {
		var packed []byte
		var size int64
		err := rows.Scan(&packed, &size)
		if err == nil {
			packed, err = store.UnpackContent(packed, size)
		}
		text, _ := charset.Decode(packed)
		texts = append(texts, string(text))
		return err
	})
}
