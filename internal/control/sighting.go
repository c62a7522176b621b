package control

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"quartermaster/internal/gameserver"
	"quartermaster/internal/outage"
	"quartermaster/internal/store"
)

// Sighting is what a game server has said about itself when it last ran.
type Sighting struct {
	At                 time.Time
	Name, Map, Version string
	Mods               []gameserver.Mod
}

// sighting notes that a game server runs, or returns what was noted when it last did; nil for nothing.
func (s *Service) sighting(ctx context.Context, scope store.Scope, state State) (*Sighting, error) {
	if !state.Running {
		return s.lastSeen(ctx, scope)
	}
	seen := &Sighting{At: state.AskedAt, Name: state.Name, Map: state.Map, Version: state.Version, Mods: state.Mods}
	err := s.note(ctx, scope, seen)
	if errors.Is(err, outage.ErrFull) {
		err = nil // the status can be shown all the same
	}
	return seen, err
}

func (s *Service) note(ctx context.Context, scope store.Scope, seen *Sighting) error {
	mods, err := json.Marshal(seen.Mods)
	if err != nil {
		return err
	}
	const text = `INSERT INTO server_sightings (instance_id, seen_at, name, map, version, mods)
		SELECT i.id, $1, $2, $3, $4, $5 FROM instances i WHERE i.id = $6 AND i.user_id = $7
		ON CONFLICT (instance_id)
		DO UPDATE SET seen_at = excluded.seen_at, name = excluded.name, map = excluded.map, version = excluded.version, mods = excluded.mods`
	_, err = s.db.Exec(ctx, text, seen.At.UnixMicro(), seen.Name, seen.Map, seen.Version, string(mods), scope.InstanceID, scope.UserID)
	return err
}

func (s *Service) lastSeen(ctx context.Context, scope store.Scope) (*Sighting, error) {
	const text = `SELECT e.seen_at, e.name, e.map, e.version, e.mods FROM server_sightings e JOIN instances i ON i.id = e.instance_id
		WHERE i.id = $1 AND i.user_id = $2`
	var seen Sighting
	var at int64
	var mods string
	err := s.db.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&at, &seen.Name, &seen.Map, &seen.Version, &mods)
	if errors.Is(err, store.ErrNotFound) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal([]byte(mods), &seen.Mods)
	}
	if err != nil {
		return nil, fmt.Errorf("when the game server last ran: %w", err)
	}
	seen.At = time.UnixMicro(at).UTC()
	return &seen, nil
}
