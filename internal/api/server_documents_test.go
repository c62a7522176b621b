package api_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"

	"quartermaster/internal/api"
	"quartermaster/internal/endpoint"
)

const (
	serverConfig = "hostname = \"Test\"; // name\r\npassword = \"first-secret\";\r\nmaxping = 300;\r\nenableCfgGameplayFile = 1;\r\nclass " +
		"Missions { class DayZ { template=\"dayzOffline.enoch\"; }; };\r\n"
	beConfig = "RConPassword first-secret\nRconPort 2305\nRestrictRCon 0"
)

func TestServerDocuments(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, list := c.documented(t)
	c.upload(t, instance+"/files", upload{"serverDZ.cfg", serverConfig}, upload{"battleye/BEServer_x64_active_4086.cfg", beConfig}).expect(t,
		200)
	c.get(t, list+"/server").expect(t, 200, "data.format", `"cfg"`, "data.document.MaxPing", "300", "data.document.password",
		`"first-secret"`, "data.document.Missions.DayZ.template", `"dayzOffline.enoch"`)
	if note := c.get(t, list+"/server").at("data.notes.0"); !strings.Contains(note, "there is no cfggameplay.json") {
		t.Error(note)
	}
	c.must(t, 200, "PATCH", list+"/server", `{"document":{"MaxPing":250,"motd":["Hello"]}}`)
	want := strings.Replace(serverConfig, "= 300;", "= 250;", 1)
	want = strings.Replace(want, "File = 1;\r\n", "File = 1;\r\nmotd[] = {\"Hello\"};\r\n", 1)
	c.get(t, instance+"/files/serverDZ.cfg").exactly(t, 200, want)
	be := c.get(t, list+"/battleye")
	be.expect(t, 200, "data.path", `"battleye/BEServer_x64_active_4086.cfg"`, "data.document.RConPort", "2305")
	if note := be.at("data.notes.0"); !strings.Contains(note, "may be lost") {
		t.Error(note)
	}
	c.must(t, 200, "PATCH", list+"/battleye", `{"document":{"RConPort":2306,"MaxPing":200}}`)
	c.get(t, instance+"/files/battleye/BEServer_x64_active_4086.cfg").exactly(t, 200,
		"RConPassword first-secret\nRconPort 2306\nRestrictRCon 0\nMaxPing 200")
	c.must(t, 422, "PATCH", list+"/server", `{"document":{"hostname":"two\nlines"}}`)
}

// lockedBuffer is a buffer that a log is written to.
type lockedBuffer struct {
	sync.Mutex
	bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.Lock()
	defer b.Unlock()
	return b.Buffer.Write(p)
}

// TestPasswordsStayInTheirFiles: no list, history, comparison, finding or log has the passwords of a configuration, whatever was done.
func TestPasswordsStayInTheirFiles(t *testing.T) {
	t.Parallel()
	var log lockedBuffer
	c := start(t, func(c *api.Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) }).user(t)
	instance, list := c.documented(t)
	import1 := c.upload(t, instance+"/files", upload{"serverDZ.cfg", serverConfig}, upload{"profiles/BattlEye/BEServer_x64.cfg", beConfig},
		upload{"serverBroken.cfg", "password = \"first-secret\nx = 1\n"})
	answers := map[string]string{"import": import1.body}
	for slug, body := range map[string]string{
		"server": `{"document":{"password":"second-secret","passwordAdmin":7}}`, "battleye": `{"document":{"RConPassword":"=third-secret"}}`,
	} {
		answers["patch "+slug] = c.send(t, "PATCH", list+"/"+slug, body).body
	}
	c.must(t, 200, "PATCH", list+"/server", `{"document":{"password":"second-secret"}}`)
	c.must(t, 200, "PATCH", list+"/battleye", `{"document":{"RConPassword":"third-secret"}}`)
	again := upload{"serverDZ.cfg", strings.Replace(serverConfig, "first-secret", "fourth-secret", 1)}
	answers["update"] = c.upload(t, instance+"/files?mode=update&dry_run=1", again).body
	for _, name := range []string{"serverDZ.cfg", "profiles/BattlEye/BEServer_x64.cfg"} {
		answers["diff of "+name] = c.get(t, instance+"/files/"+name+"?diff=1").body
	}
	c.must(t, 200, "PUT", instance+"/texts/serverDZ.cfg", `{"text":"password = \"sixth\"-secret;\nhostname = \"x\"\n"}`)
	answers["broken diff"] = c.get(t, instance+"/files/serverDZ.cfg?diff=1").body
	for _, g := range endpoint.Served(endpoint.Table()) {
		if address, whole := strings.CutPrefix(g.Path,
			"/api/v1/instances/{instance}"); g.Method == http.MethodGet && whole && !strings.Contains(address, "{") && address != "/files.zip" {
			answers[address] = c.get(t, instance+address).body
		}
	}
	for _, number := range []string{"1", "2", "3", "4", "5"} {
		for _, part := range []string{"", "/files", "/changes"} {
			answers["revision "+number+part] = c.get(t, instance+"/revisions/"+number+part).body
		}
	}
	delete(answers, "patch server")
	answers["log"] = log.String()
	for what, answer := range answers {
		if strings.Contains(answer, "-secret") {
			t.Errorf("%s has a password: %s", what, answer)
		}
	}
	if answers["/documents"] == "" || !strings.Contains(answers["/lint"], "broken-file") ||
		!strings.Contains(answers["broken diff"], "hostname") {
		t.Error("nothing was looked at")
	}
}

// TestDocumentsOfTheMod: quests, missions and the like, each file by its path.
func TestDocumentsOfTheMod(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, list := c.documented(t)
	const quest, airdrop = "profiles/ExpansionMod/Quests/Quests/my first quest.json", main + "expansion/missions/Airdrop_Random_Krasno.json"
	c.upload(t, instance+"/files", upload{quest, "{\n    \"ID\": 7,\n    \"Title\": \"Old\"\n}\n"}, upload{
		airdrop, "{\"m_Version\": 1, \"Enabled\": 1}",
	}).expect(t,
		200)
	address := list + "/quest-definition?file=profiles/ExpansionMod/Quests/Quests/my%20first%20quest.json"
	c.get(t, address).expect(t, 200, "data.document.ID", "7", "data.file", `"`+quest+`"`)
	c.must(t, 200, "PATCH", address, `{"document":{"Title":"New"}}`)
	c.get(t, instance+"/files/profiles/ExpansionMod/Quests/Quests/my%20first%20quest.json").exactly(t, 200,
		"{\n    \"ID\": 7,\n    \"Title\": \"New\"\n}\n")
	c.get(t, list+"/mission-airdrop").expect(t, 200, "data.path", `"`+airdrop+`"`, "data.document.Enabled", "1")
	if body := c.get(t, list).body; !strings.Contains(body, "quest-definition") || !strings.Contains(body, "mission-airdrop") {
		t.Error(body)
	}
}
