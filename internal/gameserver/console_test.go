package gameserver

import (
	"context"
	"encoding/hex"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/dialer"
	"quartermaster/internal/gameserver/gameservertest"
)

const password = "a secret"

func near() Client {
	return Client{Dialer: dialer.Dialer{Private: true}, Timeout: 3 * time.Second}
}

func signedIn(t *testing.T, s *gameservertest.Server) *Console {
	t.Helper()
	console, err := near().Login(t.Context(), "127.0.0.1", s.RConPort, password)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(console.Close)
	return console
}

// TestPackets compares with packets that were computed elsewhere.
func TestPackets(t *testing.T) {
	t.Parallel()
	for want, got := range map[string][]byte{
		"42457fab3dacff0074657374":         pack(rconLogin, []byte("test")...),
		"4245bedcc258ff0100":               pack(rconCommand, 0),
		"424567373e62ff0101706c6179657273": pack(rconCommand, append([]byte{1}, "players"...)...),
		"4245f27b8503ff0205":               pack(rconMessage, 5),
	} {
		if hex.EncodeToString(got) != want {
			t.Errorf("%x, want %s", got, want)
		}
	}
	accepted, _ := hex.DecodeString("424569ddde36ff0001")
	if kind, data, ok := unpack(accepted); !ok || kind != rconLogin || data[0] != 1 {
		t.Errorf("accepted login: %d %x %v", kind, data, ok)
	}
	accepted[8]++
	if _, _, ok := unpack(accepted); ok {
		t.Error("a wrong checksum was accepted")
	}
}

func TestCommandsAreCarriedOutOnce(t *testing.T) {
	t.Parallel()
	players := []gameservertest.Player{
		{Name: "Anna", GUID: strings.Repeat("a", 32), Ping: 40},
		{Name: "Boris the Blade (Lobby) players in total", GUID: strings.Repeat("b", 32), Ping: 7, Lobby: true},
		{Name: "Ünïcode", GUID: strings.Repeat("c", 32)},
	}
	want := []Player{
		{Number: 0, Name: "Anna", GUID: strings.Repeat("a", 32), Ping: 40},
		{Number: 1, Name: "Boris the Blade (Lobby) players in total", GUID: strings.Repeat("b", 32), Ping: 7, Lobby: true},
		{Number: 2, Name: "Ünïcode", GUID: strings.Repeat("c", 32)},
	}
	for name, config := range map[string]gameservertest.Config{
		"as they come":         {},
		"in parts":             {PartSize: 50},
		"with wrong checksums": {Wrong: 2, PartSize: 100},
		"after losses":         {Lost: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config.Password, config.Players = password, players
			server := gameservertest.Start(t, config)
			console := signedIn(t, server)
			got, err := console.Players(t.Context())
			if err != nil || !cmp.Equal(got, want) {
				t.Errorf("players: %v\n%s", err, cmp.Diff(want, got))
			}
			for _, do := range []func() error{
				func() error { return console.Say(t.Context(), Everybody, "Restart in\n10 minutes") },
				func() error { return console.Say(t.Context(), 1, "Hello") },
				func() error { return console.Kick(t.Context(), 2, "") },
				func() error { return console.Lock(t.Context()) },
				func() error { return console.Unlock(t.Context()) },
				func() error { return console.LoadBans(t.Context()) },
				func() error { return console.Shutdown(t.Context()) },
			} {
				if err := do(); err != nil {
					t.Error(err)
				}
			}
			done := []string{"players", "say -1 Restart in 10 minutes", "say 1 Hello", "kick 2", "#lock", "#unlock", "loadBans", "#shutdown"}
			if got := server.Commands(); !slices.Equal(got, done) {
				t.Errorf("carried out: %q", got)
			}
			if server.Acknowledged() == 0 && config.Wrong == 0 {
				t.Error("the server's message was not acknowledged")
			}
		})
	}
}

func TestLoginThatFails(t *testing.T) {
	t.Parallel()
	open := gameservertest.Start(t, gameservertest.Config{Password: "another"})
	off := gameservertest.Start(t, gameservertest.Config{})
	hurried := near()
	hurried.Timeout = 60 * time.Millisecond
	for _, test := range []struct {
		Client
		port int
		want error
	}{{near(), open.RConPort, ErrPassword}, {hurried, off.RConPort, ErrNoAnswer}} {
		if _, err := test.Login(t.Context(), "127.0.0.1", test.port, password); !errors.Is(err, test.want) {
			t.Errorf("login: %v, want %v", err, test.want)
		}
	}
	if _, err := (Client{}).Login(t.Context(), "127.0.0.1", open.RConPort, password); !errors.Is(err, dialer.ErrPrivate) {
		t.Errorf("login at this machine: %v", err)
	}
}

func TestACommandEndsWithItsContext(t *testing.T) {
	t.Parallel()
	server := gameservertest.Start(t, gameservertest.Config{Password: password})
	console := signedIn(t, server)
	console.timeout = time.Hour
	server.Silence(true)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if err := console.Lock(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a command that was cancelled: %v", err)
	}
}

// TestConsolesStayAlive: many keep-alives, whose sequence numbers go around, and a command after them.
func TestConsolesStayAlive(t *testing.T) {
	t.Parallel()
	server := gameservertest.Start(t, gameservertest.Config{Password: password})
	console, err := near().login(t.Context(), "127.0.0.1", server.RConPort, password, 100*time.Microsecond)
	if err != nil {
		t.Fatal(err)
	}
	defer console.Close()
	for server.KeptAlive() < 300 {
		time.Sleep(time.Millisecond)
	}
	if err := console.Lock(t.Context()); err != nil || !slices.Equal(server.Commands(), []string{"#lock"}) {
		t.Errorf("after keep-alives: %v, %q", err, server.Commands())
	}
}

func TestGenuinePlayerList(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../../shared/data/server-files/rcon/WoozyMasta+bercon-cli/players.txt")
	if err != nil {
		t.Skip("the genuine files are not here")
	}
	got := readPlayerList(string(text))
	if len(got) != 7 || got[1].Name != "Nagibator 3000" || got[1].Ping != 560 || got[0].Name != "Player" || !got[0].Lobby {
		t.Errorf("players: %+v", got)
	}
	if got[3].Ping != -1 || got[6].Name != "Nick players in total(Lobby)" || got[6].Lobby {
		t.Errorf("odd players: %+v", got)
	}
}
