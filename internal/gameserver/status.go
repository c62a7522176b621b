package gameserver

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Status is what a game server says about itself, to anybody.
type Status struct {
	Running    bool // whether it answers; otherwise the rest is empty
	Name       string
	Map        string // chernarusplus
	Version    string // 1.28.161464
	Players    int
	MaxPlayers int
	Queue      int             // players who wait to be let in
	Password   bool            // whether players need one
	Clock      string          // the time of day in the game, as 16:05; empty: unknown
	Online     []time.Duration // how long each player is there, the longest first; nil: unknown
	Mods       []Mod
	ModsCut    bool // the server has more mods than it says
}

// Mod is a mod that a server runs.
type Mod struct {
	WorkshopID uint64 // 0: not from the Workshop
	Name       string
}

// Query asks the server at a query port for its status. One that does not answer is not running, which is no error; an address that
// cannot be resolved or may not be dialled is.
func (c Client) Query(ctx context.Context, host string, port int) (Status, error) {
	conn, err := c.Dialer.Dial(ctx, "udp", host, port)
	if err != nil {
		return Status{}, err
	}
	defer conn.Close()
	q := querier{conn: conn, timeout: c.timeout()}
	data, err := q.ask(ctx, infoRequest())
	var s Status
	if err == nil {
		s, err = readInfo(data)
	}
	if errors.Is(err, ErrNoAnswer) {
		return Status{}, nil
	}
	if err != nil {
		return Status{}, err
	}
	q.timeout /= 2 // hosts may answer nothing more
	if data, err := q.ask(ctx, playersRequest()); err == nil {
		s.Online = readPlayers(data)
	}
	if data, err := q.ask(ctx, rulesRequest()); err == nil {
		s.Mods, s.ModsCut = readMods(readRules(data))
	}
	return s, ctx.Err()
}

// readInfo reads the answer to A2S_INFO, or returns ErrNoAnswer for what is none.
func readInfo(data []byte) (Status, error) {
	r := reader{data: data}
	s := Status{Running: true}
	r.skip(1) // protocol
	s.Name, s.Map = r.text(), r.text()
	r.text() // folder
	r.text() // game
	r.skip(2)
	s.Players, s.MaxPlayers = int(r.byte()), int(r.byte())
	r.skip(3) // bots, type, system
	s.Password = r.byte() != 0
	r.skip(1) // VAC
	s.Version = r.text()
	if r.cut {
		return Status{}, ErrNoAnswer
	}
	s.readKeywords(keywords(&r))
	return s, nil
}

// keywords reads the part of an info that depends on its flags.
func keywords(r *reader) string {
	flags := r.byte()
	if flags&0x80 != 0 {
		r.skip(2) // game port
	}
	if flags&0x10 != 0 {
		r.skip(8) // Steam id
	}
	if flags&0x40 != 0 {
		r.skip(2) // port of spectators
		r.text()
	}
	if flags&0x20 == 0 {
		return ""
	}
	return r.text()
}

func (s *Status) readKeywords(list string) {
	for word := range strings.SplitSeq(list, ",") {
		if queue, found := strings.CutPrefix(word, "lqs"); found {
			if n, err := strconv.ParseUint(queue, 10, 16); err == nil {
				s.Queue = int(n)
			}
		}
		if _, err := time.Parse("15:04", word); err == nil {
			s.Clock = word
		}
	}
}

// readPlayers reads how long players are on the server, the longest first: DayZ keeps their names to itself.
func readPlayers(data []byte) []time.Duration {
	r := reader{data: data}
	list := []time.Duration{}
	for range r.byte() {
		r.skip(1) // number
		r.text()
		r.skip(4) // score
		seconds := r.float()
		if r.cut {
			break
		}
		if seconds >= 0 && seconds < 1e7 { // and a number
			list = append(list, time.Duration(seconds)*time.Second)
		}
	}
	slices.Sort(list)
	slices.Reverse(list)
	return list
}
