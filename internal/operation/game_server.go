package operation

import (
	"context"
	"errors"
	"strconv"
	"time"

	"quartermaster/internal/access"
	"quartermaster/internal/control"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// GameServer are what one can do with the running game server.
var GameServer = []*Operation{
	define("get server", get, "server", access.Read, "Whether the game server runs, who plays, and with which mods.", getServer,
		about("What the game server answers on the instance's `ip` and `query_port` (Steam's A2S), and where RCon is set up, who plays. It is "+
			"asked again after ten seconds at the earliest. A server that is stopped is no error; `seen` says what it was when it last ran.")),
	define("get rcon", get, "rcon", access.Deliver, "How the RCon of the game server is reached.", getRCon,
		about("Host and port of RCon, and whether there is a password, which is never shown.")),
	define("set rcon", put, "rcon", access.Deliver, "Set how the RCon of the game server is reached.", setRCon,
		about("Sets host, port and password of BattlEye's RCon. The password is stored encrypted; one that is left out stays as it is.")),
	define("delete rcon", remove, "rcon", access.Deliver, "Forget how the RCon of the game server is reached.", deleteRCon,
		about("Deletes host, port and password of RCon. Before the next command they have to be set again.")),
	define("command server", post, "rcon", access.Players, "Give the game server a command over RCon.", command, audited("rcon"),
		about("Signs in at the game server and gives it one command: `message` (`text`, to all or to `player`), `warn` (a message to all that "+
			"it restarts in `minutes`, "+
			"followed by `text`), `kick` (`player`, with `text` as the reason; with `guid` only if that player still has the number), "+
			"`load_bans`, `lock`, `unlock` or `shutdown`. A command is carried out once, even where packets are lost.")),
}

type gameServer struct {
	Running       bool                `field:"running" help:"Whether it answers. If not, only seen is set." example:"true"`
	Problem       string              `field:"problem,null" help:"Why it could not be asked."`
	AskedAt       time.Time           `field:"asked_at,null" example:"2026-02-01T12:00:00.000000Z"`
	Name          string              `field:"name" example:"Chernarus for beginners"`
	Map           string              `field:"map" example:"chernarusplus"`
	Version       string              `field:"version" help:"Of the game." example:"1.28.161464"`
	Players       int                 `field:"players,min=0" example:"1"`
	MaxPlayers    int                 `field:"max_players,min=0" example:"60"`
	Queue         int                 `field:"queue,min=0" help:"Players who wait to be let in."`
	Password      bool                `field:"password" help:"Whether players need one."`
	Clock         string              `field:"clock,null" help:"Time of day in the game; null if not known." example:"16:05"`
	OnlineSeconds []int               `field:"online_seconds,null" help:"By player, longest first; null if not known." example:"[3600]"`
	Online        []gameServerPlayer  `field:"online,null" help:"Who plays, from RCon; null without it."`
	RConProblem   string              `field:"rcon_problem,null" help:"Why RCon does not say who plays although it is set up."`
	Mods          []gameServerMod     `field:"mods"`
	ModsCut       bool                `field:"mods_cut" help:"Whether the server has more mods than it says."`
	Seen          *gameServerSighting `field:"seen" help:"What the server said when it last ran; null if it was never seen."`
}

// gameServerPlayer is somebody who plays.
type gameServerPlayer struct {
	Number int    `field:"number,min=0" help:"For messages and kicks, as long as the player stays."`
	Name   string `field:"name" example:"Anna"`
	GUID   string `field:"guid" help:"BattlEye's identifier." example:"48032258807176771690632755883357"`
	Ping   *int   `field:"ping,min=0" help:"In milliseconds; null if it is not known." example:"40"`
	Lobby  bool   `field:"lobby" help:"Whether the player has not yet entered the game."`
}

// gameServerMod is a mod that a server runs with.
type gameServerMod struct {
	WorkshopID string `field:"workshop_id,null" pattern:"^[0-9]+$" help:"Null for mods from elsewhere." example:"1559212036"`
	Name       string `field:"name" example:"Community Framework"`
}

// gameServerSighting is what a server said when it last ran.
type gameServerSighting struct {
	SeenAt  time.Time       `field:"seen_at"`
	Name    string          `field:"name" example:"Chernarus for beginners"`
	Map     string          `field:"map" example:"chernarusplus"`
	Version string          `field:"version" example:"1.28.161464"`
	Mods    []gameServerMod `field:"mods"`
}

func getServer(ctx context.Context, call *Call, _ none) (gameServer, error) {
	state, err := call.Control.State(ctx, call.Scope)
	problem := control.Problem(err)
	if err != nil && problem == "" {
		return gameServer{}, err
	}
	return gameServerOf(state, problem), nil
}

func gameServerOf(s control.State, problem string) gameServer {
	g := gameServer{
		Running: s.Running, Problem: problem, AskedAt: s.AskedAt, Name: s.Name, Map: s.Map, Version: s.Version, Players: s.Players,
		MaxPlayers: s.MaxPlayers,
		Queue:      s.Queue, Password: s.Password, Clock: s.Clock, RConProblem: control.Problem(s.RConError), Mods: modsOf(s.Mods),
		ModsCut: s.ModsCut,
	}
	if s.Online != nil {
		g.OnlineSeconds = []int{}
	}
	for _, online := range s.Online {
		g.OnlineSeconds = append(g.OnlineSeconds, int(online/time.Second))
	}
	if s.People != nil {
		g.Online = []gameServerPlayer{}
	}
	for _, p := range s.People {
		g.Online = append(g.Online, playerOf(p))
	}
	if s.Seen != nil {
		g.Seen = &gameServerSighting{s.Seen.At, s.Seen.Name, s.Seen.Map, s.Seen.Version, modsOf(s.Seen.Mods)}
	}
	return g
}

func playerOf(p gameserver.Player) gameServerPlayer {
	shown := gameServerPlayer{Number: p.Number, Name: p.Name, GUID: p.GUID, Lobby: p.Lobby}
	if p.Ping >= 0 {
		shown.Ping = &p.Ping
	}
	return shown
}

func modsOf(mods []gameserver.Mod) (list []gameServerMod) {
	for _, m := range mods {
		shown := gameServerMod{Name: m.Name}
		if m.WorkshopID != 0 {
			shown.WorkshopID = strconv.FormatUint(m.WorkshopID, 10)
		}
		list = append(list, shown)
	}
	return list
}

func getRCon(ctx context.Context, call *Call, _ none) (control.Access, error) {
	a, err := call.Control.Access(ctx, call.Scope)
	if errors.Is(err, control.ErrNoRCon) {
		err = store.ErrNotFound
	}
	return a, err
}

func setRCon(ctx context.Context, call *Call, in control.AccessChange) (control.Access, error) {
	return call.Control.SetAccess(ctx, call.Scope, in)
}

func deleteRCon(ctx context.Context, call *Call, _ none) (gone, error) {
	return gone{}, call.Control.ForgetAccess(ctx, call.Scope)
}

type commanded struct {
	Command string `field:"command" example:"warn"`
}

func command(ctx context.Context, call *Call, in control.Command) (commanded, error) {
	err := call.Control.Do(ctx, call.Scope, in)
	if problem := control.Problem(err); problem != "" {
		err = validate.Refusal("command", problem)
	}
	return commanded{in.Command}, err
}
