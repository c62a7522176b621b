// Package gameservertest is a stand-in for a game server: it answers A2S queries and BattlEye's RCon over UDP on this machine.
package gameservertest

import (
	"bytes"
	"io"
	"net"
	"sync"
	"testing"
	"time"
)

// Config says what a stand-in answers, and how. Empty: a server without players and mods, and without RCon.
type Config struct {
	Name, Map, Version string
	Players            []Player
	MaxPlayers         int
	Keywords           string
	Mods               []Mod
	Challenge          bool // whether queries are answered with a challenge first
	PartSize           int  // bytes of a part of an answer over A2S or RCon; 0: all at once

	Password string // of RCon; empty: RCon is off
	Wrong    int    // how many of the first answers over RCon have a wrong checksum
	Lost     int    // how many of the first datagrams, over A2S and over RCon, are not answered

	// Instead is asked what to do with a datagram before it is answered; nil: nothing. It sends by its own means, and says so, or
	// returns false.
	Instead func(datagram []byte, answer io.Writer) bool
}

// to sends datagrams to a client.
type to struct {
	net.PacketConn
	client net.Addr
}

// Write implements io.Writer.
func (t to) Write(b []byte) (int, error) { return t.WriteTo(b, t.client) }

// Player is somebody who plays.
type Player struct {
	Name, GUID string
	Ping       int
	Online     time.Duration
	Lobby      bool
}

// Mod is a mod that the server runs.
type Mod struct {
	WorkshopID uint64
	Name       string
}

// Server is a running stand-in on 127.0.0.1.
type Server struct {
	QueryPort, RConPort int

	mu       sync.Mutex
	config   Config
	lost     map[net.PacketConn]int
	silent   bool
	commands []string
	console  console
}

// Start starts a stand-in that stops with the test.
func Start(t testing.TB, c Config) *Server {
	t.Helper()
	s := &Server{config: c, lost: map[net.PacketConn]int{}, console: console{clients: map[string]*client{}, wrong: c.Wrong}}
	s.QueryPort = s.listen(t, s.answerQuery)
	s.RConPort = s.listen(t, s.answerConsole)
	return s
}

// Silence makes the server answer nothing, as if it had stopped, or answer again.
func (s *Server) Silence(silent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent = silent
}

// Commands returns the commands that the server has carried out, in their order. Repeats of a packet are not carried out again.
func (s *Server) Commands() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.commands...)
}

// answerer returns the datagrams that answer one.
type answerer func(from net.Addr, datagram []byte) [][]byte

func (s *Server) listen(t testing.TB, answer answerer) (port int) {
	t.Helper()
	conn, err := new(net.ListenConfig).ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.serve(conn, answer)
	}()
	t.Cleanup(func() {
		_ = conn.Close()
		<-done
	})
	return conn.LocalAddr().(*net.UDPAddr).Port
}

func (s *Server) serve(conn net.PacketConn, answer answerer) {
	buffer := make([]byte, 64<<10)
	for {
		n, from, err := conn.ReadFrom(buffer)
		if err != nil {
			return
		}
		if instead := s.config.Instead; instead != nil && instead(bytes.Clone(buffer[:n]), to{conn, from}) {
			continue
		}
		for _, packet := range s.unlessLost(conn, from, buffer[:n], answer) {
			_, _ = conn.WriteTo(packet, from)
		}
	}
}

func (s *Server) unlessLost(conn net.PacketConn, from net.Addr, datagram []byte, answer answerer) [][]byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.silent {
		return nil
	}
	if s.lost[conn]++; s.lost[conn] <= s.config.Lost {
		return nil
	}
	return answer(from, datagram)
}
