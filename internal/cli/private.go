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

// others are the rights of everybody except the owner.
const others fs.FileMode = 0o077

// keepPrivate removes everybody's rights on the data except the owner's, and reports when there were any: earlier versions
// created files with the rights of the umask. It leaves the files of another owner as they are and reports them.
func (f dataFlags) keepPrivate(logger *slog.Logger) error {
	p := privacy{}
	entries, err := os.ReadDir(f.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // it is made private, also beside a PostgreSQL database
	}
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
		logger.Warn("others could read the data; made it private", "files and folders", len(p.changed), "first", p.changed[0])
	}
	if len(p.kept) > 0 {
		logger.Warn("others can read the data; only its owner can change that", "files and folders", len(p.kept), "first", p.kept[0])
	}
	return err
}

// ours reports whether an entry of the data folder belongs to Quartermaster.
func ours(name string) bool {
	for _, start := range append(store.SQLiteFiles(), store.ReserveFile, keyFile, storageDir, temporaryDir, "before_", "restoring") {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return strings.HasSuffix(name, ".lock")
}

// privacy lists files and folders on which others had rights.
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

// tighten skips folders that are meant to be shared, such as /tmp.
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
