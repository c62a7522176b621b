package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"

	"quartermaster/internal/mission"
)

// writeZip writes all files into one archive.
func writeZip(ctx context.Context, name string, files []mission.File) error {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return err
	}
	defer root.Close()
	return writeWhole(root, filepath.Base(name), func(w io.Writer) error { return mission.WriteZip(ctx, w, files) })
}

// writeFile writes one file below root, with the folders that it needs.
func writeFile(ctx context.Context, root *os.Root, f *mission.File) error {
	if err := root.MkdirAll(path.Dir(f.Path), 0o755); err != nil {
		return err
	}
	return writeWhole(root, f.Path, func(w io.Writer) error { return f.Write(ctx, w) })
}

// writeWhole writes a file that appears under its name when all of it is on the disk.
func writeWhole(root *os.Root, name string, write func(io.Writer) error) error {
	draft := name + "." + rand.Text()[:8]
	f, err := root.OpenFile(draft, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = root.Rename(draft, name)
	}
	if err != nil {
		return errors.Join(err, root.Remove(draft))
	}
	return nil
}
