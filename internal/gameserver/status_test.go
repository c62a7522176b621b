package gameserver_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/dialer"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/gameserver/gameservertest"
)

// local may dial this machine.
func local() gameserver.Client {
	return gameserver.Client{Dialer: dialer.Dialer{Private: true}, Timeout: 3 * time.Second}
}

func busy() gameservertest.Config {
	c := gameservertest.Config{
		Name: "Chernarus for beginners", Map: "chernarusplus", Version: "1.28.161464", MaxPlayers: 60,
		Keywords: "battleye,no3rd,external,lqs2,etm4.000000,mod,16:05",
		Players:  []gameservertest.Player{{Name: "Anna", Online: time.Minute}, {Name: "Boris", Online: 2 * time.Hour}},
	}
	for _, name := range []string{"CF", "DayZ-Expansion-Bundle", "Trader \xff\x01\x02"} {
		c.Mods = append(c.Mods, gameservertest.Mod{WorkshopID: 0x01_00_ff_02 << 8, Name: name})
	}
	return c
}

func TestQuery(t *testing.T) {
	t.Parallel()
	want := gameserver.Status{
		Running: true, Name: "Chernarus for beginners", Map: "chernarusplus", Version: "1.28.161464", Players: 2, MaxPlayers: 60, Queue: 2,
		Clock:  "16:05",
		Online: []time.Duration{2 * time.Hour, time.Minute},
		Mods: []gameserver.Mod{
			{WorkshopID: 0x01_00_ff_02 << 8, Name: "CF"},
			{WorkshopID: 0x01_00_ff_02 << 8, Name: "DayZ-Expansion-Bundle"},
			{WorkshopID: 0x01_00_ff_02 << 8, Name: "Trader \uFFFD"},
		},
	}
	for name, change := range map[string]func(*gameservertest.Config){
		"at once":                       func(*gameservertest.Config) {},
		"with challenges":               func(c *gameservertest.Config) { c.Challenge = true },
		"in parts":                      func(c *gameservertest.Config) { c.PartSize = 20 },
		"in parts with challenges":      func(c *gameservertest.Config) { c.PartSize, c.Challenge = 100, true },
		"after the first question lost": func(c *gameservertest.Config) { c.Lost, c.Challenge = 1, true },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			config := busy()
			change(&config)
			server := gameservertest.Start(t, config)
			got, err := local().Query(t.Context(), "127.0.0.1", server.QueryPort)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("status (-want +got):\n%s", diff)
			}
		})
	}
}

func TestAServerThatDoesNotAnswerDoesNotRun(t *testing.T) {
	t.Parallel()
	server := gameservertest.Start(t, busy())
	server.Silence(true)
	client := local()
	client.Timeout = 30 * time.Millisecond
	for _, port := range []int{server.QueryPort, 9} {
		got, err := client.Query(t.Context(), "127.0.0.1", port)
		if err != nil || got.Running {
			t.Errorf("port %d: %+v, %v", port, got, err)
		}
	}
}

func TestQueryEndsWithItsContext(t *testing.T) {
	t.Parallel()
	server := gameservertest.Start(t, busy())
	server.Silence(true)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	client := local()
	client.Timeout = time.Hour
	if _, err := client.Query(ctx, "127.0.0.1", server.QueryPort); !errors.Is(err, context.Canceled) {
		t.Errorf("a query that was cancelled: %v", err)
	}
}

func TestPrivateAddressesAreNotQueried(t *testing.T) {
	t.Parallel()
	server := gameservertest.Start(t, busy())
	if _, err := (gameserver.Client{}).Query(t.Context(), "localhost", server.QueryPort); !errors.Is(err, dialer.ErrPrivate) {
		t.Errorf("a query of this machine: %v", err)
	}
}
