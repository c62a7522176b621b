package mission

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// File is a file that generation writes. What it holds is told in a list of Generate, else once it was written.
type File struct {
	Path    string // below the server's root
	Kind    Kind
	Records int
	Size    int64
	SHA256  string // hexadecimal
	State   State
	// Warnings tell which records the file cannot hold, and why.
	Warnings []string
	// Error tells why the file cannot be written, or, of one that is Broken, why it could not be read; empty for all others.
	Error string
	// Broken tells that the file could not be read: it is kept, and written, as it came.
	Broken bool

	kind  *kind
	place string // below the mission folder, or with a slash before it below the server's root
	from  *generator
}

// Write writes what the file holds. One that is what was imported comes from there; the records of another one are read only
// now. The files of a list share what they have read: they are written one after the other. Nothing of a file that cannot be
// written is; the error is a WriteError then.
func (f *File) Write(ctx context.Context, w io.Writer) error {
	if id := f.keptAs(); id != nil {
		return f.copyKept(ctx, w, *id)
	}
	var out bytes.Buffer
	if err := f.attempt(ctx, "written", func() error { return f.make(ctx, &out) }); err != nil {
		return err
	}
	_, err := out.WriteTo(w)
	return err
}

// make writes the file from its records.
func (f *File) make(ctx context.Context, w io.Writer) error {
	t := newTally(w)
	done, err := f.kind.writeFile(ctx, f.from, f.place, t)
	if err != nil {
		return err
	}
	f.note(made{outcome: done, size: t.size, sha256: t.sum()})
	return f.from.remember(ctx, f)
}

// copyKept writes a file that is a kept content, once that is known to be whole.
func (f *File) copyKept(ctx context.Context, w io.Writer, id int64) error {
	var kept io.Reader
	err := f.attempt(ctx, "written", func() (err error) {
		kept, err = f.from.intact(ctx, id)
		return err
	})
	if err != nil {
		return err
	}
	_, err = io.Copy(w, kept)
	return err
}

// Content returns what the file holds.
func (f *File) Content(ctx context.Context) ([]byte, error) {
	var out bytes.Buffer
	err := f.Write(ctx, &out)
	return out.Bytes(), err
}

// measure finds out what the file holds without keeping it.
func (f *File) measure(ctx context.Context) error {
	if f.SHA256 != "" {
		return nil
	}
	return f.Write(ctx, io.Discard)
}

// note takes down what the file holds.
func (f *File) note(m made) {
	f.Records, f.Size, f.SHA256, f.Warnings = m.records, m.size, m.sha256, m.warnings
	f.State = f.from.stateOf(f.kind, f.place, f.SHA256)
}

// keptAs returns the content that the file is known to be, nil where none is.
func (f *File) keptAs() *int64 {
	stored := f.from.byPlace[strings.ToLower(f.place)]
	switch {
	case f.State != AsImported:
		return nil
	case f.kind.read == nil, f.Broken:
		return stored.ContentID
	}
	return stored.OriginalID
}

// Files returns the files of an instance in the order of their paths. What they hold is not known before they are written.
func (s *Service) Files(ctx context.Context, scope store.Scope) ([]File, error) {
	g, err := s.generator(ctx, scope)
	if err != nil {
		return nil, err
	}
	for _, k := range kinds {
		if k == typesFile && !g.instance.useTypes {
			continue // the instance keeps its own
		}
		if err := g.listKind(ctx, k); err != nil {
			return nil, err
		}
	}
	separate(g.out)
	slices.SortFunc(g.out, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return g.out, nil
}

// Generate returns the files of an instance in the order of their paths, with what they hold, or why they cannot be written. No
// content stays in memory.
func (s *Service) Generate(ctx context.Context, scope store.Scope) ([]File, error) {
	files, err := s.Files(ctx, scope)
	if err != nil {
		return nil, err
	}
	for i := range files {
		if err := files[i].measure(ctx); err != nil && !isUnwritten(err) {
			return nil, err
		}
	}
	return files, nil
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
	return files[i], nil
}

// WriteFile writes what the file of that path holds, or returns store.ErrNotFound; see GenerateFile.
func (s *Service) WriteFile(ctx context.Context, scope store.Scope, name string, w io.Writer) error {
	file, err := s.GenerateFile(ctx, scope, name)
	if err != nil {
		return err
	}
	return file.Write(ctx, w)
}

// separate gives files that claim one path, or the path of a folder that others lie in, paths of their own: the file
// whose usual place it is keeps it, else the one that was imported there; the others get their kind behind the name.
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

// foldersIn returns the folders of files in small letters, and what is no name of a file.
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

// intrusion is 0 for a file in the usual place of its kind, 1 for one that was imported, 2 for one that records name alone.
func intrusion(f File) int {
	main := strings.ToLower(f.kind.main)
	switch {
	case main != "" && strings.HasSuffix("/"+strings.ToLower(f.Path), "/"+strings.TrimPrefix(main, "/")):
		return 0
	case f.Broken, f.from.stored(f.kind, f.place).ID != 0:
		return 1
	}
	return 2
}

// generator makes the files of one instance. It is for one request and one goroutine.
type generator struct {
	db       *store.DB
	scope    store.Scope
	instance instance
	ledger   *ledger
	ward     ward
	files    []record.File
	byPlace  map[string]record.File // by the place in lower case
	contents map[int64]content      // of the files that are kept as they came
	sheets   map[*kind][]sheet      // what was found out about the records of kinds
	names    map[*kind]*names
	traders  *traderText // nil before it was read
	out      []File

	documents map[*kind]map[string]record.Row // those of the Expansion mod that were read, by the places of their files
}

func (s *Service) generator(ctx context.Context, scope store.Scope) (*generator, error) {
	i, err := s.instance(ctx, scope)
	if err != nil {
		return nil, err
	}
	rows, err := s.db.All(ctx, record.Files, scope, "")
	if err != nil {
		return nil, err
	}
	g := &generator{
		db: s.db, scope: scope, instance: i, ledger: s.ledger, ward: s.ward, files: make([]record.File, len(rows)),
		byPlace: map[string]record.File{}, sheets: map[*kind][]sheet{}, names: map[*kind]*names{},
		documents: map[*kind]map[string]record.Row{},
	}
	for n, row := range rows {
		record.Files.Decode(row, &g.files[n])
		g.byPlace[strings.ToLower(g.files[n].Path)] = g.files[n]
	}
	if g.contents, err = s.contents(ctx, scope); err != nil {
		return nil, err
	}
	return g, s.ledger.update(ctx, g)
}

// list adds the files of a kind: those that are known, or else those that are found.
func (g *generator) list(ctx context.Context, k *kind) error {
	if k.files == nil {
		for _, f := range g.filesOf(k.name) {
			if f.Content != nil || f.ContentID != nil {
				g.promise(k, f.Path)
			}
		}
		return nil
	}
	known, err := g.recall(ctx, k)
	if err != nil {
		return err
	}
	for _, place := range known.places {
		g.promise(k, place)
		if done, written := known.files[place]; written {
			g.out[len(g.out)-1].note(done)
		}
	}
	return nil
}

// promise adds a file that is to be written. What was kept as it came is known.
func (g *generator) promise(k *kind, place string) {
	f := File{Path: g.instance.path(place), Kind: k.name, kind: k, place: place, from: g}
	if stored := g.stored(k, place); k.write == nil && stored.ContentID != nil {
		c := g.contents[*stored.ContentID]
		f.note(made{size: c.size, sha256: c.sha256})
	}
	g.out = append(g.out, f)
}

// writeFile writes the file at a place.
func (k *kind) writeFile(ctx context.Context, g *generator, place string, w io.Writer) (outcome, error) {
	stored := g.stored(k, place)
	if stored.ContentID != nil && k.write == nil {
		return outcome{}, g.copyContent(ctx, w, *stored.ContentID)
	}
	if stored.Encoding == nil {
		return k.writeText(ctx, g, stored, w)
	}
	var text bytes.Buffer
	done, err := k.writeText(ctx, g, stored, &text)
	if err != nil {
		return done, err
	}
	err = done.encode(w, text.Bytes(), charset.Encoding(*stored.Encoding), k.syntax())
	return done, err
}

// writeText writes a file in UTF-8.
func (k *kind) writeText(ctx context.Context, g *generator, stored record.File, w io.Writer) (outcome, error) {
	if k.write != nil {
		return k.write(ctx, g, k, stored, w)
	}
	_, err := io.WriteString(w, textOf(stored.Content))
	return outcome{}, err
}

// filesOf returns the imported files of a kind that could be read.
func (g *generator) filesOf(name Kind) []record.File {
	return slices.DeleteFunc(slices.Clone(g.files), func(f record.File) bool { return f.Kind != string(name) || f.Broken != nil })
}

// stored returns the imported file of a kind at a place, or an empty one where none is that could be read, as the place is spelled.
func (g *generator) stored(k *kind, place string) (f record.File) {
	if imported := g.byPlace[strings.ToLower(place)]; imported.Kind == string(k.name) && imported.Broken == nil {
		f = imported
	}
	f.Path = place
	return f
}

// rows returns the records of a resource that meet the condition, as they stand in their files.
func (g *generator) rows(ctx context.Context, res *record.Resource, condition string) ([]record.Row, error) {
	rows, err := g.db.All(ctx, res, g.scope, condition)
	sortBySlot(res, rows)
	return rows, err
}

// placeOf returns the place of a record's file.
func (g *generator) placeOf(k *kind, res *record.Resource, row record.Row) string {
	if k.several {
		if file, _ := row[res.Index("source_file")].(string); file != "" {
			return file
		}
	}
	return g.mainOf(k)
}

// mainOf returns where the only file of a kind was found, or the first of several.
func (g *generator) mainOf(k *kind) string {
	for _, f := range g.files {
		if f.Kind == string(k.name) && (!k.several || k.isAt(f.Path)) {
			return f.Path
		}
	}
	return k.main
}
