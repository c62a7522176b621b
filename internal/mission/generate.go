package mission

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// File is a file that generation writes.
type File struct {
	Path    string // below the server's root
	Kind    Kind
	Records int
	Size    int64
	SHA256  string // hexadecimal
	State   State
	// Warnings tell which records the file cannot hold, and why.
	Warnings []string
	kind     *kind
	place    string // below the mission folder, or with a slash before it below the server's root
	load     func(context.Context) ([]byte, error)
}

// Content returns what the file holds. What is kept as it came is read from the database only then.
func (f File) Content(ctx context.Context) ([]byte, error) { return f.load(ctx) }

// Generate returns the files of an instance in the order of their paths.
func (s *Service) Generate(ctx context.Context, scope store.Scope) ([]File, error) {
	g, err := s.generateAll(ctx, scope)
	if err != nil {
		return nil, err
	}
	return g.out, nil
}

func (s *Service) generateAll(ctx context.Context, scope store.Scope) (*generator, error) {
	g, err := s.generator(ctx, scope)
	if err != nil {
		return nil, err
	}
	for _, k := range kinds {
		if err := g.write(ctx, k); err != nil {
			return nil, err
		}
	}
	separate(g.out)
	slices.SortFunc(g.out, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return g, nil
}

// write writes the files of a kind. An instance may keep its own types files.
func (g *generator) write(ctx context.Context, k *kind) error {
	switch {
	case k == typesFile && !g.instance.useTypes:
	case k.write == nil:
		g.whole(k)
	default:
		return k.write(ctx, g, k)
	}
	return nil
}

// separate gives files that claim one path, as when a type names db/events.xml as its file, paths of their own: the file
// whose usual place it is keeps it, the others get their kind behind the name.
func separate(files []File) {
	slices.SortStableFunc(files, func(a, b File) int { return cmp.Compare(intrusion(a), intrusion(b)) })
	taken := map[string]bool{}
	for i := range files {
		ext := path.Ext(files[i].Path)
		for key := strings.ToLower(files[i].Path); taken[key]; key = strings.ToLower(files[i].Path) {
			files[i].Path = strings.TrimSuffix(files[i].Path, ext) + "_" + string(files[i].Kind) + ext
		}
		taken[strings.ToLower(files[i].Path)] = true
	}
}

// intrusion is 0 for a file in the usual place of its kind.
func intrusion(f File) int {
	main := strings.ToLower(kindNamed(f.Kind).main)
	if main != "" && strings.HasSuffix("/"+strings.ToLower(f.Path), "/"+strings.TrimPrefix(main, "/")) {
		return 0
	}
	return 1
}

// GenerateFile returns one file by its path below the server's root, or store.ErrNotFound.
func (s *Service) GenerateFile(ctx context.Context, scope store.Scope, name string) (File, error) {
	files, err := s.Generate(ctx, scope)
	if err != nil {
		return File{}, err
	}
	i := slices.IndexFunc(files, func(f File) bool { return f.Path == name })
	if i < 0 {
		return File{}, store.ErrNotFound
	}
	return files[i], nil
}

// generator makes the files of one instance.
type generator struct {
	db       *store.DB
	scope    store.Scope
	instance instance
	files    []record.File
	byPlace  map[string]record.File // by the place in lower case
	contents map[int64]content      // of the files that are kept as they came
	out      []File
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
	g := &generator{db: s.db, scope: scope, instance: i, files: make([]record.File, len(rows)), byPlace: map[string]record.File{}}
	for n, row := range rows {
		record.Files.Decode(row, &g.files[n])
		g.byPlace[strings.ToLower(g.files[n].Path)] = g.files[n]
	}
	g.contents, err = s.contents(ctx, scope)
	return g, err
}

// add adds a file that was written.
func (g *generator) add(k *kind, place string, records int, data []byte, warnings ...string) {
	g.put(k, place, File{
		Records: records, Warnings: warnings, Size: int64(len(data)), SHA256: digest(data),
		load: func(context.Context) ([]byte, error) { return data, nil },
	})
}

// put adds a file of which the content is known.
func (g *generator) put(k *kind, place string, f File) {
	f.Path, f.Kind, f.State, f.kind, f.place = g.instance.path(place), k.name, g.stateOf(k, place, f.SHA256), k, place
	g.out = append(g.out, f)
}

// filesOf returns the imported files of a kind.
func (g *generator) filesOf(name Kind) []record.File {
	return slices.DeleteFunc(slices.Clone(g.files), func(f record.File) bool { return f.Kind != string(name) })
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

// whole writes the files of a kind that are kept as they are.
func (g *generator) whole(k *kind) {
	for _, f := range g.filesOf(k.name) {
		switch {
		case f.Content != nil:
			g.add(k, f.Path, 0, []byte(*f.Content))
		case f.ContentID != nil:
			c := g.contents[*f.ContentID]
			g.put(k, f.Path, File{Size: c.size, SHA256: c.sha256, load: g.load(*f.ContentID)})
		}
	}
}
