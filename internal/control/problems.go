package control

import (
	"errors"
	"net"

	"quartermaster/internal/dialer"
	"quartermaster/internal/gameserver"
)

// Problem returns what an owner can do about an error of a game server, in a sentence; empty for other errors.
func Problem(err error) string {
	var network net.Error
	switch {
	case errors.Is(err, ErrNoAddress):
		return "Enter the server address and the query port in the settings of the instance."
	case errors.Is(err, ErrNoRCon):
		return "RCon is not set up: enter its port and password first."
	case errors.Is(err, errPlayerLeft):
		return "That player has left the server."
	case errors.Is(err, gameserver.ErrPassword):
		return "The game server does not accept the RCon password."
	case errors.Is(err, gameserver.ErrNoAnswer):
		return "The game server does not answer over RCon: it may be stopped, RCon may be off or have another port, or it does not let this " +
			"service in."
	case errors.Is(err, dialer.ErrPrivate):
		return "The server is in a private network, which Quartermaster connects to only where its operator allows that (--private-targets)."
	case errors.Is(err, dialer.ErrNever):
		return "No game server has such an address: enter the one that players connect to."
	case errors.As(err, &network):
		return "The address of the game server cannot be reached."
	}
	return ""
}
