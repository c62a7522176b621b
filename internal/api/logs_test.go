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
	c.upload(t, path, upload{"server.RPT", logHead + ignored}).expect(t, 200, "data.0.name", `"server.RPT"`, "data.0.sort", `"rpt"`, "data.0.started", `"2026/01/12 18:30:05"`,
		"data.0.version", `"1.28.160123"`, "data.0.entries.0.what", `"unknown class"`, "data.0.entries.0.name", `"AKM"`, "data.0.entries.0.line", "3", "data.1", "absent")
	c.get(t, instance+"/lint").expect(t, 200, "data.1.rule", `"log-unknown-class"`, "data.1.name", `"AKM"`)
	again := c.upload(t, path, upload{`folder/again.RPT`, logHead + ignored + ignored})
	again.expect(t, 200, "data.0.name", `"again.RPT"`, "data.0.entries.0.count", "2")
	c.get(t, path).exactly(t, 200, again.body)
	const noLog = "The file is not a log of a DayZ server: an RPT, script_*.log or crash_*.log is."
	c.upload(t, path, upload{"types.xml", "<types/>"}).exactly(t, 422, invalid("files", noLog))
	c.send(t, "POST", path, `{}`).exactly(t, 422, invalid("files", "The files field is required."))
	log := path + "/" + strings.Trim(again.at("data.0.sid"), `"`)
	other.send(t, "DELETE", log, "").expect(t, 404)
	other.get(t, path).expect(t, 404)
	c.must(t, 200, "DELETE", log, "")
	c.send(t, "DELETE", log, "").expect(t, 404)
	c.get(t, instance+"/lint").expect(t, 200, "data.1.rule", `"min-over-nominal"`)
}
