package bulk

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/charset"
	"quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// Files without records that are documents, such as the list of ignored classes, gear presets and quests, call classes by their names
// too. They are read and written as documents, so that the rest of their text stays.

// What is read of such files, in bytes: of one, and of all together. The others keep their names.
const (
	largestKept = 1 << 20
	mostKept    = 8 << 20
)

// keptFile is a file without records whose document calls classes by their names.
type keptFile struct {
	row     record.Row
	of      *document.Document
	content []byte // as stored
}

// keptFiles reads those of an instance.
func keptFiles(ctx context.Context, view *store.View, rows []record.Row) ([]keptFile, error) {
	files, err := readKept(ctx, view, rows, declaredAt)
	if err != nil {
		return nil, err
	}
	named := map[string]*document.Document{} // by paths in small letters
	for _, n := range document.Namings() {
		naming, err := readKept(ctx, view, rows, func(place string) *document.Document {
			if n.In.IsAt(place, anyMission) {
				return n.In
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		for _, f := range naming {
			text, _ := charset.Decode(f.content)
			if tree, err := n.In.Read(string(text)); err == nil {
				for _, name := range n.Files(tree) {
					named[strings.ToLower(path.Clean(name))] = n.Of
				}
			}
		}
	}
	others, err := readKept(ctx, view, rows, func(place string) *document.Document {
		return namingClasses(named[strings.ToLower(strings.TrimPrefix(place, missionFolder))])
	})
	return append(files, others...), err
}

// anyMission stands for the mission in the places of documents.
const (
	anyMission    = "mission"
	missionFolder = "mpmissions/" + anyMission + "/"
)

// declaredAt returns the document at a place, if it calls classes by their names; else nil.
func declaredAt(place string) *document.Document {
	return namingClasses(document.At(place, anyMission))
}

func namingClasses(d *document.Document) *document.Document {
	if d == nil || !hasClasses(d.Fields(), 0) {
		return nil
	}
	return d
}

// hasClasses reports whether there is a class among fields, or in them; types that hold themselves end at a depth.
func hasClasses(fields []*expansion.Field, depth int) bool {
	return depth < 6 && slices.ContainsFunc(fields, func(f *expansion.Field) bool {
		return f.Format == expansion.ClassFormat || hasClasses(f.Fields, depth+1)
	})
}

// readKept reads the files that are documents by their places, as long as there is room for them.
func readKept(ctx context.Context, view *store.View, rows []record.Row,
	of func(place string) *document.Document,
) (files []keptFile, err error) {
	r, ids := record.Files, []int64{}
	for _, row := range rows {
		place, rooted := strings.CutPrefix(row[r.Index("path")].(string), "/")
		if !rooted {
			place = missionFolder + place
		}
		id, isKept := row[r.Index("content_id")].(int64)
		if d := of(place); d != nil && isKept && row[r.Index("broken")] == nil {
			files, ids = append(files, keptFile{row: row, of: d}), append(ids, id)
		}
	}
	contents, err := view.Contents(ctx, ids, largestKept, mostKept)
	for i, id := range ids {
		files[i].content = contents[id]
	}
	return slices.DeleteFunc(files, func(f keptFile) bool { return f.content == nil }), err
}

// renamed returns the content with other names of classes; nil where it stays as it is.
func (f keptFile) renamed(rename renamer) *store.Content {
	text, encoding := charset.Decode(f.content)
	tree, err := f.of.Read(string(text))
	if err != nil {
		return nil // it stays as it is
	}
	next := tree.Clone()
	if !renameClasses(f.of.Schema, next, rename) {
		return nil
	}
	changed, problems, err := f.of.Change(string(text), next)
	if err != nil || len(problems) > 0 {
		return nil
	}
	data, err := charset.Encode([]byte(changed), encoding, charset.Plain)
	if err != nil {
		return nil
	}
	sum := sha256.Sum256(data)
	return &store.Content{SHA256: hex.EncodeToString(sum[:]), Size: int64(len(data)), Packed: store.PackContent(data)}
}

// renameClasses goes over the class names in a document, and reports whether one differs then.
func renameClasses(schema *expansion.Schema, tree *jsontree.Object, rename renamer) (changed bool) {
	schema.EachObject(tree, func(_ string, fields []*expansion.Field, object *jsontree.Object) {
		for _, f := range fields {
			if value, there := object.Get(f.Name); there && f.Format == expansion.ClassFormat {
				changed = renameField(f, object, value, rename) || changed
			}
		}
	})
	return changed
}

// names returns the classes in the file, each once.
func (f keptFile) names() map[called]bool {
	found := map[called]bool{}
	text, _ := charset.Decode(f.content)
	if tree, err := f.of.Read(string(text)); err == nil {
		renameClasses(f.of.Schema, tree, func(of sort, name string) string {
			found[called{of, strings.ToLower(name)}] = true
			return name
		})
	}
	return found
}

// keptUses calls fn with the classes in each kept file.
func (s *Service) keptUses(ctx context.Context, scope store.Scope, fn func(from *record.Resource, names map[called]bool)) error {
	view := s.db.View(scope)
	rows, err := view.Flat(ctx, record.Files, nil)
	if err != nil {
		return err
	}
	files, err := keptFiles(ctx, view, rows)
	for _, f := range files {
		fn(record.Files, f.names())
	}
	return err
}

// followKept plans the changes of kept files.
func (p *plan) followKept(ctx context.Context, rows []record.Row, rename renamer) error {
	files, err := keptFiles(ctx, p.view, rows)
	for _, f := range files {
		if content := f.renamed(rename); content != nil {
			p.result.Referring = append(p.result.Referring, Change{Resource: record.Files, Old: f.row, New: slices.Clone(f.row), content: content})
		}
	}
	return err
}

// storeContents stores the new contents of files, and gives the files them.
func storeContents(ctx context.Context, e *store.Edit, changes []Change) error {
	var digests []string
	list := map[string]store.Content{}
	for _, c := range changes {
		if c.content != nil {
			digests, list[c.content.SHA256] = append(digests, c.content.SHA256), *c.content
		}
	}
	if len(digests) == 0 {
		return nil
	}
	ids, err := e.ContentIDs(ctx, digests)
	if err != nil {
		return err
	}
	var missing []store.Content
	for digest, content := range list {
		if _, there := ids[digest]; !there {
			missing = append(missing, content)
		}
	}
	added, err := e.AddContents(ctx, missing)
	for _, c := range changes {
		if c.content != nil {
			id, there := ids[c.content.SHA256]
			if !there {
				id = added[c.content.SHA256]
			}
			c.New[record.Files.Index("content_id")] = id
		}
	}
	return err
}
