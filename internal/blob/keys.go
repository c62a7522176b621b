package blob

import (
	"context"
	"errors"
	"io/fs"
	"strings"
)

// Keys implements Storage.
func (d *Disk) Keys(ctx context.Context, visit func(key string) error) error {
	return fs.WalkDir(d.root.FS(), blobsDir, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted meanwhile
		}
		key := strings.TrimPrefix(name, blobsDir+"/")
		if err = errors.Join(err, ctx.Err()); err != nil || !entry.Type().IsRegular() || CheckKey(key) != nil {
			return err
		}
		return visit(key)
	})
}
