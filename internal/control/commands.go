package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"quartermaster/internal/access"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// The commands.
const (
	Message  = "message"   // to a player, or to all
	Warn     = "warn"      // a message to all about a restart
	Kick     = "kick"      // a player
	LoadBans = "load_bans" // the lists of bans are read again
	Lock     = "lock"      // nobody joins any more
	Unlock   = "unlock"    // players join again
	Shutdown = "shutdown"  // the server ends
)

// Command is what a game server is told to do.
type Command struct {
	Command string `field:"command,required" in:"message,warn,kick,load_bans,lock,unlock,shutdown" example:"warn"`
	Player  *int   `field:"player,min=0,max=9999" help:"The number of a player, for kick and message."`
	GUID    string `field:"guid,max=64" help:"For kick: only if the player still has the number."`
	Text    string `field:"text,max=200,line" help:"For message, warn and kick: one line." example:"See you soon."`
	Minutes int    `field:"minutes,min=1,max=1440" help:"For warn." example:"10"`
}

// Needs returns the permission that the command needs: what concerns players needs less than what concerns the server.
func (c Command) Needs() access.Permission {
	switch c.Command {
	case Message, Warn, Kick, LoadBans:
		return access.Players
	}
	return access.Deliver
}

// Check refuses a command without what it needs.
func (c *Command) Check(problems *validate.Errors) {
	switch {
	case c.Command == Message && c.Text == "":
		problems.AddFailure("text", validate.IsRequired)
	case c.Command == Warn && c.Minutes == 0:
		problems.AddFailure("minutes", validate.IsRequired)
	case c.Command == Kick && c.Player == nil:
		problems.AddFailure("player", validate.IsRequired)
	}
}

// Do has the game server of an instance carry out a command. It returns ErrNoRCon, errPlayerLeft, ErrNoAddress, gameserver.ErrNoAnswer,
// gameserver.ErrPassword, dialer.ErrPrivate or dialer.ErrNever, the errors of names that do not resolve, and store.ErrNotFound if there is
// no such instance.
//
// It returns access.Denied where the scope's person may not give this one.
func (s *Service) Do(ctx context.Context, scope store.Scope, c Command) error {
	if err := scope.Demand(c.Needs()); err != nil {
		return err
	}
	console, err := s.console(ctx, scope)
	if err != nil {
		return err
	}
	defer console.Close()
	defer s.forget(scope.InstanceID)
	kept := store.Audited{What: store.AuditRCon, InstanceID: scope.InstanceID, About: c.Command, Details: c.details()}
	if err := s.db.Audit(ctx, kept); err != nil {
		return err
	}
	return c.carryOut(ctx, console)
}

// details is what the audit keeps of a command beside its name.
func (c Command) details() map[string]string {
	d := map[string]string{}
	if c.Text != "" {
		d["text"] = c.Text
	}
	if c.GUID != "" {
		d["player"] = c.GUID
	} else if c.Player != nil {
		d["player"] = strconv.Itoa(*c.Player)
	}
	return d
}

func (c Command) carryOut(ctx context.Context, console *gameserver.Console) error {
	switch c.Command {
	case Message:
		return console.Say(ctx, c.to(), c.Text)
	case Warn:
		return console.Say(ctx, gameserver.Everybody, warning(c.Minutes, c.Text))
	case Kick:
		return c.kick(ctx, console)
	case LoadBans:
		return console.LoadBans(ctx)
	case Lock:
		return console.Lock(ctx)
	case Unlock:
		return console.Unlock(ctx)
	}
	err := console.Shutdown(ctx)
	if errors.Is(err, gameserver.ErrNoAnswer) {
		return nil // it may end before it answers
	}
	return err
}

// kick kicks a player. Numbers pass on to others who join: with a guid, only the player who has it is kicked.
func (c Command) kick(ctx context.Context, console *gameserver.Console) error {
	if c.GUID != "" {
		players, err := console.Players(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(players, func(p gameserver.Player) bool { return p.Number == *c.Player && p.GUID == c.GUID }) {
			return errPlayerLeft
		}
	}
	return console.Kick(ctx, *c.Player, c.Text)
}

// warning announces a restart.
func warning(minutes int, text string) string {
	when := fmt.Sprintf("in %d minutes", minutes)
	if minutes == 1 {
		when = "in one minute"
	}
	if text == "" {
		return "The server restarts " + when + "."
	}
	return "The server restarts " + when + ". " + text
}

// LoadBans has the game server of an instance read its lists of bans again, if RCon is set up: done is false where it is not. Its
// other errors are those of Do.
func (s *Service) LoadBans(ctx context.Context, scope store.Scope) (done bool, err error) {
	console, err := s.console(ctx, scope)
	if errors.Is(err, ErrNoRCon) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer console.Close()
	return true, console.LoadBans(ctx)
}

// console signs in at the RCon of an instance's game server.
func (s *Service) console(ctx context.Context, scope store.Scope) (*gameserver.Console, error) {
	a, err := reach(ctx, s.db, scope)
	if err == nil && !a.HasPassword {
		err = ErrNoRCon
	}
	if err != nil {
		return nil, err
	}
	if a.Host == "" {
		const text = `SELECT COALESCE(i.ip, '') FROM instances i WHERE i.id = $1 AND i.user_id = $2`
		if err := s.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&a.Host); err != nil {
			return nil, err
		}
	}
	if a.Host == "" {
		return nil, ErrNoAddress
	}
	password, err := s.db.Unseal(a.sealed.String, "rcon", "password")
	if err != nil {
		return nil, err
	}
	return s.client.Login(ctx, a.Host, a.Port, password)
}

// to returns whom a message is for.
func (c Command) to() int {
	if c.Player == nil {
		return gameserver.Everybody
	}
	return *c.Player
}
