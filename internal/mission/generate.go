package mission

import (
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/store"
)

// Files returns the files of an instance, sorted by path. Their sizes and digests may be unknown until they are written.
func (s *Service) Files(ctx context.Context, scope store.Scope) ([]File, error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	g, err := newGenerator(ctx, s.db, scope, i)
	if err != nil {
		return nil, err
	}
	l := &fileList{listing: &listing{generator: g, cache: s.cache, changes: map[int64]changes{}}}
	for _, k := range kinds {
		if k == typesFile && !i.useTypes {
			continue // the instance has its own
		}
		if err := l.addKind(ctx, k); err != nil {
			return nil, err
		}
	}
	if err := l.nameCopies(ctx); err != nil {
		return nil, err
	}
	separate(l.out)
	slices.SortFunc(l.out, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return l.out, nil
}

// Generate returns the files of an instance, sorted by path, with their sizes, digests and states, or the errors of those that cannot
// be written. It keeps no content in memory.
func (s *Service) Generate(ctx context.Context, scope store.Scope) ([]File, error) {
	files, err := s.Files(ctx, scope)
	if err != nil {
		return nil, err
	}
	return files, Measure(ctx, files)
}

// Measure sets the sizes, digests and states of files that are not known yet, or their errors, by generating them.
func Measure(ctx context.Context, files []File) error {
	for i := range files {
		if err := files[i].measure(ctx); err != nil && !isUnwritten(err) {
			return err
		}
	}
	return nil
}

// Unmeasured is what has to be generated before the sizes and states of all files are known.
type Unmeasured struct {
	Files  int
	Bytes  int64 // of them, as they were last imported
	Unsure bool  // a file that was never imported is among them, and as long as its records are many
}

// UnmeasuredOf returns what is not known yet of files.
func UnmeasuredOf(files []File) (u Unmeasured) {
	for i := range files {
		f := &files[i]
		if f.IsMeasured() {
			continue
		}
		imported, size := f.Original()
		u.Files, u.Bytes = u.Files+1, u.Bytes+size
		u.Unsure = u.Unsure || imported == "" && f.from.isCached(f.kind.info())
	}
	return u
}

// GenerateFile returns one of Files by its path below the server's root, or store.ErrNotFound.
func (s *Service) GenerateFile(ctx context.Context, scope store.Scope, name string) (File, error) {
	files, err := s.Files(ctx, scope)
	if err != nil {
		return File{}, err
	}
	i := slices.IndexFunc(files, func(f File) bool { return f.Path == name })
	if i < 0 {
		return File{}, store.ErrNotFound
	}
	return files[i], s.demand(ctx, scope, &files[i])
}

// WriteFile writes the content of the file at the path, and returns the file. It returns store.ErrNotFound if there is none; see
// GenerateFile.
func (s *Service) WriteFile(ctx context.Context, scope store.Scope, name string, w io.Writer) (File, error) {
	file, err := s.GenerateFile(ctx, scope, name)
	if err == nil {
		err = file.Write(ctx, w)
	}
	return file, err
}

// separate renames files whose path is also that of another file, or of a folder of others: the file with its usual path keeps it,
// else the one that was imported there. The kind is appended to the names of the others.
func separate(files []File) {
	slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(intrusion(a), intrusion(b)) })
	taken := foldersIn(files)
	for i := range files {
		ext := path.Ext(files[i].Path)
		for key := strings.ToLower(files[i].Path); taken[key]; key = strings.ToLower(files[i].Path) {
			files[i].Path = strings.TrimSuffix(files[i].Path, ext) + "_" + string(files[i].Kind) + ext
		}
		taken[strings.ToLower(files[i].Path)] = true
	}
}

// foldersIn returns the folders of files in lower case, and the empty path, which no file can have.
func foldersIn(files []File) map[string]bool {
	folders := map[string]bool{"": true}
	for i := range files {
		files[i].Path = strings.TrimPrefix(path.Clean("/"+files[i].Path), "/")
		for dir := path.Dir(strings.ToLower(files[i].Path)); dir != "."; dir = path.Dir(dir) {
			folders[dir] = true
		}
	}
	return folders
}

// intrusion is 0 for a file at the usual path of its kind, 1 for an imported one, 2 for one that only records name.
func intrusion(f File) int {
	main := strings.ToLower(f.kind.info().main)
	switch {
	case main != "" && strings.HasSuffix("/"+strings.ToLower(f.Path), "/"+strings.TrimPrefix(main, "/")):
		return 0
	case f.Broken, f.from.stored(f.kind.info(), f.rel).ID != 0:
		return 1
	}
	return 2
}
