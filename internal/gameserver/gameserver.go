// Package gameserver asks a running game server about itself (Steam's A2S queries), and gives it commands (BattlEye's RCon). Both
// are UDP: what is lost is sent again, and what is not understood is no answer.
//
// Unless a comment says otherwise, what a [Console] does returns the errors of [Console.Command].
package gameserver

import (
	"cmp"
	"errors"
	"time"

	"quartermaster/internal/dialer"
)

const (
	// usualTimeout is how long a game server may take for an answer.
	usualTimeout = 3 * time.Second
	// attempts is how often something is sent within the timeout.
	attempts = 3
	// maxDatagram is more than a datagram can hold.
	maxDatagram = 64 << 10
)

// ErrNoAnswer is returned when nothing that could be understood has come in time.
var ErrNoAnswer = errors.New("the game server does not answer")

// Client reaches game servers at addresses that users have entered.
type Client struct {
	Dialer  dialer.Dialer
	Timeout time.Duration // for an answer; 0: three seconds
}

func (c Client) timeout() time.Duration { return cmp.Or(c.Timeout, usualTimeout) }
