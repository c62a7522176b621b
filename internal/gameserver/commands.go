package gameserver

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// Everybody is the number of no player, but of all.
const Everybody = -1

// Player is somebody who plays, as RCon names them.
type Player struct {
	Number int // for messages and kicks, as long as they stay
	Name   string
	GUID   string
	Ping   int  // milliseconds; -1: unknown
	Lobby  bool // still choosing a character
}

// Players returns who plays.
func (s *Console) Players(ctx context.Context) ([]Player, error) {
	answer, err := s.Command(ctx, "players")
	return readPlayerList(answer), err
}

// Say shows a message to a player, or to Everybody.
func (s *Console) Say(ctx context.Context, number int, text string) error {
	return s.order(ctx, fmt.Sprintf("say %d %s", number, oneLine(text)))
}

// Kick removes a player from the server.
func (s *Console) Kick(ctx context.Context, number int, reason string) error {
	return s.order(ctx, strings.TrimSpace(fmt.Sprintf("kick %d %s", number, oneLine(reason))))
}

// LoadBans has the server read its lists of bans again.
func (s *Console) LoadBans(ctx context.Context) error { return s.order(ctx, "loadBans") }

// Lock lets nobody join any more, until Unlock.
func (s *Console) Lock(ctx context.Context) error { return s.order(ctx, "#lock") }

// Unlock lets players join again.
func (s *Console) Unlock(ctx context.Context) error { return s.order(ctx, "#unlock") }

// Shutdown ends the server. Whatever watches over it usually starts it again.
func (s *Console) Shutdown(ctx context.Context) error { return s.order(ctx, "#shutdown") }

func (s *Console) order(ctx context.Context, command string) error {
	_, err := s.Command(ctx, command)
	return err
}

// oneLine makes a text that is one command with what is before it.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// readPlayerList reads lines of "<number> <address> <ping> <guid>(OK) <name>". Names may hold anything: columns are taken from the left.
func readPlayerList(answer string) []Player {
	list := []Player{}
	for line := range strings.Lines(answer) {
		if p, ok := readPlayerLine(line); ok {
			list = append(list, p)
		}
	}
	return list
}

func readPlayerLine(line string) (p Player, ok bool) {
	number, rest := column(line)
	p.Number, _ = strconv.Atoi(number)
	if strconv.Itoa(p.Number) != number {
		return p, false
	}
	address, rest := column(rest)
	ping, rest := column(rest)
	guid, name := column(rest)
	if address == "" || name == "" {
		return p, false
	}
	p.Ping = -1
	if n, err := strconv.ParseUint(ping, 10, 31); err == nil {
		p.Ping = int(n)
	}
	p.GUID, _, _ = strings.Cut(guid, "(")
	p.Name, p.Lobby = strings.CutSuffix(name, " (Lobby)")
	return p, true
}

// column returns the first word of a line and what follows it, without blanks around either.
func column(line string) (word, rest string) {
	line = strings.TrimSpace(line)
	i := strings.IndexAny(line, " \t")
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimSpace(line[i:])
}
