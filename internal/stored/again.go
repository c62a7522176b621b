package stored

import (
	"context"
	"io"
	"sync"
)

// What is made from the same is the same: an archive is known by a digest of what it was made of, and a file by its own. As long as it
// is among the stored files of its user, it is not made again.

// maxMade is how many archives a server remembers at most.
const maxMade = 4096

// made remembers the digests of archives by those of what they were made of. It is safe for concurrent use.
type made struct {
	mu sync.Mutex
	of map[string]string
}

// NoteMade notes the digest of what was made of inputs, by their digest; nothing for "".
func (s *Service) NoteMade(inputs, digest string) {
	if inputs == "" {
		return
	}
	m := &s.made
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.of) >= maxMade || m.of == nil {
		m.of = map[string]string{}
	}
	m.of[inputs] = digest
}

// MadeOf returns the digest of what this server has made of inputs; "" where that is not known.
func (s *Service) MadeOf(inputs string) string {
	s.made.mu.Lock()
	defer s.made.mu.Unlock()
	return s.made.of[inputs]
}

// OpenMade returns the content of a generated file of a user, which the caller closes, and its size in bytes. It returns store.ErrNotFound
// where no such file is stored.
func (s *Service) OpenMade(ctx context.Context, userID int64, name, digest string) (content io.ReadCloser, size int64, err error) {
	const query = `SELECT size FROM stored_files WHERE user_id = $1 AND kind = $2 AND name = $3 AND sha256 = $4 LIMIT 1`
	if err := s.db.QueryRow(ctx, query, userID, string(Generate), nameOf(name), digest).Scan(&size); err != nil {
		return nil, 0, err
	}
	content, err = s.openContent(ctx, userID, digest)
	return content, size, err
}
