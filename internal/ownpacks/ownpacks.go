// Package ownpacks knows which packs count for whom: those of the program, and over them those that an owner uses for his account, which
// replace others of the same slug on his instances and concern nobody else. What members of a shared instance see follows from the packs
// of its owner.
//
// A pack of an owner is text of a stranger: it is checked as all packs are, within the bounds of package pack. One that no longer passes,
// after the program has changed, is not used, and says why.
package ownpacks

import (
	"context"
	"sync"

	"quartermaster/internal/pack"
	"quartermaster/internal/store"
)

// Bounds of what is remembered of the packs of all owners, and what a pack takes in memory besides its text, both in bytes, about.
const mostRemembered, besidesText = 64 << 20, 64 << 10

// Service finds, stores and deletes packs; nil finds those that come with the program. It remembers those of owners as read, so there
// should be one for a database.
type Service struct {
	db   *store.DB
	base *pack.Set

	mu    sync.Mutex
	known map[int64]remembered // by user
	size  int
}

// remembered are the packs that counted for a user when his had changed so often.
type remembered struct {
	changes int64
	set     *pack.Set
	size    int
}

// New returns a service over the packs of the program; nil stands for those that come with it.
func New(db *store.DB, base *pack.Set) *Service {
	if base == nil {
		base = pack.BuiltIn()
	}
	return &Service{db: db, base: base, known: map[int64]remembered{}}
}

// Program returns the packs that count for everybody.
func (s *Service) Program() *pack.Set { return s.base }

// Of returns the packs that count on the instances of a user. It asks the database whether they have changed.
func (s *Service) Of(ctx context.Context, user int64) (*pack.Set, error) {
	return s.In(ctx, s.db, user)
}

// In is Of in a transaction.
func (s *Service) In(ctx context.Context, from store.Querier, user int64) (*pack.Set, error) {
	if s == nil {
		return pack.BuiltIn(), nil
	}
	changes, err := changesOf(ctx, from, user)
	if err != nil || changes == 0 {
		return s.base, err
	}
	if set := s.get(user, changes); set != nil {
		return set, nil
	}
	list, err := read(ctx, from, user)
	if err != nil {
		return nil, err
	}
	fresh := remembered{changes, s.base, besidesText}
	var packs []*pack.Pack
	for _, own := range list {
		if p, wrong := pack.Parse([]byte(own.Text)); len(wrong) == 0 {
			packs = append(packs, p)
			fresh.size += len(own.Text) + besidesText
		}
	}
	fresh.set = s.base.And(packs)
	s.put(user, fresh)
	return fresh.set, nil
}

func (s *Service) get(user, changes int64) *pack.Set {
	s.mu.Lock()
	defer s.mu.Unlock()
	if last, known := s.known[user]; known && last.changes == changes {
		return last.set
	}
	return nil
}

// put remembers the packs of a user; when they are too large together, those of all others are forgotten.
func (s *Service) put(user int64, fresh remembered) {
	s.mu.Lock()
	defer s.mu.Unlock()
	last := s.known[user]
	if last.changes > fresh.changes {
		return
	}
	if s.size += fresh.size - last.size; s.size > mostRemembered {
		clear(s.known)
		s.size = fresh.size
	}
	s.known[user] = fresh
}
