package delivery

import (
	"context"
	"errors"

	"quartermaster/internal/control"
	"quartermaster/internal/outcome"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
)

// Targets returns the game servers that the targets of instances name.
func Targets(service *target.Service) Places { return targets{service} }

type targets struct{ service *target.Service }

// Open implements Places.
func (t targets) Open(ctx context.Context, scope store.Scope) (Place, error) {
	place, err := t.service.Open(ctx, scope)
	if err != nil {
		return nil, err
	}
	return placed{place}, nil
}

// placed is a target.Place with its address.
type placed struct{ *target.Place }

// Address implements Place.
func (p placed) Address() string { return p.Target.Address() }

// GameServers returns the game servers that the instances name.
func GameServers(service *control.Service) Game { return gameServers{service} }

type gameServers struct{ service *control.Service }

// Status implements Game. A server that cannot be asked is unknown.
func (g gameServers) Status(ctx context.Context, scope store.Scope) (GameStatus, error) {
	state, err := g.service.State(ctx, scope)
	switch {
	case errors.Is(err, store.ErrNotFound), store.IsFailure(err), ctx.Err() != nil:
		return GameStatus{}, errors.Join(err, ctx.Err())
	case err != nil:
		return GameStatus{}, nil
	}
	return GameStatus{Known: true, Running: state.Running, Players: state.Players}, nil
}

// LoadBans implements Game.
func (g gameServers) LoadBans(ctx context.Context, scope store.Scope) error {
	status, err := g.Status(ctx, scope)
	if err != nil || !status.Running {
		return err
	}
	_, err = g.service.LoadBans(ctx, scope)
	return err
}

// UnreachedError says why the files of a game server cannot be reached: it does not answer, or refuses what is asked.
type UnreachedError struct{ Err error }

func (e *UnreachedError) Error() string { return e.Err.Error() }

// Unwrap returns why, for errors.Is and errors.As.
func (e *UnreachedError) Unwrap() error { return e.Err }

// Says says it to the owner.
func (e *UnreachedError) Says() say.Message { return target.Explain(e.Err) }

// Sentence is Says in words.
func (e *UnreachedError) Sentence() string { return outcome.Sentence(e.Says()) }

// unreached tells errors of a game server from those of the service.
func unreached(ctx context.Context, err error) error {
	var known *UnreachedError
	if err == nil || ctx.Err() != nil || errors.As(err, &known) || store.IsFailure(err) {
		return err
	}
	for _, own := range []error{target.ErrNone, store.ErrNotFound, errOurs, errChangedThere} {
		if errors.Is(err, own) {
			return err
		}
	}
	return &UnreachedError{err}
}
