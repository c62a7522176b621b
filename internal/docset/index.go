package docset

import (
	"context"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"quartermaster/internal/charset"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/mission"
	"quartermaster/internal/pack"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
)

// Bounds of what is searched: values of one instance, and how many instances are remembered.
const mostIndexed, indexesKept = 20_000, 4

// Index finds the fields and values of files of mods by what they are called and hold, without secrets. It remembers the instances that
// were searched last, at their revision. It is safe for concurrent use.
type Index struct {
	documents *Service

	mu    sync.Mutex
	known []indexed // the last used one last
}

// NewIndex returns an index over the documents of a service.
func NewIndex(s *Service) *Index { return &Index{documents: s} }

type indexed struct {
	instance, revision int64
	packs              *pack.Set
	places             []Place
}

// Place is a file of a mod, or a value in one.
type Place struct {
	Path  string // of the file
	Title string // of the file
	At    string // where the value is in it; empty for the whole file
	Label string
	Value string // as text; empty for one that holds others

	key      string // in the file, empty within a list or map but for its first entry
	repeated bool   // the same field is in the entry before
}

// Find returns the places that fit says it is, those first that do by what they are called. Fit is asked about texts.
func (x *Index) Find(ctx context.Context, scope store.Scope, fit func(text string) bool, most int) (found []Place, err error) {
	places, err := x.of(ctx, scope)
	var byValue []Place
	for _, p := range places {
		called := p.Label + " " + p.key + " " + p.Title
		switch {
		case p.At == "" && fit(called+" "+p.Path), p.At != "" && !p.repeated && fit(called) && !fit(p.Title):
			found = append(found, p)
		case len(byValue) < most && p.Value != "" && fit(called+" "+p.Value) && !fit(called):
			byValue = append(byValue, p)
		}
		if len(found) == most {
			break
		}
	}
	found = append(found, byValue...)
	return found[:min(len(found), most)], err
}

// of returns what an instance has at its present revision.
func (x *Index) of(ctx context.Context, scope store.Scope) ([]Place, error) {
	wanted := indexed{instance: scope.InstanceID}
	const text = `SELECT revision FROM instances WHERE id = $1 AND user_id = $2`
	err := x.documents.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&wanted.revision)
	if err == nil {
		wanted.packs, err = x.documents.missions.PacksOf(ctx, scope)
	}
	if err != nil {
		return nil, err
	}
	if known, is := x.get(wanted); is {
		return known, nil
	}
	if wanted.places, err = x.documents.placesOf(ctx, scope); err == nil {
		x.put(wanted)
	}
	return wanted.places, err
}

func (x *Index) get(wanted indexed) ([]Place, bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for i, known := range x.known {
		if known.instance == wanted.instance && known.revision == wanted.revision && known.packs == wanted.packs {
			x.known = append(slices.Delete(x.known, i, i+1), known)
			return known.places, true
		}
	}
	return nil, false
}

func (x *Index) put(fresh indexed) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.known = slices.DeleteFunc(x.known, func(old indexed) bool { return old.instance == fresh.instance })
	if x.known = append(x.known, fresh); len(x.known) > indexesKept {
		x.known = slices.Delete(x.known, 0, 1)
	}
}

// textsOfMods finds the contents of the files of an instance that nothing reads.
var textsOfMods = `SELECT r.path, c.content, c.size FROM instance_files r JOIN instances i ON i.id = r.instance_id
	JOIN file_contents c ON c.id = r.content_id AND c.size <= $1
	WHERE i.id = $2 AND i.user_id = $3 AND r.kind = $4 AND ` + record.Files.Published + ` ORDER BY r.path`

// placesOf returns the places in the files of mods of an instance, as long as they are not too many or too large in all.
func (s *Service) placesOf(ctx context.Context, scope store.Scope) (list []Place, err error) {
	set, err := s.open(ctx, scope)
	if err != nil {
		return nil, err
	}
	files, left := map[string]*File{}, int64(mostListed)
	for _, f := range set.ofMods(set.declared()) {
		files[f.Path] = f
	}
	args := []any{int64(mostListed), scope.InstanceID, scope.UserID, string(mission.KindOther)}
	return list, store.Each(ctx, s.db, textsOfMods, args, func(rows *store.Rows) error {
		var name string
		var packed []byte
		var size int64
		if err := rows.Scan(&name, &packed, &size); err != nil {
			return err
		}
		f := files[pathBelowRoot(set.mission, name)]
		if f == nil || size > left {
			return nil
		}
		left -= size
		data, err := store.UnpackContent(packed, size)
		if err == nil {
			list = f.appendPlaces(list, data)
		}
		return err
	})
}

// pathBelowRoot returns the path of a file below the server's root, by its path as it is stored.
func pathBelowRoot(missionName, stored string) string {
	if below, isOutside := strings.CutPrefix(stored, "/"); isOutside {
		return below
	}
	return path.Join(missionsFolder, missionName, stored)
}

// appendPlaces appends the file, and the values in it as far as there is room.
func (f *File) appendPlaces(list []Place, data []byte) []Place {
	text, _ := charset.Decode(data)
	f.Text = string(text)
	f.infer()
	w := placer{list: list, path: f.Path, title: f.Title}
	if f.Pack == "" {
		w.title = f.Mod() + ": " + path.Base(f.Path)
	}
	w.add(Place{Label: w.title})
	if tree, err := f.Read(f.Text); err == nil {
		w.object(f.Fields(), f.Hide(tree), "", false)
	}
	return w.list
}

// placer collects the places of a file.
type placer struct {
	list        []Place
	path, title string
}

func (w *placer) add(p Place) {
	if len(w.list) < mostIndexed {
		p.Path, p.Title = w.path, w.title
		w.list = append(w.list, p)
	}
}

func (w *placer) object(fields []*expansion.Field, object *jsontree.Object, at string, repeated bool) {
	named := expansion.ByName(fields)
	for key, value := range object.All() {
		f := named(key)
		if f == nil {
			f = &expansion.Field{Name: key, Label: key}
		}
		if f.Format != expansion.VersionFormat {
			w.value(f, value, jsontree.Join(at, escaped.Replace(key)), repeated)
		}
	}
}

// escaped are the signs of keys that divide paths.
var escaped = strings.NewReplacer("~", "~0", ".", "~1")

func (w *placer) value(f *expansion.Field, value any, at string, repeated bool) {
	p := Place{At: at, Label: f.Label, key: f.Name, repeated: repeated}
	switch v := value.(type) {
	case *jsontree.Object:
		w.add(p)
		if f.Shape == expansion.Map || f.Shape == expansion.MapLists {
			w.members(f, v, at)
			return
		}
		w.object(f.Fields, v, at, repeated)
	case []any:
		w.add(p)
		for i, member := range v {
			w.member(f, member, jsontree.Join(at, strconv.Itoa(i)), repeated || i > 0)
		}
	default:
		if p.Value = jsontree.ScalarText(value); p.Value != servercfg.Hidden {
			w.add(p)
		}
	}
}

func (w *placer) members(f *expansion.Field, members *jsontree.Object, at string) {
	for key, member := range members.All() {
		inside := *f.Member()
		inside.Name, inside.Label = key, key
		w.value(&inside, member, jsontree.Join(at, escaped.Replace(key)), false)
	}
}

// member adds what is in an entry of a list, or the entry where it is a single value.
func (w *placer) member(f *expansion.Field, member any, at string, repeated bool) {
	if object, is := member.(*jsontree.Object); is {
		w.object(f.Fields, object, at, repeated)
	} else if !jsontree.HoldsOthers(member) {
		inside := *f
		inside.Shape = expansion.Single
		w.value(&inside, member, at, true)
	}
}
