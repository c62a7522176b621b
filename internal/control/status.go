package control

import (
	"context"
	"errors"
	"sync"
	"time"

	"quartermaster/internal/gameserver"
	"quartermaster/internal/store"
)

// State is the status of an instance's game server at a moment.
type State struct {
	gameserver.Status
	AskedAt   time.Time
	People    []gameserver.Player // who plays, as RCon says; nil without it
	RConError error               // why RCon does not say it although it is set up
	Seen      *Sighting           // when the server last ran; nil if it was never seen
}

// kept is the state of one game server, which those who ask at once wait for together.
type kept struct {
	mu    sync.Mutex
	where address
	state State
}

// State asks the game server of an instance for its status, or returns what it has said a few seconds ago. It returns ErrNoAddress
// for an instance that does not say where that is, store.ErrNotFound if there is no such instance, dialer.ErrPrivate or dialer.ErrNever for
// addresses that are not dialled, and the errors of names that do not resolve.
func (s *Service) State(ctx context.Context, scope store.Scope) (State, error) {
	where, err := s.address(ctx, scope)
	if err != nil {
		return State{}, err
	}
	k := s.keptOf(scope.InstanceID)
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.where == where && s.now().Sub(k.state.AskedAt) < keptFor {
		return k.state, nil
	}
	state, err := s.ask(ctx, scope, where)
	if err == nil {
		k.where, k.state = where, state
	}
	return state, err
}

// keptOf returns what is kept of an instance. What is out of date goes when something new comes.
func (s *Service) keptOf(instance int64) *kept {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k := s.kept[instance]; k != nil {
		return k
	}
	for id, k := range s.kept {
		if k.mu.TryLock() {
			if s.now().Sub(k.state.AskedAt) >= keptFor {
				delete(s.kept, id)
			}
			k.mu.Unlock()
		}
	}
	k := new(kept)
	s.kept[instance] = k
	return k
}

// forget has the next State ask the game server again.
func (s *Service) forget(instance int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.kept, instance)
}

func (s *Service) ask(ctx context.Context, scope store.Scope, where address) (state State, err error) {
	state.Status, err = s.client.Query(ctx, where.host, where.queryPort)
	if err != nil {
		return state, err
	}
	state.AskedAt = s.now()
	if state.Running {
		state.People, state.RConError = s.people(ctx, scope)
	}
	if errors.Is(state.RConError, ErrNoRCon) {
		state.RConError = nil
	}
	state.Seen, err = s.sighting(ctx, scope, state)
	return state, err
}

func (s *Service) people(ctx context.Context, scope store.Scope) ([]gameserver.Player, error) {
	console, err := s.console(ctx, scope)
	if err != nil {
		return nil, err
	}
	defer console.Close()
	return console.Players(ctx)
}

// address is where the game server of an instance is queried.
type address struct {
	host      string
	queryPort int
}

func (s *Service) address(ctx context.Context, scope store.Scope) (a address, err error) {
	const text = `SELECT COALESCE(i.ip, ''), COALESCE(i.query_port, 0) FROM instances i WHERE i.id = $1 AND i.user_id = $2`
	err = s.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&a.host, &a.queryPort)
	if err == nil && (a.host == "" || a.queryPort == 0) {
		err = ErrNoAddress
	}
	return a, err
}
