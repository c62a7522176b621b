package api

import (
	"context"
	"errors"
	"strconv"
	"time"

	"quartermaster/internal/control"
	"quartermaster/internal/gameserver"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// getServer answers the status of the running game server.
func (a *API) getServer(ctx context.Context, r *request, scope store.Scope) (response, error) {
	state, err := a.Control.State(ctx, scope)
	problem := control.Problem(err)
	if err != nil && problem == "" {
		return response{}, err
	}
	return ok(append(appendState([]byte(`{"data":`), state, problem), '}')), nil
}

func appendState(b []byte, s control.State, problem string) []byte {
	b = jsontree.AppendBool(append(b, `{"running":`...), s.Running)
	b = jsontree.AppendValue(append(b, `,"problem":`...), orNil(problem))
	b = appendMoment(append(b, `,"asked_at":`...), s.AskedAt)
	b = jsontree.AppendString(append(b, `,"name":`...), s.Name)
	b = jsontree.AppendString(append(b, `,"map":`...), s.Map)
	b = jsontree.AppendString(append(b, `,"version":`...), s.Version)
	b = jsontree.AppendInt(append(b, `,"players":`...), int64(s.Players))
	b = jsontree.AppendInt(append(b, `,"max_players":`...), int64(s.MaxPlayers))
	b = jsontree.AppendInt(append(b, `,"queue":`...), int64(s.Queue))
	b = jsontree.AppendBool(append(b, `,"password":`...), s.Password)
	b = jsontree.AppendValue(append(b, `,"clock":`...), orNil(s.Clock))
	b = appendKnown(append(b, `,"online_seconds":`...), s.Online, appendSeconds)
	b = appendKnown(append(b, `,"online":`...), s.People, appendPlayer)
	b = jsontree.AppendValue(append(b, `,"rcon_problem":`...), orNil(control.Problem(s.RConError)))
	b = jsontree.AppendList(append(b, `,"mods":`...), s.Mods, appendMod)
	b = jsontree.AppendBool(append(b, `,"mods_cut":`...), s.ModsCut)
	return append(appendSighting(append(b, `,"seen":`...), s.Seen), '}')
}

// appendKnown appends a list, or null for one that is not known.
func appendKnown[T any](b []byte, list []T, appendItem func([]byte, T) []byte) []byte {
	if list == nil {
		return append(b, "null"...)
	}
	return jsontree.AppendList(b, list, appendItem)
}

func appendMoment(b []byte, t time.Time) []byte {
	if t.IsZero() {
		return append(b, "null"...)
	}
	return jsontree.AppendTime(b, t.UnixMicro())
}

func appendSeconds(b []byte, d time.Duration) []byte {
	return jsontree.AppendInt(b, int64(d/time.Second))
}

func appendPlayer(b []byte, p gameserver.Player) []byte {
	b = jsontree.AppendInt(append(b, `{"number":`...), int64(p.Number))
	b = jsontree.AppendString(append(b, `,"name":`...), p.Name)
	b = jsontree.AppendString(append(b, `,"guid":`...), p.GUID)
	b = append(b, `,"ping":`...)
	if p.Ping < 0 {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendInt(b, int64(p.Ping))
	}
	return append(jsontree.AppendBool(append(b, `,"lobby":`...), p.Lobby), '}')
}

func appendMod(b []byte, m gameserver.Mod) []byte {
	id := strconv.FormatUint(m.WorkshopID, 10)
	if m.WorkshopID == 0 {
		id = ""
	}
	b = jsontree.AppendValue(append(b, `{"workshop_id":`...), orNil(id))
	return append(jsontree.AppendString(append(b, `,"name":`...), m.Name), '}')
}

func appendSighting(b []byte, s *control.Sighting) []byte {
	if s == nil {
		return append(b, "null"...)
	}
	b = appendMoment(append(b, `{"seen_at":`...), s.At)
	b = jsontree.AppendString(append(b, `,"name":`...), s.Name)
	b = jsontree.AppendString(append(b, `,"map":`...), s.Map)
	b = jsontree.AppendString(append(b, `,"version":`...), s.Version)
	return append(jsontree.AppendList(append(b, `,"mods":`...), s.Mods, appendMod), '}')
}

// getRCon answers how RCon is reached.
func (a *API) getRCon(ctx context.Context, r *request, scope store.Scope) (response, error) {
	access, err := a.Control.Access(ctx, scope)
	if errors.Is(err, control.ErrNoRCon) {
		err = store.ErrNotFound
	}
	if err != nil {
		return response{}, err
	}
	return ok(accessBody(access)), nil
}

// setRCon sets how RCon is reached.
func (a *API) setRCon(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	access, err := a.Control.SetAccess(ctx, scope, in)
	if err != nil {
		return response{}, err
	}
	return ok(accessBody(access)), nil
}

func accessBody(access control.Access) []byte {
	b := jsontree.AppendValue([]byte(`{"data":{"host":`), orNil(access.Host))
	b = jsontree.AppendInt(append(b, `,"port":`...), int64(access.Port))
	return append(jsontree.AppendBool(append(b, `,"has_password":`...), access.HasPassword), "}}"...)
}

// deleteRCon deletes how RCon is reached.
func (a *API) deleteRCon(ctx context.Context, r *request, scope store.Scope) (response, error) {
	if err := a.Control.ForgetAccess(ctx, scope); err != nil {
		return response{}, err
	}
	return ok(deleted(nil)), nil
}

// command has the game server carry out a command.
func (a *API) command(ctx context.Context, r *request, scope store.Scope, in *jsontree.Object) (response, error) {
	err := a.Control.Do(ctx, scope, in)
	if problem := control.Problem(err); problem != "" {
		err = validate.Refusal("command", problem)
	}
	if err != nil {
		return response{}, err
	}
	b := jsontree.AppendString([]byte(`{"data":{"command":`), record.TextParam(in, "command"))
	return ok(append(b, "}}"...)), nil
}
