package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"syscall"

	"quartermaster/internal/outage"
)

// namesAtOnce is how many entries of a folder are read at a time.
const namesAtOnce = 1_000

// folder is a folder of this machine. Neither dots nor symbolic links lead out of it.
type folder struct{ root *os.Root }

// openFolder opens dir, which must be one of the roots or lie in one.
func openFolder(roots []string, dir string) (*Connection, error) {
	if len(roots) == 0 {
		return nil, fmt.Errorf("the operator has named no folders for game servers (--server-folders): %w", ErrDenied)
	}
	for _, allowed := range roots {
		below, err := filepath.Rel(allowed, dir)
		if err != nil || !filepath.IsLocal(below) {
			continue
		}
		root, err := openBelow(allowed, below)
		if err != nil {
			return nil, folderError(dir, err)
		}
		return &Connection{Server: folder{root}}, nil
	}
	return nil, fmt.Errorf("%s is not in a folder that the operator has named (--server-folders): %w", dir, ErrDenied)
}

func openBelow(allowed, below string) (*os.Root, error) {
	outer, err := os.OpenRoot(allowed)
	if err != nil || below == "." {
		return outer, err
	}
	defer outer.Close()
	return outer.OpenRoot(below)
}

// List leaves out what is neither file nor folder, such as links that lead out.
func (f folder) List(ctx context.Context, dir string) ([]Entry, error) {
	dir, err := f.path(ctx, dir)
	if err != nil {
		return nil, err
	}
	found, err := f.names(ctx, dir)
	if info, statErr := f.root.Stat(dir); err != nil && statErr == nil && !info.IsDir() {
		return nil, explainedError{dir + " is no folder", ErrUnsupported}
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	entries := make([]Entry, 0, len(found))
	for _, entry := range found {
		if info, err := f.root.Stat(path.Join(dir, entry.Name())); err == nil && ordinary(info) {
			entries = append(entries, entryOf(entry.Name(), info))
		}
	}
	slices.SortFunc(entries, byName)
	return entries, nil
}

// names returns what is in a folder, or ErrEndless where that is too much.
func (f folder) names(ctx context.Context, dir string) ([]fs.DirEntry, error) {
	file, err := f.root.OpenFile(dir, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe would wait for a writer
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var list []fs.DirEntry
	for {
		more, err := file.ReadDir(namesAtOnce)
		list = append(list, more...)
		switch {
		case errors.Is(err, io.EOF):
			return list, nil
		case err != nil || ctx.Err() != nil:
			return nil, cmp.Or(ctx.Err(), err)
		case len(list) > maxNames:
			return nil, fmt.Errorf("%w: there are more than %d entries in %s", ErrEndless, maxNames, dir)
		}
	}
}

func byName(a, b Entry) int { return cmp.Compare(a.Name, b.Name) }

func (f folder) Stat(ctx context.Context, p string) (Entry, error) {
	p, err := f.path(ctx, p)
	if err != nil {
		return Entry{}, err
	}
	info, err := f.root.Stat(p)
	if err != nil {
		return Entry{}, folderError(p, err)
	}
	return entryOf(path.Base(p), info), nil
}

func (f folder) Open(ctx context.Context, p string, offset int64) (io.ReadCloser, error) {
	p, err := f.path(ctx, p)
	if err != nil {
		return nil, err
	}
	if err := f.isFile(p); err != nil {
		return nil, err
	}
	file, err := f.root.OpenFile(p, os.O_RDONLY|syscall.O_NONBLOCK, 0) // it may have become a pipe since then
	if err != nil {
		return nil, folderError(p, err)
	}
	if _, err := file.Seek(offset, io.SeekStart); err != nil {
		return nil, errors.Join(folderError(p, err), file.Close())
	}
	return &whileWanted{ctx: ctx, ReadCloser: file}, nil
}

// isFile refuses what is there and is no file: a pipe would wait for whoever reads or writes the other end, and a device has none.
func (f folder) isFile(p string) error {
	if info, err := f.root.Stat(p); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no file: %w", p, ErrUnsupported)
	}
	return nil
}

// whileWanted reads until its context ends.
type whileWanted struct {
	ctx context.Context
	io.ReadCloser
}

func (w *whileWanted) Read(b []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.ReadCloser.Read(b)
}

// Write returns once the content is on the disk.
func (f folder) Write(ctx context.Context, p string, content io.Reader) error {
	p, err := f.path(ctx, p)
	if err != nil {
		return err
	}
	if err := f.isFile(p); err != nil {
		return err
	}
	file, err := f.create(p)
	if err != nil {
		return folderError(p, err)
	}
	_, err = io.Copy(file, &whileWanted{ctx: ctx, ReadCloser: io.NopCloser(content)})
	if err == nil {
		err = file.Sync()
	}
	return folderError(p, errors.Join(err, file.Close()))
}

// create opens a file for writing, and makes its folders where they are missing.
func (f folder) create(p string) (*os.File, error) {
	file, err := f.root.Create(p)
	if !errors.Is(err, fs.ErrNotExist) {
		return file, err
	}
	if err := f.root.MkdirAll(path.Dir(p), 0o755); err != nil {
		return nil, err
	}
	return f.root.Create(p)
}

func (f folder) Rename(ctx context.Context, from, to string) error {
	from, err := f.path(ctx, from)
	if err != nil {
		return err
	}
	if to, err = cleanPath(to); err != nil {
		return err
	}
	return folderError(from, f.root.Rename(from, to))
}

func (f folder) Remove(ctx context.Context, p string) error {
	p, err := f.path(ctx, p)
	if err != nil {
		return err
	}
	if info, err := f.root.Lstat(p); err == nil && info.IsDir() {
		return fmt.Errorf("%s is a folder: %w", p, ErrUnsupported)
	}
	return folderError(p, f.root.Remove(p))
}

func (f folder) Close() error { return f.root.Close() }

func (f folder) path(ctx context.Context, p string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err
	}
	return cleanPath(p)
}

func ordinary(info fs.FileInfo) bool { return info.IsDir() || info.Mode().IsRegular() }

func entryOf(name string, info fs.FileInfo) Entry {
	entry := Entry{Name: name, Folder: info.IsDir(), Modified: info.ModTime()}
	if !entry.Folder {
		entry.Size = info.Size()
	}
	return entry
}

// folderError turns an error of the operating system into one of this package, without the folders above.
func folderError(p string, err error) error {
	var at *fs.PathError
	var link *os.LinkError
	var errno syscall.Errno
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return fmt.Errorf("%s: %w", p, ErrNotFound)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%s: %w", p, ErrDenied)
	case errors.Is(outage.Of(err), outage.ErrFull):
		return fmt.Errorf("%s: %w", p, ErrFull)
	case errors.Is(err, syscall.ELOOP):
		return explainedError{p + " is a link that leads in a circle", ErrUnsupported}
	case errors.As(err, &errno) && slices.Contains([]syscall.Errno{syscall.EISDIR, syscall.ENAMETOOLONG, syscall.ENXIO, syscall.EINVAL},
		errno):
		return explainedError{fmt.Sprintf("%s: %s", p, errno), ErrUnsupported}
	case errors.As(err, &errno):
		return fmt.Errorf("%s: %w", p, errno)
	case (errors.As(err, &at) || errors.As(err, &link)) && !errors.Is(err, fs.ErrClosed):
		// os.Root's own error has no name
		return explainedError{p + " leads out of the server's folder, where Quartermaster does not follow", ErrOutside}
	}
	return err
}
