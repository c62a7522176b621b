package blob

import (
	"errors"
	"io/fs"
	"strings"
)

// Keys calls visit with the key of each blob, in the order of their names. Blobs that are added or deleted meanwhile may be
// left out.
func (d *Disk) Keys(visit func(key string) error) error {
	return fs.WalkDir(d.root.FS(), blobsDir, func(name string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // deleted meanwhile
		}
		key := strings.TrimPrefix(name, blobsDir+"/")
		if err != nil || !entry.Type().IsRegular() || CheckKey(key) != nil {
			return err
		}
		return visit(key)
	})
}
