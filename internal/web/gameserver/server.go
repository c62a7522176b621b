package gameserver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"quartermaster/internal/control"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// showServer asks the game server and shows what it says.
func showServer(ctx context.Context, r *site.Request) (site.Response, error) {
	view := pages.GameServer{Lead: "Players and commands of the running game server.", Again: serverURL(r)}
	state, err := r.Site.Control.State(ctx, r.Scope())
	switch problem := control.Problem(err); {
	case errors.Is(err, control.ErrNoAddress):
		view.Empty = &ui.Empty{
			Title: "Where is your game server?",
			Text: "Enter its address and its query port in the settings of the instance. The query port is steamQueryPort in serverDZ.cfg, " +
				"usually 27016.",
			Action: &ui.Link{Label: "Open the settings", URL: r.Instance.URL + "/edit"},
		}
	case problem != "":
		view.Problem = problem
	case err != nil:
		return site.Response{}, err
	}
	show(r, &view, state)
	err = addCommands(ctx, r, &view, state)
	return site.Response{Page: r.Inside("Live server"), View: view}, err
}

// show lays a state out.
func show(r *site.Request, view *pages.GameServer, s control.State) {
	view.Running, view.Asked = s.Running, s.AskedAt
	seen := s.Seen
	if seen != nil {
		view.Mods, view.ModsNote = modsOf(seen.Mods), modsNote(s)
	}
	if !s.Running {
		if seen != nil {
			view.Seen = &pages.ServerSighting{At: seen.At, Text: seen.Name + " on " + seen.Map + ", version " + seen.Version}
		}
		return
	}
	view.Facts = facts(s)
	view.Players = players(r, s)
}

func facts(s control.State) []pages.TargetFact {
	list := []pages.TargetFact{
		{Label: "Name", Text: s.Name},
		{Label: "Map", Text: s.Map, Code: true},
		{Label: "Version", Text: s.Version},
		{Label: "Players", Text: fmt.Sprintf("%d of %d", s.Players, s.MaxPlayers)},
	}
	if s.Queue > 0 {
		list = append(list, pages.TargetFact{Label: "Waiting", Text: ui.Plural(s.Queue, "player", "players")})
	}
	if s.Clock != "" {
		list = append(list, pages.TargetFact{Label: "Time in the game", Text: s.Clock})
	}
	if s.Password {
		list = append(list, pages.TargetFact{Label: "Password", Text: "needed to join"})
	}
	return list
}

// players lists who plays by name where RCon says it, and otherwise how long each is there.
func players(r *site.Request, s control.State) *pages.PlayerTable {
	if s.People != nil {
		table := &pages.PlayerTable{Named: true}
		for _, p := range s.People {
			table.Rows = append(table.Rows, playerRow(r, p))
		}
		return table
	}
	table := &pages.PlayerTable{}
	for i, online := range s.Online {
		row := pages.ServerPlayer{Name: "Player " + strconv.Itoa(i+1), Online: "less than a minute"}
		if online >= time.Minute {
			row.Online = ui.HumanDuration(int64(online.Truncate(time.Minute) / time.Second))
		}
		table.Rows = append(table.Rows, row)
	}
	if len(table.Rows) > 0 {
		table.Note = "The game hides the names; RCon shows them."
	}
	return table
}

func playerRow(r *site.Request, p gameserver.Player) pages.ServerPlayer {
	row := pages.ServerPlayer{Name: p.Name, GUID: p.GUID, Ping: "unknown", Kick: serverURL(r) + "/kick/" + strconv.Itoa(p.Number)}
	if p.Ping >= 0 {
		row.Ping = strconv.Itoa(p.Ping) + " ms"
	}
	if p.Lobby {
		row.Name += " (lobby)"
	}
	return row
}

func modsOf(mods []gameserver.Mod) []pages.ServerMod {
	list := make([]pages.ServerMod, len(mods))
	for i, m := range mods {
		list[i].Name = m.Name
		if m.WorkshopID != 0 {
			list[i].WorkshopID = strconv.FormatUint(m.WorkshopID, 10)
		}
	}
	return list
}

func modsNote(s control.State) string {
	switch {
	case !s.Running:
		return "As they were when the server last ran."
	case s.ModsCut:
		return "The server has more mods than it lists; a higher steamProtocolMaxDataSize in serverDZ.cfg lets it list more."
	}
	return ""
}
