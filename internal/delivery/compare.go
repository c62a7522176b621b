package delivery

import (
	"bytes"
	"context"

	"quartermaster/internal/mission"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// maxCompared is the size of the largest file of a server that is compared, in bytes.
const maxCompared = 64 << 20

// Compare returns how a generated file differs from that of the game server. It returns store.ErrNotFound if the instance has no such
// file, validate.Errors for one that is too large there, and the errors of Plan.
func (s *Service) Compare(ctx context.Context, scope store.Scope, name string) (mission.Comparison, error) {
	if _, err := s.Missions.GenerateFile(ctx, scope, name); err != nil {
		return mission.Comparison{}, err
	}
	text, err := s.there(ctx, scope, name)
	if err != nil {
		return mission.Comparison{}, err
	}
	return s.Missions.CompareWithServer(ctx, scope, name, text)
}

// there returns what the server has of a generated file; nil if it has none.
func (s *Service) there(ctx context.Context, scope store.Scope, name string) (text []byte, err error) {
	l, err := s.connect(ctx, scope)
	if err != nil {
		return nil, err
	}
	defer l.close()
	place, _, err := l.open(ctx)
	if err != nil || place.Path(name) == "" {
		return nil, err
	}
	spelled, entry, err := newTree(l).find(ctx, place.Path(name))
	switch {
	case err != nil || entry == nil || entry.Folder:
		return nil, err
	case entry.Size > maxCompared:
		return nil, validate.Refusal("path", "The file of the server is too large to be compared.")
	}
	err = l.do(ctx, func(p Place) error {
		out := bytes.NewBuffer([]byte{})
		is, err := read(ctx, p, spelled, out)
		if text = out.Bytes(); is.sha256 == "" {
			text = nil
		}
		return err
	})
	return text, err
}
