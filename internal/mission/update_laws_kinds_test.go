package mission_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// lawFile is a small file of a kind with records, as three sides of an update have it.
type lawFile struct {
	kind               mission.Kind
	path               string
	base, mine, theirs string
}

// isOfGame reports whether versions of the game may have such a file.
func (f lawFile) isOfGame() bool {
	return strings.HasPrefix(f.path, missionFolder) && !mission.Recorded()[f.kind][0].HoldsDocuments()
}

var freeName = regexp.MustCompile(`<[^>]*>|\*`)

var aNumber = regexp.MustCompile(`: ?(\d+)`)

// lawFiles returns one file of each kind at least: the samples, and for documents the examples of their declarations.
func lawFiles(t *testing.T) (list []lawFile) {
	t.Helper()
	for _, s := range samples() {
		changed := strings.Replace(s.text, s.old, s.new, 1)
		list = append(list, lawFile{s.kind, s.path, s.text, changed, changed})
	}
	const none, own = "<messages>\n<!-- none -->\n", "<message>\n<delay>7</delay>\n<text>Own</text>\n</message>\n"
	messages := missionFolder + "db/messages.xml"
	list = append(list, lawFile{"messages", messages, none + "</messages>\n", none + own + "</messages>\n", none + "</messages>\n"})
	for kind, of := range mission.Recorded() {
		if !of[0].HoldsDocuments() {
			continue
		}
		d := schemaOf(kind)
		if d == nil {
			t.Fatalf("%s has no schema", kind)
		}
		text := d.NewDocument().Text
		path := freeName.ReplaceAllString(strings.Replace(d.Path, "<mission>", "dayzOffline.chernarusplus", 1), "Example")
		list = append(list, lawFile{kind, path, text, aNumber.ReplaceAllString(text, ": 7"), aNumber.ReplaceAllString(text, ": 8")})
	}
	return list
}

func schemaOf(kind mission.Kind) *expansion.Schema {
	for _, d := range []*expansion.Schema{expansion.Category, expansion.Trader, expansion.Zone, expansion.Loadout} {
		if d.Slug == string(kind) {
			return d
		}
	}
	return expansion.Setting(strings.TrimPrefix(string(kind), "expansion-"))
}

// The laws of updates hold for the files of every kind that has records: whatever their owner has done, an update with what is there, or
// with what both sides began with, changes nothing, and where he has done nothing, one with theirs is theirs.
func TestLawsOfUpdatesOfEveryKind(t *testing.T) {
	t.Parallel()
	files := lawFiles(t)
	for kind := range mission.Recorded() {
		if !slices.ContainsFunc(files, func(f lawFile) bool { return f.kind == kind }) {
			t.Errorf("%s has no file here", kind)
		}
	}
	for _, f := range files {
		for what, edit := range map[string]func(world, lawFile){
			"nothing": func(world, lawFile) {},
			"values":  func(w world, f lawFile) { w.save(f.path, f.mine, true) },
			"renamed": func(w world, f lawFile) { w.eachOf(f.kind, w.renameAll) },
			"deleted": func(w world, f lawFile) { w.eachOf(f.kind, w.deleteOne) },
		} {
			t.Run(string(f.kind)+" "+what, func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				base := mission.Upload{Path: f.path, Data: []byte(f.base)}
				for _, from := range lawBases {
					if from != mission.LastBase && !f.isOfGame() {
						continue
					}
					w.newInstance()
					w.loadAll(mission.Replace, base)
					w.addVersion("0.1", base)
					edit(w, f)
					w.changesNothing(t, "with the base, from "+from, from, base)
					if slices.Contains(w.allPaths(), f.path) {
						there := mission.Upload{Path: f.path, Data: []byte(w.serverFile(f.path))}
						w.changesNothing(t, "with what is there", mission.LastBase, there)
					}
				}
				w.losesNothing(f, edit)
				w.newInstance()
				w.loadAll(mission.Replace, base)
				theirs := mission.Upload{Path: f.path, Data: []byte(f.theirs)}
				if w.update(mission.Options{Base: mission.LastBase}, theirs); w.serverFile(f.path) != f.theirs {
					t.Errorf("with theirs where nothing is mine: %s\nis not\n%s", w.serverFile(f.path), f.theirs)
				}
			})
		}
	}
}

// losesNothing holds that an update with theirs keeps all that is own, and that another one with theirs changes nothing any more.
func (w world) losesNothing(f lawFile, edit func(world, lawFile)) {
	w.Helper()
	w.newInstance()
	w.loadAll(mission.Replace, mission.Upload{Path: f.path, Data: []byte(f.base)})
	edit(w, f)
	theirs := mission.Upload{Path: f.path, Data: []byte(f.theirs)}
	report := w.update(mission.Options{Base: mission.LastBase}, theirs)[0]
	if report.Own.Taken+report.Own.Removed > 0 || report.Status != mission.Imported {
		w.Errorf("with theirs: %+v, conflicts %q", report, conflictsOf(report))
	}
	w.changesNothing(w, "with theirs again", mission.LastBase, theirs)
}

func (w world) eachOf(kind mission.Kind, edit func(*record.Resource)) {
	for _, res := range mission.Recorded()[kind] {
		edit(res)
	}
}

func (w world) allPaths() (paths []string) {
	w.Helper()
	files, err := w.service.Generate(w.Context(), w.scope)
	if err != nil {
		w.Fatal(err)
	}
	for _, f := range files {
		paths = append(paths, f.Path)
	}
	return paths
}

// renameAll gives the records of a resource other names, where people can.
func (w world) renameAll(res *record.Resource) {
	w.Helper()
	for i, row := range w.rowsOf(res) {
		name := "Renamed" + string(rune('A'+i))
		values := record.Values{}
		switch {
		case res.Has("instance_classname_id"):
			values["instance_classname_id"] = w.class(name)
		case res.Title != nil && res.Title.Writable() && !res.Title.Fixed:
			values[res.Title.Name] = name
		}
		if _, err := w.db.Update(w.Context(), res, w.scope, res.SID(row), values); err != nil {
			w.Fatal(err)
		}
	}
}

func (w world) deleteOne(res *record.Resource) {
	w.Helper()
	rows := w.rowsOf(res)
	for _, row := range rows[:min(1, len(rows))] {
		if _, err := w.db.Delete(w.Context(), res, w.scope, res.SID(row)); err != nil {
			w.Fatal(err)
		}
	}
}

func (w world) rowsOf(res *record.Resource) []record.Row {
	w.Helper()
	rows, err := w.db.All(w.Context(), res, w.scope, "")
	if err != nil {
		w.Fatal(err)
	}
	return rows
}
