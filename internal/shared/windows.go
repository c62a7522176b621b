package shared

import (
	"context"
	"fmt"
	"time"

	"github.com/gomodule/redigo/redis"

	"quartermaster/internal/throttle"
)

// hit counts one hit of KEYS[1] within the limit ARGV[1], in a window of ARGV[2] milliseconds. It returns whether it was counted, the
// count, and the milliseconds that are left. The clock is the server's, which all processes share.
const hit = `
local limit, length = tonumber(ARGV[1]), tonumber(ARGV[2])
local left = redis.call('PTTL', KEYS[1])
if left <= 0 then
  if limit <= 0 then return {0, 0, length} end
  redis.call('SET', KEYS[1], 1, 'PX', length)
  return {1, 1, length}
end
local count = tonumber(redis.call('GET', KEYS[1]))
if count >= limit then return {0, count, left} end
return {1, redis.call('INCR', KEYS[1]), left}
`

// Windows is a throttle.Limiter that all processes share: a hit is one question to the server.
type Windows struct {
	redis *Redis
	clock func() time.Time
	hit   *redis.Script
}

var _ throttle.Limiter = (*Windows)(nil)

// NewWindows returns the limiter. The ends of windows are told by clock.
func NewWindows(r *Redis, clock func() time.Time) *Windows {
	return &Windows{redis: r, clock: clock, hit: redis.NewScript(1, hit)}
}

// Hit implements throttle.Limiter. It returns outage.ErrUnavailable when the server does not answer in time.
func (w *Windows) Hit(ctx context.Context, key string, limit int, length time.Duration) (result throttle.Result, err error) {
	err = w.redis.with(ctx, func(c redis.Conn) error {
		got, err := redis.Int64s(w.hit.DoContext(ctx, c, prefix+"window:"+key, limit, length.Milliseconds()))
		if err == nil && len(got) != 3 {
			err = fmt.Errorf("%d numbers in place of three", len(got))
		}
		if err != nil {
			return err
		}
		end := w.clock().Add(time.Duration(got[2]) * time.Millisecond)
		result = throttle.Result{Allowed: got[0] == 1, Open: got[1] > 0, Limit: limit, Remaining: max(limit-int(got[1]), 0), Reset: end}
		return nil
	})
	return result, err
}
