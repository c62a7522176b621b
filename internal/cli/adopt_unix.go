//go:build unix

package cli

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// adopt gives what root has made in somebody's data folder to that user, whose server could not open it otherwise.
func adopt(dir string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	at, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	owner, ok := at.Sys().(*syscall.Stat_t)
	if !ok || owner.Uid == 0 {
		return nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	return errors.Join(giveTo(root, int(owner.Uid), int(owner.Gid)), root.Close())
}

// giveTo changes the owner of those of Quartermaster's files and folders below root that belong to root alone.
func giveTo(root *os.Root, user, group int) error {
	files := root.FS()
	entries, err := fs.ReadDir(files, ".")
	give := func(path string, entry fs.DirEntry, err error) error {
		if err == nil && roots(entry) {
			err = root.Lchown(path, user, group)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil // gone meanwhile
		}
		return err
	}
	for _, entry := range entries {
		if ours(entry.Name()) {
			err = errors.Join(err, fs.WalkDir(files, entry.Name(), give))
		}
	}
	return err
}

// roots reports whether root has made an entry. A file with several names may be one that somebody has linked here.
func roots(entry fs.DirEntry) bool {
	info, err := entry.Info()
	if err != nil {
		return false
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	return ok && s.Uid == 0 && (entry.IsDir() || s.Nlink == 1)
}
