package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

// TestUpdateKeepsOwnChanges changes a type here and in the file of an update, and lets each side count.
func TestUpdateKeepsOwnChanges(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/files"
	c.upload(t, path, upload{"types.xml", numberedTypes(3)}).expect(t, 200)
	first := c.get(t, instance+"/revisions").at("data.0.number")
	listed := c.get(t, instance+"/types?sort=name")
	sid := strings.Trim(listed.at("data.1.sid"), `"`)
	c.send(t, http.MethodPatch, instance+"/types/"+sid, `{"nominal":50,"min":4}`).expect(t, 200)
	updated := upload{"types.xml", strings.NewReplacer("<nominal>1<", "<nominal>7<", "<nominal>2<", "<nominal>8<").Replace(numberedTypes(3))}
	conflict := []string{
		"data.files.0.taken", "1", "data.files.0.kept", "1", "data.files.0.conflicts.0.resource", `"types"`, "data.files.0.conflicts.0.sid",
		`"` + sid + `"`,
		"data.files.0.conflicts.0.name", `"Item1"`, "data.files.0.conflicts.0.field", `"nominal"`, "data.files.0.conflicts.0.base", "1",
		"data.files.0.conflicts.0.mine", "50", "data.files.0.conflicts.0.theirs", "7", "data.files.0.conflicts.1", "absent",
	}

	before := c.get(t, instance).body
	dry := c.upload(t, path+"?mode=update&base=last&dry_run=1", updated)
	dry.expect(t, 200, append(conflict, "data.files.0.conflicts.0.taken", `"mine"`, "data.changes.0.title", `"Item2"`, "data.changes.1",
		"absent")...)
	if c.get(t, instance).body != before {
		t.Error("the dry run changed the instance")
	}
	job := c.async(t, path+"?mode=update&base=last&dry_run=1&async=1", updated)
	s.runJobs(t, s.imports)
	if got := c.ended(t, job).at("data.result.files"); got != dry.at("data.files") {
		t.Errorf("as a job: %s", got)
	}
	c.uploadWith(t, path,
		map[string]string{"mode": "update", "base": "last", "prefer": "theirs", "choices[" + sid + ".nominal]": "mine", "dry_run": "1"}, updated).
		expect(t, 200, append(conflict, "data.files.0.conflicts.0.taken", `"mine"`)...)
	c.uploadWith(t, path, map[string]string{"mode": "update", "base": "last", "prefer": "ours"}, updated).exactly(t, 422,
		invalid("prefer", "The selected prefer is invalid."))
	c.uploadWith(t, path, map[string]string{"mode": "update", "base": "last", "choices[types]": "none"}, updated).expect(t, 422)

	c.upload(t, path+"?mode=update&base=last", updated).expect(t, 200, conflict...)
	nominals := func(want string) {
		t.Helper()
		r := c.get(t, instance+"/types?sort=name")
		if got := strings.Join([]string{r.at("data.0.nominal"), r.at("data.1.nominal"), r.at("data.1.min"), r.at("data.2.nominal")},
			" "); got != want {
			t.Errorf("nominals and min %s, want %s", got, want)
		}
	}
	nominals("0 50 4 8")
	c.upload(t, path+"?mode=update&base=last", updated).expect(t, 200, "data.files.0.taken", "0", "data.files.0.kept", "1",
		"data.files.0.conflicts", "[]")
	revision := c.get(t, instance+"/revisions").at("data.0.number")
	c.get(t, instance+"/revisions/"+revision+"/files").expect(t, 200, "data.added_count", "0", "data.removed_count", "0", "data.changed_count",
		"2",
		"data.files.0.path", `"mpmissions/dayzOffline.chernarusplus/db/types.xml"`, "data.files.0.first", "false", "data.files.0.note", "null",
		"data.still_used", "[]", "data.files.0.records.0.name", `"Item1"`, "data.files.0.records.0.fields", `{"nominal":{"new":7,"old":1}}`,
		"data.files.1", "absent")
	if csv := c.get(t,
		instance+"/revisions/"+revision+"/files?format=csv").body; !strings.HasSuffix(csv, "types.xml,changed,types,Item2,nominal,2,8,\r\n") {
		t.Errorf("as CSV: %q", csv)
	}
	c.must(t, 201, http.MethodPost, instance+"/events",
		`{"name":"StaticItem","nominal":1,"min":0,"max":0,"lifetime":1,"position":"fixed","limit":"child","children":[{"type":"item0"}]}`)
	c.upload(t, path+"?mode=update&base=last", upload{"types.xml", strings.ReplaceAll(numberedTypes(3), `"Item0"`, `"Item9"`)}).expect(t, 200)
	gone := c.get(t, instance+"/revisions").at("data.0.number")
	c.get(t, instance+"/revisions/"+gone+"/files").expect(t, 200, "data.still_used",
		`[{"name":"Item0","uses":[{"count":1,"resource":"events"}]}]`)
	if csv := c.get(t,
		instance+"/revisions/"+gone+"/files?format=csv").body; !strings.Contains(csv, "types.xml,removed,types,Item0,") ||
		!strings.Contains(csv, ",events 1\r\n") {
		t.Errorf("a type that went as CSV: %q", csv)
	}
	c.send(t, http.MethodPost, instance+"/revisions/"+gone+"/undo", "").expect(t, 200)
	c.get(t, instance+"/revisions/"+first+"/files").expect(t, 200, "data.files.0.first", "true", "data.files.0.records", "[]")
	c.get(t, instance+"/revisions/"+revision+"0/files").expect(t, 404)
	c.send(t, http.MethodPost, instance+"/revisions/"+revision+"/undo", "").expect(t, 200)
	nominals("0 50 4 2")
	c.upload(t, path+"?mode=update&base=last&prefer=theirs", updated).expect(t, 200, "data.files.0.conflicts.0.base", "1",
		"data.files.0.conflicts.0.taken", `"theirs"`)
	nominals("0 7 4 8")
}

// TestUpdatesBeginWithTheGame: own changes are known on the day of import, as counts, filters and in an update, which keeps them.
func TestUpdatesBeginWithTheGame(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/files"
	types := numberedTypes(20)
	game := mission.Fingerprints([]mission.Upload{{Path: "db/types.xml", Data: []byte(types)}}, "dayzOffline.chernarusplus")
	if err := mission.New(s.db).AddGameVersion(t.Context(), "chernarusplus", "0.9", game); err != nil {
		t.Fatal(err)
	}
	own := strings.NewReplacer("<nominal>3<", "<nominal>33<", `"Item5"`, `"OwnItem"`).Replace(types)
	c.upload(t, path, upload{"types.xml", own}, upload{"db/notes.xml", "<notes/>"}).expect(t, 200)
	if list := c.get(t,
		path).body; strings.Count(list, `"origin":{`) != 1 ||
		!strings.Contains(list, `"origin":{"map":"chernarusplus","version":"0.9","own_changes":1,"own_entries":1,"missing":1}`) {
		t.Errorf("the list of files: %s", list)
	}
	for q, want := range map[string]string{
		"vanilla:changed": "Item3", "vanilla:own": "OwnItem", "vanilla:same Item19": "Item19", "vanilla:same Item3": "",
		"-vanilla:same Item3": "Item3",
	} {
		r := c.get(t, instance+"/types?q="+url.QueryEscape(q))
		if got := strings.Trim(r.at("data.0.name"),
			`"`); want == "" && r.at("data") != "[]" || want != "" && (got != want || r.at("data.1") != "absent") {
			t.Errorf("%s: %s", q, r.body)
		}
	}
	c.get(t, instance+"/types?q=vanilla:old").expect(t, 422)

	next := upload{"types.xml", strings.NewReplacer("<nominal>3<", "<nominal>4<", "<nominal>6<", "<nominal>7<").Replace(types)}
	if r := c.upload(t, path+"?mode=update&base=9.99",
		next); r.status != 422 || !strings.Contains(r.at("errors.base.0"), "come from: 1.29, 1.28, ") {
		t.Errorf("an unknown base: %d %s", r.status, r.body)
	}
	c.upload(t, path+"?mode=update&base=last&dry_run=1", next).expect(t, 200, "data.files.0.base", `{"kind":"import","name":null}`,
		"data.files.0.own", `{"kept":0,"removed":1,"taken":1}`)
	want := []string{
		"data.files.0.base", `{"kind":"version","name":"0.9"}`, "data.files.0.own", `{"kept":1,"removed":0,"taken":0}`,
		"data.files.0.conflicts.0.name", `"Item3"`,
		"data.files.0.conflicts.0.base", "3", "data.files.0.conflicts.0.mine", "33", "data.files.0.conflicts.0.theirs", "4",
		"data.files.0.conflicts.1", "absent",
	}
	c.upload(t, path+"?mode=update&dry_run=1", next).expect(t, 200, want...)
	c.upload(t, path+"?mode=update", next).expect(t, 200, want...)
	c.get(t, instance+"/types?q=name%3AItem6").expect(t, 200, "data.0.nominal", "7")
	c.get(t, instance+"/types?q=OwnItem").expect(t, 200, "data.0.nominal", "5")
	c.upload(t, path+"?mode=update&dry_run=1", next).expect(t, 200, "data.files.0.base.kind", `"update"`, "data.files.0.taken", "0",
		"data.files.0.conflicts", "[]")
}
