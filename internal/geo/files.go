package geo

import (
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// fileShape says which files without records belong to a layer, and how they are read.
type fileShape struct {
	takes func(lower string) bool // by the path below the mission folder or, with a slash, below the server's root
	slug  string                  // of the document that they are
}

// documentFiles returns the files that are documents of that name.
func documentFiles(slug string, takes func(lower string) bool) fileShape {
	return fileShape{takes: takes, slug: slug}
}

// document returns what the files are declared as.
func (s *fileShape) document() *document.Document { return document.Named(s.slug) }

// read returns the document of a text; nil if it is broken, and so has no positions.
func (s *fileShape) read(text string) *jsontree.Object {
	tree, _ := s.document().Read(text)
	return tree
}

// schemaFiles returns the files of the mod that are documents of a schema.
func schemaFiles(schema *expansion.Schema) fileShape {
	return documentFiles(schema.Slug, func(lower string) bool { return schemaAt(lower) == schema })
}

// fileLayers are the layers of files of the game.
func fileLayers() []*Layer {
	return []*Layer{
		{
			Slug: "territories", Title: "Territories",
			shapes: []*shape{{list: []string{"territory", "zone"}, x: "x", z: "z", radius: "r", names: []string{"name"}}},
			files:  []fileShape{documentFiles("territories", isTerritory)},
		},
		{
			Slug: "underground-triggers", Title: "Underground triggers",
			shapes: []*shape{{list: []string{"Triggers"}, at: "Position"}},
			files:  []fileShape{documentFiles("underground-triggers", isNamed("cfgundergroundtriggers.json"))},
		},
		{
			Slug: "objects", Title: "Objects",
			shapes: []*shape{
				{list: []string{"Objects"}, at: "pos", names: []string{"name"}}, {list: []string{"lines"}, at: "pos", names: []string{"name"}},
			},
			files: []fileShape{documentFiles("object-spawner", mayHoldObjects), documentFiles("object-map", isMapIn("objects"))},
		},
		{
			Slug: "trader-characters", Title: "Traders of Expansion",
			shapes: []*shape{{list: []string{"lines"}, points: "way", names: []string{"name"}}},
			files:  []fileShape{documentFiles("trader-map", isMapIn("traders"))},
		},
	}
}

func isNamed(name string) func(lower string) bool {
	return func(lower string) bool { return path.Base(lower) == name }
}

// isMapIn returns a function that recognises the object files of the mod in a folder.
func isMapIn(folder string) func(lower string) bool {
	return func(lower string) bool { return path.Ext(lower) == ".map" && path.Base(path.Dir(lower)) == folder }
}

func isTerritory(lower string) bool {
	return strings.HasPrefix(lower, "env/") && path.Ext(lower) == ".xml"
}

// mayHoldObjects reports whether a file may be one of the object spawner, which is called as its owner likes. Other JSON files have no
// objects.
func mayHoldObjects(lower string) bool {
	return path.Ext(lower) == ".json" && !strings.Contains(lower, "expansion") && !strings.HasPrefix(path.Base(lower), "cfg")
}

// The bytes beyond which files are not looked at: of one, and of all together.
const (
	maxFile  = 4 << 20
	maxFiles = 64 << 20
)

// kept is a file without records.
type kept struct {
	sid, path string // relative to the mission folder or, with a slash, to the server's root
	mission   string // its folder
	size, id  int64  // of the content
	sha256    string
}

// serverPath returns the path below the server's root.
func (f kept) serverPath() string {
	if outside, rooted := strings.CutPrefix(f.path, "/"); rooted {
		return outside
	}
	return path.Join("mpmissions", f.mission, f.path)
}

// sort returns the name of the file without its ending.
func (f kept) sort() string {
	base := path.Base(f.path)
	return strings.TrimSuffix(base, path.Ext(base))
}

// eachInFiles goes through the files without records of all layers that are asked for.
func (s Service) eachInFiles(ctx context.Context, scope store.Scope, q Query, visit func(*Feature) error) error {
	if !slices.ContainsFunc(layers(), func(l *Layer) bool { return (l.files != nil || l.packed) && q.wants(l) }) {
		return nil
	}
	files, packs, err := s.filesWithPacks(ctx, scope)
	if err != nil {
		return err
	}
	left := int64(maxFiles)
	for _, f := range files {
		l, shape := layerFor(packs, f)
		if l == nil || !q.wants(l) || f.size > min(left, maxFile) {
			continue
		}
		left -= f.size
		text, err := s.text(ctx, scope, f)
		if err != nil {
			return err
		}
		about := Feature{Layer: l, Resource: record.Files.Path, SID: f.sid, Title: f.path, Sort: f.sort()}
		if shape == nil {
			err = eachInPacked(packs, f, text, about, visit)
		} else {
			err = l.eachInTree(shape.read(text), about, visit)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// filesWithPacks returns the files without records, and what is known of those of mods.
func (s Service) filesWithPacks(ctx context.Context, scope store.Scope) ([]kept, *pack.Set, error) {
	packs, err := s.packs(ctx, scope)
	if err != nil {
		return nil, nil, err
	}
	files, err := s.keptFiles(ctx, scope)
	return files, packs, err
}

// File is a file without records in which positions can be added.
type File struct{ SID, Path string }

// Files returns, by the slugs of layers, the files in which positions can be added.
func (s Service) Files(ctx context.Context, scope store.Scope) (map[string][]File, error) {
	all, packs, err := s.filesWithPacks(ctx, scope)
	files := map[string][]File{}
	for _, f := range all {
		if l, _ := layerFor(packs, f); l != nil && l.Adds() && !l.MakesFiles() {
			files[l.Slug] = append(files[l.Slug], File{f.sid, f.path})
		}
	}
	return files, err
}

// layerOf returns the layer of a file without records, or nil, and how the file is read.
func layerOf(file string) (*Layer, *fileShape) {
	lower := strings.ToLower(file)
	for _, l := range layers() {
		for i := range l.files {
			if l.files[i].takes(lower) {
				return l, &l.files[i]
			}
		}
	}
	return nil, nil
}

// schemaAt returns the schema of the documents at a path in lower case, relative to the mission folder or, with a slash, to the server's
// root; nil if there are none.
func schemaAt(lower string) *expansion.Schema {
	below, rooted := strings.CutPrefix(lower, "/")
	if !rooted {
		below = "mpmissions/mission/" + below
	}
	if path.Ext(below) != ".json" {
		return nil
	}
	return expansion.At(below)
}

// keptFiles lists the files without records, by their paths.
func (s Service) keptFiles(ctx context.Context, scope store.Scope) (files []kept, err error) {
	rows, err := s.DB.Query(ctx,
		`SELECT f.sid, f.path, i.mission, c.size, c.id, c.sha256 FROM instance_files f JOIN file_contents c ON c.id = f.content_id
		JOIN instances i ON i.id = f.instance_id WHERE i.id = $1 AND i.user_id = $2 AND f.broken IS NULL AND `+record.Published("instance_files",
			"f")+` ORDER BY f.path`, scope.InstanceID, scope.UserID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f kept
		if err := rows.Scan(&f.sid, &f.path, &f.mission, &f.size, &f.id, &f.sha256); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, rows.Err()
}

// text returns the content of a file as UTF-8.
func (s Service) text(ctx context.Context, scope store.Scope, f kept) (string, error) {
	packed, size, err := s.DB.ReadContent(ctx, scope, f.id)
	if err != nil {
		return "", err
	}
	return store.ContentText(packed, size)
}
