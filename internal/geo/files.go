package geo

import (
	"context"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// fileShape says which files without records a layer is about, and how they are read.
type fileShape struct {
	takes func(lower string) bool // by the path; nil for documents of the mod, which are known by their schema
	read  func(text string) *jsontree.Object
}

// fileLayers are the layers of files of the game.
func fileLayers() []*Layer {
	return []*Layer{
		{
			Slug: "territories", Title: "Territories",
			shapes: []*shape{{list: []string{"zone"}, x: "x", z: "z", radius: "r", names: []string{"name"}, sort: "file"}},
			file:   &fileShape{takes: isTerritory, read: readZones},
		},
		{
			Slug: "underground-triggers", Title: "Underground triggers",
			shapes: []*shape{{list: []string{"Triggers"}, at: "Position"}},
			file:   &fileShape{takes: func(lower string) bool { return path.Base(lower) == "cfgundergroundtriggers.json" }, read: readDocument},
		},
		{
			Slug: "objects", Title: "Objects",
			shapes: []*shape{{list: []string{"Objects"}, at: "pos", names: []string{"name"}}, {list: []string{"lines"}, at: "pos", names: []string{"name"}}},
			file:   &fileShape{takes: mayHoldObjects, read: readObjects},
		},
		{
			Slug: "trader-characters", Title: "Traders of Expansion",
			shapes: []*shape{{list: []string{"lines"}, points: "way", names: []string{"name"}}},
			file:   &fileShape{takes: func(lower string) bool { return strings.HasSuffix(lower, ".map") && inFolder(lower, "traders") }, read: readLines},
		},
	}
}

func inFolder(lower, folder string) bool { return path.Base(path.Dir(lower)) == folder }

func isTerritory(lower string) bool {
	return strings.HasPrefix(lower, "env/") && path.Ext(lower) == ".xml"
}

// mayHoldObjects reports whether a file may be one of the object spawner, which is called as its owner likes, or one of the mod with
// objects. Other JSON files have no objects.
func mayHoldObjects(lower string) bool {
	return path.Ext(lower) == ".json" && !strings.Contains(lower, "expansion") && !strings.HasPrefix(path.Base(lower), "cfg") || path.Ext(lower) == ".map" && inFolder(lower, "objects")
}

func readDocument(text string) *jsontree.Object {
	tree, _ := expansion.Parse(text) // what is broken has no positions
	return tree
}

// readZones reads the zones of a file of territories.
func readZones(text string) *jsontree.Object {
	var zones []any
	for e := range ce.Elements(text) {
		if e.Name != "zone" {
			continue
		}
		zone := new(jsontree.Object)
		for _, name := range e.Attributes() {
			zone.Set(name, e.Attr(name))
		}
		zones = append(zones, zone)
	}
	tree := new(jsontree.Object)
	tree.Set("zone", zones)
	return tree
}

// readObjects reads a file of the object spawner, or of the mod.
func readObjects(text string) *jsontree.Object {
	if strings.HasPrefix(strings.TrimLeft(text, "\ufeff \t\r\n"), "{") {
		return readDocument(text)
	}
	return readLines(text)
}

// readLines reads a file with a line an object: its class, one or more positions, and more between upright strokes.
func readLines(text string) *jsontree.Object {
	var lines []any
	for line := range strings.Lines(text) {
		parts := strings.Split(strings.TrimSpace(line), "|")
		if len(parts) < 2 {
			continue
		}
		object := new(jsontree.Object)
		object.Set("name", parts[0])
		var way []any
		for at := range strings.SplitSeq(parts[1], ",") {
			way = append(way, at)
		}
		object.Set("pos", way[0])
		object.Set("way", way)
		lines = append(lines, object)
	}
	tree := new(jsontree.Object)
	tree.Set("lines", lines)
	return tree
}

// The bytes beyond which files are not looked at: of one, and of all together.
const (
	maxFile  = 4 << 20
	maxFiles = 64 << 20
)

// kept is a file without records.
type kept struct {
	sid, path string
	size, id  int64 // of the content
}

// eachInFiles goes through the files without records of all layers that are asked for.
func (s Service) eachInFiles(ctx context.Context, scope store.Scope, q Query, visit func(*Feature) error) error {
	if !slices.ContainsFunc(layers, func(l *Layer) bool { return l.file != nil && q.wants(l) }) {
		return nil
	}
	files, err := s.keptFiles(ctx, scope)
	if err != nil {
		return err
	}
	left := int64(maxFiles)
	for _, f := range files {
		l := layerOf(f.path)
		if l == nil || !q.wants(l) || f.size > min(left, maxFile) {
			continue
		}
		left -= f.size
		if err := s.eachInFile(ctx, scope, l, f, visit); err != nil {
			return err
		}
	}
	return nil
}

func (s Service) eachInFile(ctx context.Context, scope store.Scope, l *Layer, f kept, visit func(*Feature) error) error {
	text, err := s.text(ctx, scope, f)
	if err != nil {
		return err
	}
	tree := l.file.read(text)
	if tree == nil {
		return nil
	}
	base := path.Base(f.path)
	tree.Set("file", strings.TrimSuffix(base, path.Ext(base)))
	return l.eachInTree(tree, Feature{Layer: l, Resource: record.Files.Path, SID: f.sid, Title: f.path}, visit)
}

// layerOf returns the layer of a file without records, or nil.
func layerOf(file string) *Layer {
	lower := strings.ToLower(file)
	schema := schemaAt(lower)
	for _, l := range layers {
		if l.file == nil {
			continue
		}
		if l.schema != nil && l.schema == schema || l.file.takes != nil && l.file.takes(lower) {
			return l
		}
	}
	return nil
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
	rows, err := s.DB.Query(ctx, `SELECT f.sid, f.path, c.size, c.id FROM instance_files f JOIN file_contents c ON c.id = f.content_id
		JOIN instances i ON i.id = f.instance_id WHERE i.id = $1 AND i.user_id = $2 AND f.broken IS NULL ORDER BY f.path`, scope.InstanceID, scope.UserID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var f kept
		if err := rows.Scan(&f.sid, &f.path, &f.size, &f.id); err != nil {
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
