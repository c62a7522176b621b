package shared

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"

	"quartermaster/internal/observe"
	"quartermaster/internal/outage"
)

// A server that takes longer counts as lost: requests wait for it.
const (
	dialTimeout   = time.Second
	answerTimeout = 250 * time.Millisecond
)

const (
	maxConnections = 64
	maxIdle        = 16
	idleTimeout    = time.Minute
	// trusted is how long a connection may be idle until it is asked whether it lives.
	trusted = time.Second
)

// prefix begins all keys, so that other programs may use the same server.
const prefix = "quartermaster:"

var errAddress = errors.New("the address of Redis is redis://user:password@host:port/0, rediss://host:port/0 or unix:///path?db=0")

// Redis is a server. It is connected to when it is first needed, and again by itself.
type Redis struct {
	pool    *redis.Pool
	contact contact
}

// Open returns the server at redis://user:password@host:port/database, rediss:// for TLS, or unix://user:password@/path?db=0. It returns an
// error for any other address. It does not ask the server yet. It logs when the server is lost and when it is back. The caller closes it.
func Open(address string, logger *slog.Logger) (*Redis, error) {
	dial, err := dialer(address)
	if err != nil {
		return nil, err
	}
	return &Redis{contact: contact{clock: time.Now, logger: logger}, pool: &redis.Pool{
		DialContext: dial, MaxActive: maxConnections, MaxIdle: maxIdle, IdleTimeout: idleTimeout, Wait: true,
		TestOnBorrow: func(c redis.Conn, since time.Time) error {
			if time.Since(since) < trusted {
				return nil
			}
			_, err := c.Do("PING")
			return err
		},
	}}, nil
}

// dialer returns what connects to an address.
func dialer(address string) (func(context.Context) (redis.Conn, error), error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errAddress
	}
	options := []redis.DialOption{
		redis.DialConnectTimeout(dialTimeout), redis.DialTLSHandshakeTimeout(dialTimeout), redis.DialReadTimeout(answerTimeout),
		redis.DialWriteTimeout(answerTimeout),
	}
	switch {
	case u.Scheme == "unix" && u.Path != "":
		database, err := number(u.Query().Get("db"))
		options = append(options, redis.DialDatabase(database), redis.DialUsername(u.User.Username()), redis.DialPassword(password(u)))
		return func(ctx context.Context) (redis.Conn, error) {
			return redis.DialContext(ctx, "unix", u.Path, options...)
		}, err
	case (u.Scheme == "redis" || u.Scheme == "rediss") && u.Host != "":
		_, err := number(strings.Trim(u.Path, "/"))
		return func(ctx context.Context) (redis.Conn, error) { return redis.DialURLContext(ctx, address, options...) }, err
	}
	return nil, errAddress
}

func password(u *url.URL) string {
	text, _ := u.User.Password()
	return text
}

// number reads the number of a database, which may be left out.
func number(text string) (n int, err error) {
	if text == "" {
		return 0, nil
	}
	if _, err := fmt.Sscanf(text+"\n", "%d\n", &n); err != nil || n < 0 {
		return 0, errAddress
	}
	return n, nil
}

// Close ends all connections. It never fails.
func (r *Redis) Close() error { return r.pool.Close() }

// Ping returns an error when the server does not answer. It asks in any case.
func (r *Redis) Ping(ctx context.Context) error {
	return r.ask(ctx, func(c redis.Conn) error {
		_, err := redis.DoContext(c, ctx, "PING")
		return err
	})
}

// errLost is returned without asking, shortly after the server has failed.
var errLost = fmt.Errorf("redis: %w: it did not answer a moment ago", outage.ErrUnavailable)

// with runs fn on a connection, unless the server is lost. It returns outage.ErrUnavailable whatever the server says: nothing is asked of
// it that it may refuse.
func (r *Redis) with(ctx context.Context, fn func(redis.Conn) error) error {
	if !r.contact.asks() {
		return errLost
	}
	return r.ask(ctx, fn)
}

func (r *Redis) ask(ctx context.Context, fn func(redis.Conn) error) (err error) {
	ctx, end := observe.Begin(ctx, observe.Operation{Name: "redis", Remote: true})
	defer func() { end(err) }()
	waiting, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	c, err := r.pool.GetContext(waiting)
	if err == nil {
		err = errors.Join(fn(c), c.Close())
	}
	if ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	if r.contact.note(ctx, err); err != nil {
		err = fmt.Errorf("redis: %w: %w", outage.ErrUnavailable, err)
	}
	return err
}
