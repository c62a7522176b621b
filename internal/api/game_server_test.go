package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/gameserver/gameservertest"
)

// withGameServer makes an instance whose game server runs.
func withGameServer(t *testing.T, c client) (path string, server *gameservertest.Server) {
	t.Helper()
	server = gameservertest.Start(t, gameservertest.Config{
		Name: "Chernarus for beginners", Map: "chernarusplus", Version: "1.28.161464", MaxPlayers: 60, Keywords: "lqs3,16:05", Challenge: true,
		PartSize: 150,
		Players: []gameservertest.Player{
			{Name: "Anna", GUID: strings.Repeat("a", 32), Ping: 40, Online: time.Hour},
			{Name: "Bo ris", GUID: strings.Repeat("b", 32), Lobby: true},
		},
		Mods:     []gameservertest.Mod{{WorkshopID: 1559212036, Name: "CF"}, {Name: "Own"}},
		Password: "a secret",
	})
	path, _ = c.instance(t)
	c.must(t, 200, "PATCH", surfaceB(path), fmt.Sprintf(`{"ip":"127.0.0.1","query_port":%d}`, server.QueryPort))
	return path, server
}

func TestGameServer(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, other := s.user(t), s.user(t)
	bare, _ := c.instance(t)
	c.get(t, bare+"/server").expect(t, 200, "data.running", "false", "data.problem",
		`"Enter the server address and the query port in the settings of the instance."`, "data.seen", "null")
	path, server := withGameServer(t, c)
	c.get(t, path+"/server").expect(t, 200, "data.running", "true", "data.name", `"Chernarus for beginners"`, "data.map", `"chernarusplus"`,
		"data.version", `"1.28.161464"`,
		"data.players", "2", "data.max_players", "60", "data.queue", "3", "data.clock", `"16:05"`, "data.online_seconds", "[3600,0]",
		"data.online", "null", "data.rcon_problem", "null",
		"data.mods", `[{"name":"CF","workshop_id":"1559212036"},{"name":"Own","workshop_id":null}]`, "data.seen.name",
		`"Chernarus for beginners"`)
	server.Silence(true)
	c.get(t, path+"/server").expect(t, 200, "data.running", "true") // as it was a moment ago
	s.clock.forward(time.Minute)
	c.get(t, path+"/server").expect(t, 200, "data.running", "false", "data.problem", "null", "data.name", `""`, "data.seen.version",
		`"1.28.161464"`, "data.seen.mods.1.name", `"Own"`)
	other.get(t, path+"/server").expect(t, 404)
}

func TestRConAccess(t *testing.T) {
	t.Parallel()
	s := start(t)
	c, other := s.user(t), s.user(t)
	path, _ := c.instance(t)
	rcon := path + "/rcon"
	c.get(t, rcon).expect(t, 404)
	c.send(t, "DELETE", rcon, "").expect(t, 404)
	c.send(t, "PUT", rcon, `{"port":2305}`).exactly(t, 422, invalid("password", "The password field is required."))
	c.send(t, "PUT", rcon, `{"port":0,"password":"x","host":"a/b"}`).expect(t, 422, "errors.port.0", `"The port field must be at least 1."`,
		"errors.host.0", `"The host field format is invalid."`)
	c.send(t, "PUT", rcon, `{"port":2305,"password":"very secret"}`).exactly(t, 200, `{"data":{"host":null,"port":2305,"has_password":true}}`)
	c.send(t, "PUT", rcon, `{"host":"dayz.example.org","port":2306}`).exactly(t, 200,
		`{"data":{"host":"dayz.example.org","port":2306,"has_password":true}}`)
	c.get(t, rcon).exactly(t, 200, `{"data":{"host":"dayz.example.org","port":2306,"has_password":true}}`)
	var sealed string
	check(t, s.db.QueryRow(t.Context(), `SELECT password FROM rcon`).Scan(&sealed))
	if strings.Contains(sealed, "secret") {
		t.Error("the password is stored as it is")
	}
	for _, method := range []string{"GET", "PUT", "DELETE", "POST"} {
		other.send(t, method, rcon, `{"port":1,"password":"x","command":"lock"}`).expect(t, 404)
	}
	c.must(t, 200, "DELETE", rcon, "")
	c.send(t, "POST", rcon, `{"command":"lock"}`).exactly(t, 422, invalid("command", "RCon is not set up: enter its port and password first."))
}

func TestCommands(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	path, server := withGameServer(t, c)
	rcon := path + "/rcon"
	c.must(t, 200, "PUT", rcon, fmt.Sprintf(`{"port":%d,"password":"wrong"}`, server.RConPort))
	c.send(t, "POST", rcon, `{"command":"lock"}`).exactly(t, 422, invalid("command", "The game server does not accept the RCon password."))
	c.get(t, path+"/server").expect(t, 200, "data.online", "null", "data.rcon_problem", `"The game server does not accept the RCon password."`)
	c.must(t, 200, "PUT", rcon, fmt.Sprintf(`{"port":%d,"password":"a secret"}`, server.RConPort))
	for _, body := range []string{
		`{"command":"message","text":"Hello"}`, `{"command":"message","text":"You","player":1}`,
		`{"command":"warn","minutes":10,"text":"See you."}`,
		`{"command":"warn","minutes":1}`, `{"command":"kick","player":0,"text":"Goodbye"}`, `{"command":"load_bans"}`, `{"command":"lock"}`,
		`{"command":"unlock"}`,
	} {
		c.send(t, "POST", rcon, body).expect(t, 200)
	}
	c.get(t, path+"/server").expect(t, 200, "data.rcon_problem", "null", "data.online",
		fmt.Sprintf(`[{"guid":"%s","lobby":false,"name":"Anna","number":0,"ping":40},{"guid":"%s","lobby":true,"name":"Bo `+
			`ris","number":1,"ping":0}]`,
			strings.Repeat("a", 32), strings.Repeat("b", 32)))
	c.send(t, "POST", rcon, `{"command":"shutdown"}`).exactly(t, 200, `{"data":{"command":"shutdown"}}`)
	want := []string{
		"say -1 Hello", "say 1 You", "say -1 The server restarts in 10 minutes. See you.", "say -1 The server restarts in one minute.",
		"kick 0 Goodbye", "loadBans", "#lock",
		"#unlock", "players", "#shutdown",
	}
	if got := server.Commands(); !slices.Equal(got, want) {
		t.Errorf("carried out:\n%q\nwant\n%q", got, want)
	}
	for body, field := range map[string]string{
		`{}`:                                  "command",
		`{"command":"ban"}`:                   "command",
		`{"command":"kick"}`:                  "player",
		`{"command":"message"}`:               "text",
		`{"command":"warn"}`:                  "minutes",
		`{"command":"message","text":"a\nb"}`: "text",
		`{"command":"kick","player":-1}`:      "player",
		`{"command":"warn","minutes":0}`:      "minutes",
	} {
		c.send(t, "POST", rcon, body).expect(t, 422, "errors."+field+".1", "absent")
	}
}
