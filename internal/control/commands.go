package control

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode"

	"quartermaster/internal/gameserver"
	"quartermaster/internal/jsontree"
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

const (
	maxMessage = 200     // characters
	maxMinutes = 24 * 60 // until a restart
)

var commandRules = validate.Compile(validate.Rules{
	{Name: "command", Rules: []validate.Rule{validate.Required(), validate.String(), validate.In(Message, Warn, Kick, LoadBans, Lock, Unlock, Shutdown)}},
	{Name: "player", Rules: []validate.Rule{validate.Nullable(), validate.Integer(), validate.Min(0), validate.Max(9999)}},
	{Name: "guid", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.Max(64)}},
	{Name: "text", Rules: []validate.Rule{validate.Nullable(), validate.String(), validate.Max(maxMessage), validate.Custom(isPrintable)}},
	{Name: "minutes", Rules: []validate.Rule{validate.Nullable(), validate.Integer(), validate.Min(1), validate.Max(maxMinutes)}},
})

// isPrintable refuses control characters, which would end a command.
func isPrintable(value any) validate.Failure {
	for _, c := range validate.Text(value) {
		if unicode.IsControl(c) {
			return validate.FormatIsInvalid
		}
	}
	return validate.Failure{}
}

// needs says which fields a command cannot do without.
func needs(command string) []string {
	switch command {
	case Message:
		return []string{"text"}
	case Warn:
		return []string{"minutes"}
	case Kick:
		return []string{"player"}
	}
	return nil
}

// Do has the game server of an instance carry out the command of a body: command, and player, guid, text and minutes where it takes
// them. It returns validate.Errors for an invalid body, ErrNoRCon, errPlayerLeft, ErrNoAddress, gameserver.ErrNoAnswer, gameserver.ErrPassword,
// dialer.ErrPrivate or dialer.ErrNever, the errors of names that do not resolve, and store.ErrNotFound if there is no such instance.
func (s *Service) Do(ctx context.Context, scope store.Scope, body *jsontree.Object) error {
	if err := checkCommand(ctx, body); err != nil {
		return err
	}
	console, err := s.console(ctx, scope)
	if err != nil {
		return err
	}
	defer console.Close()
	defer s.forget(scope.InstanceID)
	return carryOut(ctx, console, body)
}

func checkCommand(ctx context.Context, body *jsontree.Object) error {
	if err := commandRules.Check(ctx, body); err != nil {
		return err
	}
	var problems validate.Errors
	for _, name := range needs(text(body, "command")) {
		if value, _ := body.Get(name); value == nil {
			problems.AddFailure(name, validate.IsRequired)
		}
	}
	return problems.Err()
}

func carryOut(ctx context.Context, console *gameserver.Console, body *jsontree.Object) error {
	switch text(body, "command") {
	case Message:
		return console.Say(ctx, to(body), text(body, "text"))
	case Warn:
		return console.Say(ctx, gameserver.Everybody, warning(number(body, "minutes"), text(body, "text")))
	case Kick:
		return kick(ctx, console, body)
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
func kick(ctx context.Context, console *gameserver.Console, body *jsontree.Object) error {
	player, guid := number(body, "player"), text(body, "guid")
	if guid != "" {
		players, err := console.Players(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(players, func(p gameserver.Player) bool { return p.Number == player && p.GUID == guid }) {
			return errPlayerLeft
		}
	}
	return console.Kick(ctx, player, text(body, "text"))
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
	a, err := access(ctx, s.db, scope)
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

func text(body *jsontree.Object, name string) string {
	value, _ := body.Get(name)
	return validate.Text(value)
}

func number(body *jsontree.Object, name string) int {
	value, _ := body.Get(name)
	return int(validate.Int(value))
}

// to returns whom a message is for.
func to(body *jsontree.Object) int {
	if value, _ := body.Get("player"); value == nil {
		return gameserver.Everybody
	}
	return number(body, "player")
}
