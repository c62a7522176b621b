package api_test

import (
	"strings"
	"testing"
)

const (
	logHead = "Current time:  2026/01/12 18:30:05\r\nVersion 1.28.160123\r\n"
	ignored = "18:30:07.5 !!! [CE][offlineDB] :: Type 'AKM' will be ignored. (Type does not exist. (Typo?))\r\n"
)

func TestLogs(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, other := s.user(t), s.user(t)
	instance, _ := faulty(t, c)
	path := instance + "/logs"
	c.get(t, path).exactly(t, 200, `{"data":[]}`)
	c.upload(t, path, upload{"server.RPT", logHead + ignored}).expect(t, 200, "data.0.name", `"server.RPT"`, "data.0.sort", `"rpt"`,
		"data.0.started", `"2026/01/12 18:30:05"`,
		"data.0.version", `"1.28.160123"`, "data.0.entries.0.what", `"unknown class"`, "data.0.entries.0.name", `"AKM"`, "data.0.entries.0.line",
		"3", "data.1", "absent")
	c.get(t, instance+"/lint").expect(t, 200, "data.1.rule", `"log-unknown-class"`, "data.1.name", `"AKM"`)
	again := c.upload(t, path, upload{`folder/again.RPT`, logHead + ignored + ignored})
	again.expect(t, 200, "data.0.name", `"again.RPT"`, "data.0.entries.0.count", "2")
	c.get(t, path).exactly(t, 200, again.body)
	const noLog = "The file is not a log of a DayZ server: an RPT, ADM, script_*.log or crash_*.log is."
	c.upload(t, path, upload{"types.xml", "<types/>"}).exactly(t, 422, invalid("files", noLog))
	c.send(t, "POST", path, `{}`).exactly(t, 422, invalid("files", "The files field is required."))
	log := path + "/" + strings.Trim(again.at("data.0.sid"), `"`)
	other.send(t, "DELETE", log, "").expect(t, 404)
	other.get(t, path).expect(t, 404)
	c.must(t, 200, "DELETE", log, "")
	c.send(t, "DELETE", log, "").expect(t, 404)
	c.get(t, instance+"/lint").expect(t, 200, "data.1.rule", `"min-over-nominal"`)
}

// A log that is imported with the files of a server is read as one: it is no file, is not stored with the upload, and cannot be saved as a
// text either.
func TestLogsAmongTheFilesOfAServer(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	files, rpt := instance+"/files", upload{"profiles/DayZServer_x64.RPT", logHead + ignored}
	c.upload(t, files+"?dry_run=1", rpt).expect(t, 200, "data.files.0.kind", `"log"`, "data.files.0.status", `"skipped"`)
	c.get(t, instance+"/logs").exactly(t, 200, `{"data":[]}`)
	c.upload(t, files, rpt, upload{"profiles/x.ADM", "AdminLog started on 2026-01-12 at 18:30:05\n"}, upload{"types.xml", oneType},
		upload{"keys/mod.bikey", "x"}, upload{"cfgweather.xml", "<weather/>"}).expect(t, 200,
		"data.files.0.path", `"profiles/DayZServer_x64.RPT"`, "data.files.0.kind", `"log"`, "data.files.0.status", `"skipped"`,
		"data.files.0.warnings.0",
		`"this is a log of the server: it was read, and has one complaint about the configuration; logs are no files of the server"`,
		"data.files.1.kind", `"log"`, "data.files.2.status", `"imported"`, "data.files.2.opens_as", "null",
		"data.files.3.kind", `"other"`, "data.files.3.status", `"skipped"`, "data.files.3.warnings.0",
		`"this is the key of a mod, and no configuration"`,
		"data.files.4.kind", `"other"`, "data.files.4.status", `"imported"`, "data.files.4.opens_as", `"Weather"`)
	c.get(t, instance+"/logs").expect(t, 200, "data.0.sort", `"adm"`, "data.0.name", `"x.ADM"`, "data.1.sort", `"rpt"`, "data.1.name",
		`"DayZServer_x64.RPT"`, "data.2", "absent")
	for _, left := range []string{".RPT", ".ADM", ".bikey"} {
		if list := c.get(t, files); strings.Contains(list.body, left) {
			t.Errorf("%s is a file: %s", left, list.body)
		}
	}
	list := c.get(t, storedFiles)
	list.expect(t, 200, "meta.total", "1", "data.0.name", `"types.xml and 2 more.zip"`)
	sid := strings.Trim(list.at("data.0.sid"), `"`)
	if content := c.get(t,
		storedFiles+"/"+sid+"/content"); strings.Contains(content.body, "Current time") || !strings.Contains(content.body, "AK101") {
		t.Error("the log is stored with the upload")
	}
	c.upload(t, files, rpt).expect(t, 200, "data.files.0.kind", `"log"`)
	c.get(t, storedFiles).expect(t, 200, "meta.total", "1")
	const refused = "The file cannot be stored: this is a log, and logs are no files of the server; import it, or add it to the problems, " +
		"to have it read."
	c.send(t, "PUT", instance+"/texts/profiles/yesterday.txt", `{"text":`+quoted(logHead+ignored)+`}`).exactly(t, 422,
		invalid("path", refused))
}
