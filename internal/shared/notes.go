package shared

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"

	"quartermaster/internal/notes"
	"quartermaster/internal/observe"
)

// drop deletes KEYS[1] where its value is ARGV[1].
const drop = `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`

// Notes are those of one sort, which all processes share. While the server does not answer, they are nowhere.
type Notes struct {
	redis  *Redis
	prefix string
	memory string // what observers call it
	drop   *redis.Script
}

var _ notes.Notes = (*Notes)(nil)

// NewNotes returns the notes of a sort, such as "session".
func NewNotes(r *Redis, sort string) *Notes {
	return &Notes{redis: r, prefix: prefix + sort + ":", memory: "redis " + sort, drop: redis.NewScript(1, drop)}
}

// Get implements notes.Notes.
func (n *Notes) Get(ctx context.Context, key string) (text string, found bool) {
	err := n.redis.with(ctx, func(c redis.Conn) (err error) {
		text, err = redis.String(redis.DoContext(c, ctx, "GET", n.prefix+key))
		if found = err == nil; errors.Is(err, redis.ErrNil) {
			return nil
		}
		return err
	})
	observe.Looked(ctx, n.memory, found && err == nil)
	return text, found && err == nil
}

// Put implements notes.Notes.
func (n *Notes) Put(ctx context.Context, key, text string, life time.Duration) {
	if life < time.Millisecond {
		return
	}
	_ = n.redis.with(ctx, func(c redis.Conn) error { // which has logged what went wrong
		_, err := redis.DoContext(c, ctx, "SET", n.prefix+key, text, "PX", life.Milliseconds())
		return err
	})
}

// Drop implements notes.Notes.
func (n *Notes) Drop(ctx context.Context, key, text string) {
	_ = n.redis.with(ctx, func(c redis.Conn) error { // as above
		_, err := n.drop.DoContext(ctx, c, n.prefix+key, text)
		return err
	})
}
