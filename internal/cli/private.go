package cli

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"quartermaster/internal/store"
)

// others are the rights of everybody but the owner.
const others fs.FileMode = 0o077

// keepPrivate takes the rights on the data from everybody but their owner, and tells when somebody had any: earlier versions made
// files as wide as the umask let them. What another owner has stays as it is, and is told too.
func (f dataFlags) keepPrivate(logger *slog.Logger) error {
	p := privacy{}
	entries, err := os.ReadDir(f.Data)
	if err != nil {
		return err
	}
	err = p.tighten(f.Data)
	for _, entry := range entries {
		if ours(entry.Name()) {
			err = errors.Join(err, filepath.WalkDir(filepath.Join(f.Data, entry.Name()), p.visit))
		}
	}
	if len(p.changed) > 0 {
		logger.Warn("others could read the data; made them private", "files and folders", len(p.changed), "first", p.changed[0])
	}
	if len(p.kept) > 0 {
		logger.Warn("others may read the data, and their owner alone can change that", "files and folders", len(p.kept), "first", p.kept[0])
	}
	return err
}

// ours tells whether an entry of the data folder is of Quartermaster. Whatever else lies there is none of its business.
func ours(name string) bool {
	for _, start := range append(store.SQLiteFiles(), store.ReserveFile, keyFile, storageDir, temporaryDir, "before_", "restoring") {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return strings.HasSuffix(name, ".lock")
}

// privacy is what became of files and folders that others had rights on.
type privacy struct{ changed, kept []string }

func (p *privacy) visit(path string, entry fs.DirEntry, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil // gone meanwhile
	}
	if err != nil || !entry.IsDir() && !entry.Type().IsRegular() {
		return err
	}
	return p.tighten(path)
}

// tighten leaves folders alone that are made to be shared, such as /tmp.
func (p *privacy) tighten(path string) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (info.Mode()&others == 0 || info.Mode()&fs.ModeSticky != 0) {
		return nil
	}
	if err == nil {
		err = os.Chmod(path, info.Mode().Perm()&^others)
	}
	if errors.Is(err, fs.ErrPermission) {
		p.kept = append(p.kept, path)
		return nil
	}
	if err == nil {
		p.changed = append(p.changed, path)
	}
	return err
}
