package mission_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
)

// Whatever an owner does and uploads, once or again: an import that knows of settled files tells, stores and notes in the history what one
// does that compares all of them.
func TestSettledFilesAreImportedAsOthers(t *testing.T) {
	t.Parallel()
	quick, whole := newWorld(t), newWorld(t)
	short := 0
	rapid.Check(t, func(t *rapid.T) {
		quick.newInstance()
		whole.newInstance()
		files := drawUploads(t)
		if rapid.Bool().Draw(t, "of the game") {
			quick.addVersion("0.1", files...)
			whole.addVersion("0.1", files...)
		}
		for range rapid.IntRange(2, 7).Draw(t, "steps") {
			step := drawStep(t, files)
			whole.service.ForgetSettled()
			got, want := step(quick), step(whole)
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("what is told: %s", d)
			}
			if d := cmp.Diff(whole.stored(), quick.stored()); d != "" {
				t.Fatalf("what is stored: %s", d)
			}
			short += quick.service.KeepsSettled(quick.scope.InstanceID)
		}
	})
	if short == 0 {
		t.Error("no file was ever settled: the test tells nothing")
	}
}

// Entries by the same name find other pairs in a version's file than in what is known of it: what is own of a settled file is told for
// each base by itself.
func TestOwnValuesOfASettledFileAreThoseOfItsBase(t *testing.T) {
	t.Parallel()
	quick, whole := newWorld(t), newWorld(t)
	messages := func(delays, texts string) mission.Upload {
		list := ""
		for i := range delays {
			list += "<message><delay>" + delays[i:i+1] + "</delay><text>" + texts[i:i+1] + "</text></message>\n"
		}
		return mission.Upload{Path: missionFolder + "db/messages.xml", Data: []byte("<messages>\n" + list + "</messages>\n")}
	}
	last := []mission.Upload{messages("111111", "BABBBa")}
	for _, w := range []world{quick, whole} {
		w.addVersion("0.1", messages("11", "AA"), messages("111", "ABB"), last[0])
		w.loadAll(mission.Merge, last...)
	}
	for _, base := range []string{mission.AutoBase, "0.1", mission.LastBase, "0.1", mission.AutoBase} {
		o := mission.Options{Mode: mission.Update, Base: base}
		whole.service.ForgetSettled()
		if d := cmp.Diff(whole.reported(last, o), quick.reported(last, o)); d != "" {
			t.Errorf("%s: %s", base, d)
		}
	}
}

// drawUploads draws one or two versions of a few files.
func drawUploads(t *rapid.T) (files []mission.Upload) {
	for range rapid.IntRange(1, 3).Draw(t, "places") {
		place, file := drawPlace(t)
		if place == "db/types.xml" {
			place = draw(t, place, "custom/types.xml")
		}
		for range rapid.IntRange(1, 2).Draw(t, "versions") {
			files = append(files, mission.Upload{Path: missionFolder + place, Data: []byte(file(t))})
		}
	}
	return files
}

// drawStep draws something that is done to an instance. It returns what is told of it.
func drawStep(t *rapid.T, files []mission.Upload) func(world) []mission.Report {
	upload := rapid.SampledFrom(files).Draw(t, "file")
	seed := rapid.IntRange(0, 1<<20).Draw(t, "seed")
	switch rapid.SampledFrom([]string{"import", "import", "import", "import", "edit", "text", "limits"}).Draw(t, "step") {
	case "edit":
		return func(w world) []mission.Report {
			place := strings.Replace(strings.TrimPrefix(upload.Path, missionFolder), "custom/", "db/", 1)
			rapid.Custom(func(t *rapid.T) bool {
				rapid.Bool().Draw(t, "something")
				w.edit(t, place)
				return true
			}).Example(seed)
			return nil
		}
	case "text":
		return func(w world) []mission.Report {
			return []mission.Report{w.save(upload.Path, string(upload.Data), true)}
		}
	case "limits":
		return func(w world) []mission.Report { w.loseLimits(); return nil }
	}
	o := mission.Options{
		Mode: rapid.SampledFrom([]mission.Mode{mission.Merge, mission.Replace, mission.Update}).Draw(t, "mode"),
		Base: rapid.SampledFrom([]string{mission.AutoBase, mission.LastBase, "0.1"}).Draw(t, "base"),
	}
	uploads := []mission.Upload{upload}
	if other := rapid.SampledFrom(files).Draw(t, "other"); other.Path != upload.Path {
		uploads = append(uploads, other)
	}
	return func(w world) []mission.Report { return w.reported(uploads, o) }
}

// loseLimits takes usages from the user, and so from his types, which makes no revision.
func (w world) loseLimits() {
	w.Helper()
	if _, err := w.db.Exec(w.Context(), "DELETE FROM type_usages WHERE user_id = $1", w.scope.UserID); err != nil {
		w.Fatal(err)
	}
}

// reported imports files, and returns the reports without what another world has otherwise.
func (w world) reported(uploads []mission.Upload, o mission.Options) []mission.Report {
	w.Helper()
	reports, err := w.service.Import(w.Context(), w.scope, uploads, o)
	if err != nil {
		w.Fatal(err)
	}
	for n := range reports {
		for i := range reports[n].Conflicts {
			reports[n].Conflicts[i].SID = ""
		}
	}
	return reports
}

// stored returns what is stored of the instance's files: their texts, what they are made of, and how long the history is.
func (w world) stored() (list []string) {
	w.Helper()
	for name, text := range w.generated() {
		list = append(list, name+"\n"+text)
	}
	slices.Sort(list)
	for _, query := range []string{
		`SELECT f.path, f.kind, f.skeleton, f.content, f.by_update, f.encoding, f.broken, o.sha256, b.sha256, c.sha256 FROM instance_files f
			LEFT JOIN file_contents o ON o.id = f.original_id LEFT JOIN file_contents b ON b.id = f.base_id
			LEFT JOIN file_contents c ON c.id = f.content_id WHERE f.instance_id = $1 ORDER BY f.path`,
		`SELECT number, action, summary, 0, 0, 0, 0, 0, 0, 0 FROM revisions WHERE instance_id = $1 ORDER BY number`,
		`SELECT revision, resource, count(*), 0, 0, 0, 0, 0, 0, 0 FROM changes WHERE instance_id = $1 GROUP BY revision, resource
			ORDER BY revision, resource`,
	} {
		list = append(list, w.lines(query)...)
	}
	return list
}

func (w world) lines(query string) (list []string) {
	w.Helper()
	rows, err := w.db.Query(w.Context(), query, w.scope.InstanceID)
	if err != nil {
		w.Fatal(err)
	}
	defer func(rows *store.Rows) { _ = rows.Close() }(rows)
	for rows.Next() {
		values := make([]any, 10)
		for i := range values {
			values[i] = new(any)
		}
		if err := rows.Scan(values...); err != nil {
			w.Fatal(err)
		}
		line := ""
		for _, v := range values {
			line += fmt.Sprintf("%s|", *v.(*any))
		}
		list = append(list, line)
	}
	if err := rows.Err(); err != nil {
		w.Fatal(err)
	}
	return list
}
