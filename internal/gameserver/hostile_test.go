package gameserver

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"quartermaster/internal/gameserver/gameservertest"
	"quartermaster/internal/hostiletest"
)

// datagrams returns the n-th datagram of a server that never stops, after the question of a step.
type datagrams func(question []byte, n int) []byte

// parted returns a part of a split answer.
func parted(id uint32, total, number byte) []byte {
	head := binary.LittleEndian.AppendUint32([]byte("\xfe\xff\xff\xff"), id)
	return append(append(head, total, number, 0xe0, 4), make([]byte, 60_000)...)
}

func queryManners() map[string]datagrams {
	return map[string]datagrams{
		"challenges": func(_ []byte, n int) []byte {
			return binary.LittleEndian.AppendUint32([]byte("\xff\xff\xff\xffA"), uint32(n))
		},
		"other answers":           func([]byte, int) []byte { return []byte("\xff\xff\xff\xffmnothing that was asked for") },
		"nonsense":                func([]byte, int) []byte { return make([]byte, 60_000) },
		"parts without an end":    func(_ []byte, n int) []byte { return parted(1, 255, byte(n%254)) },
		"parts of many answers":   func(_ []byte, n int) []byte { return parted(uint32(n), 255, byte(n)) },
		"compressed nonsense":     func(_ []byte, n int) []byte { return parted(compressed|uint32(n), 1, 0) },
		"parts of changing sizes": func(_ []byte, n int) []byte { return parted(1, byte(n%250)+2, byte(n%2)) },
	}
}

func consoleManners() map[string]datagrams {
	return map[string]datagrams{
		"nonsense": func([]byte, int) []byte { return make([]byte, 60_000) },
		"messages": func(_ []byte, n int) []byte {
			return pack(rconMessage, append([]byte{byte(n)}, make([]byte, 60_000)...)...)
		},
		"other answers": func(_ []byte, n int) []byte {
			return pack(rconCommand, append([]byte{byte(100 + n%100)}, make([]byte, 60_000)...)...)
		},
		"parts without an end": func(_ []byte, n int) []byte {
			return pack(rconCommand, append([]byte{0, 0, 255, byte(n % 254)}, make([]byte, 60_000)...)...)
		},
		"parts of changing sizes": func(_ []byte, n int) []byte {
			return pack(rconCommand, append([]byte{0, 0, byte(n%250) + 2, byte(n % 2)}, make([]byte, 60_000)...)...)
		},
	}
}

// hostile starts a server that floods whoever has asked the question of a step, and counts the questions.
func hostile(t *testing.T, m *hostiletest.Meter, is func(question []byte) bool,
	never datagrams,
) (server *gameservertest.Server, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	begun := false
	return gameservertest.Start(t, gameservertest.Config{Password: password, Instead: func(question []byte, to io.Writer) bool {
		asked.Add(1)
		begins := is(question) && !begun
		if begins {
			begun = true
			go hostiletest.Flood(m.Through(to), func(n int) []byte { return never(question, n) })
		}
		return begun
	}}), asked
}

// mostAsked is how many datagrams are sent to a server that never stops, whatever it sends: for each of three questions the attempts and
// the answers to challenges.
const mostAsked = 3 * (attempts + maxChallenges)

// expectLittle fails where a server was listened to for too long, or with too much memory. How much a flood sends is its own affair.
func expectLittle(t *testing.T, m *hostiletest.Meter, began time.Time) {
	t.Helper()
	m.Look()
	t.Log(m.Peak() >> 10)
	if peak, took := m.Peak(), time.Since(began); peak > hostiletest.Most || took > hostiletest.Longest {
		t.Errorf("%d MB of memory after %v", peak>>20, took)
	}
	m.End()
}

// TestQueriesOfServersThatNeverStop end, say what is known so far, and send no more than they would to any other. Servers that flood side
// by side take less together than one may.
func TestQueriesOfServersThatNeverStop(t *testing.T) {
	for step, kind := range map[string]byte{"info": askInfo, "players": askPlayers, "rules": askRules} {
		t.Run(step, func(t *testing.T) {
			m, began := hostiletest.NewMeter(), time.Now()
			var all sync.WaitGroup
			for how, never := range queryManners() {
				all.Go(func() { expectStatusUpTo(t, kind, how, never, m) })
			}
			all.Wait()
			expectLittle(t, m, began)
		})
	}
}

func expectStatusUpTo(t *testing.T, kind byte, how string, never datagrams, m *hostiletest.Meter) {
	client := near() // with time for the steps before
	if kind == askInfo {
		client.Timeout = 300 * time.Millisecond
	}
	server, asked := hostile(t, m, func(question []byte) bool { return question[len(single)] == kind }, never)
	status, err := client.Query(t.Context(), "127.0.0.1", server.QueryPort)
	if err != nil || status.Running != (kind != askInfo) || status.Online != nil && kind == askPlayers || status.Mods != nil {
		t.Errorf("%s: %+v, %v", how, status, err)
	}
	if n := asked.Load(); n > mostAsked {
		t.Errorf("%s: %d questions", how, n)
	}
}

// TestConsolesOfServersThatNeverStop give up, at the login and at a command.
func TestConsolesOfServersThatNeverStop(t *testing.T) {
	for step, kind := range map[string]byte{"the login": rconLogin, "a command": rconCommand} {
		for how, never := range consoleManners() {
			t.Run(how+" at "+step, func(t *testing.T) {
				m, began := hostiletest.NewMeter(), time.Now()
				server, _ := hostile(t, m, func(question []byte) bool { return question[headerLen] == kind }, never)
				client := near()
				client.Timeout = 300 * time.Millisecond
				ctx, cancel := context.WithTimeout(t.Context(), hostiletest.Longest)
				defer cancel()
				console, err := client.Login(ctx, "127.0.0.1", server.RConPort, password)
				if err == nil {
					_, err = console.Command(ctx, "players")
					console.Close()
				}
				if !errors.Is(err, ErrNoAnswer) {
					t.Error(err)
				}
				expectLittle(t, m, began)
			})
		}
	}
}
