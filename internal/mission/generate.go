package mission

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/ce"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// File is a file that generation writes.
type File struct {
	Path    string // below the server's root
	Kind    ce.Kind
	Records int
	Size    int64
	SHA256  string // hexadecimal
	Content []byte
}

// Generate returns the files of an instance in the order of their paths.
func (s *Service) Generate(ctx context.Context, scope store.Scope) ([]File, error) {
	g, err := s.generator(ctx, scope)
	if err != nil {
		return nil, err
	}
	for _, step := range []func(context.Context) error{g.types, g.events, g.economyCore, g.documents} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	separate(g.out)
	slices.SortFunc(g.out, func(a, b File) int { return cmp.Compare(a.Path, b.Path) })
	return g.out, nil
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
	if strings.HasSuffix(strings.ToLower(f.Path), "/"+mainPaths[f.Kind]) {
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

// WriteZip writes files as an archive that is the same for the same files.
func WriteZip(w io.Writer, files []File) error {
	archive := zip.NewWriter(w)
	for _, f := range files {
		entry, err := archive.CreateHeader(&zip.FileHeader{
			Name: f.Path, Method: zip.Deflate, Modified: time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC),
		})
		if err != nil {
			return err
		}
		if _, err := entry.Write(f.Content); err != nil {
			return err
		}
	}
	return archive.Close()
}

// generator makes the files of one instance.
type generator struct {
	db       *store.DB
	scope    store.Scope
	instance instance
	files    []record.File
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
	g := &generator{db: s.db, scope: scope, instance: i, files: make([]record.File, len(rows))}
	for n, row := range rows {
		record.Files.Decode(row, &g.files[n])
	}
	return g, nil
}

func (g *generator) add(kind ce.Kind, place string, records int, content []byte) {
	sum := sha256.Sum256(content)
	g.out = append(g.out, File{
		Path: g.instance.root() + place, Kind: kind, Records: records, Size: int64(len(content)),
		SHA256: hex.EncodeToString(sum[:]), Content: content,
	})
}

// types writes every types file, unless the instance keeps its own.
func (g *generator) types(ctx context.Context) error {
	if !g.instance.useTypes {
		return nil
	}
	rows, err := g.db.All(ctx, record.Types, g.scope, "r.enabled = 1")
	if err != nil {
		return err
	}
	l, err := g.limits(ctx)
	if err != nil {
		return err
	}
	parts := map[string][]ce.Part[ce.Type]{}
	for _, row := range rows {
		var t record.Type
		record.Types.Decode(row, &t)
		place := placeOrMain(t.SourceFile, typesPath)
		parts[place] = append(parts[place], ce.Part[ce.Type]{Slot: slot(t.Slot), Raw: raw(t.Raw), Value: typeValue(t, l)})
	}
	return writeFiles(g, ce.KindTypes, parts, ce.WriteTypes)
}

// events writes every events file.
func (g *generator) events(ctx context.Context) error {
	rows, err := g.db.All(ctx, record.Events, g.scope, "")
	if err != nil {
		return err
	}
	parts := map[string][]ce.Part[ce.Event]{}
	for _, row := range rows {
		var e record.Event
		record.Events.Decode(row, &e)
		place := placeOrMain(e.SourceFile, eventsPath)
		parts[place] = append(parts[place], ce.Part[ce.Event]{Slot: slot(e.Slot), Raw: raw(e.Raw), Value: eventValue(e)})
	}
	return writeFiles(g, ce.KindEvents, parts, ce.WriteEvents)
}

// writeFiles writes the files of one kind: those that have records and those that were imported, empty ones too.
func writeFiles[T any](g *generator, kind ce.Kind, parts map[string][]ce.Part[T], write func(io.Writer, ce.Skeleton, []ce.Part[T]) error) error {
	stored := map[string]record.File{}
	for _, f := range g.files {
		if f.Kind != string(kind) {
			continue
		}
		key := strings.ToLower(f.Path)
		stored[key] = f
		if _, ok := parts[key]; !ok {
			parts[key] = nil
		}
	}
	for key, list := range parts {
		f := stored[key]
		skeleton, err := skeletonOf(f)
		if err != nil {
			return err
		}
		var content bytes.Buffer
		if err := write(&content, skeleton, list); err != nil {
			return err
		}
		g.add(kind, cmp.Or(f.Path, key), len(list), content.Bytes())
	}
	return nil
}

// placeOrMain is the lower-case place of a record's file.
func placeOrMain(file *string, main string) string {
	if file == nil || *file == "" {
		return main
	}
	return strings.ToLower(belowMission(*file))
}

func slot(n *int64) int {
	if n == nil {
		return -1
	}
	return int(*n)
}

func raw(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// limits reads the names that types refer to.
func (g *generator) limits(ctx context.Context) (l limits, err error) {
	for _, list := range []struct {
		into **references
		res  *record.Resource
	}{
		{&l.categories, record.Categories},
		{&l.usages, record.TypeUsages},
		{&l.values, record.TypeValues},
		{&l.tags, record.TypeTags},
	} {
		rows, err := g.db.All(ctx, list.res, g.scope, "")
		if err != nil {
			return l, err
		}
		*list.into = newReferences(list.res, rows)
	}
	return l, nil
}

// economyCore writes the instance's defaults into the file that was imported, or into a new one.
func (g *generator) economyCore(ctx context.Context) error {
	row, err := g.db.EconomyCore(ctx, g.scope)
	if err != nil {
		return err
	}
	place, content := economyCorePath, []byte(nil)
	for _, f := range g.files {
		if f.Kind == string(ce.KindEconomyCore) && f.Content != nil {
			place, content = f.Path, []byte(*f.Content)
		}
	}
	content, err = ce.PatchEconomyCore(content, defaultsOf(row))
	if err != nil {
		return err
	}
	g.add(ce.KindEconomyCore, place, 1, content)
	return nil
}

// defaultsOf gives the economy core's fields in the order and spelling of the file.
func defaultsOf(row record.Row) []ce.Default {
	var defaults []ce.Default
	res := record.EconomyCores
	for i, f := range res.Fields {
		if !f.Writable() {
			continue
		}
		n, _ := row[i].(int64)
		text := strconv.FormatInt(n, 10)
		if f.Kind == record.Flag {
			text = strconv.FormatBool(n != 0)
		}
		defaults = append(defaults, ce.Default{Name: f.Name, Value: text})
	}
	return defaults
}

// documents writes the files that are kept whole.
func (g *generator) documents(context.Context) error {
	for _, f := range g.files {
		kind := ce.Kind(f.Kind)
		if f.Content != nil && kind != ce.KindEconomyCore {
			g.add(kind, f.Path, 0, []byte(*f.Content))
		}
	}
	return nil
}
