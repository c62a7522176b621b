package api_test

import (
	"archive/zip"
	"io/fs"
	"strings"
	"testing"
)

// A file that cannot be written is told where files are told, and all others are written.
func TestAFileThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, scope := c.instance(t)
	files := instance + "/files"
	c.upload(t, files, upload{"types.xml", oneType}, upload{"events.xml", oneEvent}).expect(t, 200)
	_, err := s.db.Exec(t.Context(),
		`UPDATE instance_files SET skeleton = '{"Leads":5}', original_id = NULL WHERE instance_id = $1 AND kind = 'types'`, scope.InstanceID)
	check(t, err)
	c.send(t, "POST", instance+"/batch", `{"operations":[{"op":"delete","resource":"types","sid":"`+
		strings.Trim(c.get(t, instance+"/types").at("data.0.sid"), `"`)+`"}]}`).expect(t,
		200)

	const reason = "its stored content is damaged; import it again"
	c.get(t, files).expect(t, 200,
		"data.1.path", `"`+main+`db/events.xml"`, "data.1.error", "null", "data.1.records", "1",
		"data.2.path", `"`+main+`db/types.xml"`, "data.2.error", `"`+reason+`"`, "data.2.state", `"failed"`, "data.2.size", "0", "data.2.sha256",
		"null")
	want := strings.ReplaceAll(invalid("path", main+"db/types.xml cannot be written: "+reason+"."), "/", `\/`)
	for _, path := range []string{"/" + main + "db/types.xml", "/" + main + "db/types.xml?diff=1"} {
		c.get(t, files+path).exactly(t, 422, want)
	}
	c.get(t, files+"/"+main+"db/events.xml").exactly(t, 200, oneEvent)

	r := c.get(t, files+".zip")
	r.expect(t, 200)
	archive, err := zip.NewReader(strings.NewReader(r.body), int64(len(r.body)))
	check(t, err)
	var names []string
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	if got := strings.Join(names, " "); got != main+"cfgeconomycore.xml "+main+"db/events.xml NOT-WRITTEN.txt" {
		t.Errorf("the archive holds %s", got)
	}
	notice, err := fs.ReadFile(archive, "NOT-WRITTEN.txt")
	check(t, err)
	if string(notice) != main+"db/types.xml cannot be written: "+reason+"\n" {
		t.Errorf("it tells %q", notice)
	}
}
