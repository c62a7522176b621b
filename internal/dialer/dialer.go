// Package dialer connects to addresses that users have entered, and to none of the networks around the service.
package dialer

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"syscall"
)

// The errors of addresses that are not dialled; the text around them names the address.
var (
	ErrPrivate = errors.New("addresses of private networks are not dialled")
	ErrNever   = errors.New("no game server has such an address")
)

// Dialer dials public addresses. What a name resolves to is checked for each connection, so that it cannot change in between.
type Dialer struct {
	Private bool // whether those of private networks, and of this machine, may be dialled too
}

// Dial connects over "tcp" or "udp" to a name or address, before ctx ends. It returns ErrPrivate or ErrNever for an address that it does
// not dial, and otherwise an error of package net or of the context.
func (d Dialer) Dial(ctx context.Context, network, host string, port int) (net.Conn, error) {
	inner := net.Dialer{ControlContext: func(_ context.Context, _, address string, _ syscall.RawConn) error {
		return d.check(address)
	}}
	return inner.DialContext(ctx, network, net.JoinHostPort(host, strconv.Itoa(port)))
}

func (d Dialer) check(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if err := d.refuses(to.Addr()); err != nil {
		return fmt.Errorf("%s: %w", to.Addr(), err)
	}
	return nil
}

// refuses returns why an address is not dialled, nil where it is. Those that stand for others (IPv4 within IPv6) count as these.
func (d Dialer) refuses(addr netip.Addr) error {
	addr = addr.Unmap().WithZone("")
	switch {
	case !addr.IsValid() || within(addr, credentials()):
		return ErrNever
	case within(addr, private()) && !d.Private:
		return ErrPrivate
	case !within(addr, private()) && within(addr, never()):
		return ErrNever
	}
	return nil
}

func within(addr netip.Addr, networks []string) bool {
	for _, text := range networks {
		if netip.MustParsePrefix(text).Contains(addr) {
			return true
		}
	}
	return false
}

// private are the networks of homes, companies and providers, and this machine.
func private() []string {
	return []string{
		"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8",
		"100.64.0.0/10", // behind the address translation of a provider
		"198.18.0.0/15", // measurements between networks
		"fc00::/7", "::1/128",
	}
}

// credentials are addresses within other networks at which cloud providers answer their machines with credentials.
func credentials() []string {
	return []string{"fd00:ec2::/32", "100.100.100.200/32", "168.63.129.16/32"}
}

// never are networks in which there is no game server: those of one cable, where cloud providers answer with credentials, of many
// receivers, of examples, and of translations, which would lead to any IPv4 address.
func never() []string {
	return []string{
		"0.0.0.0/8", "169.254.0.0/16", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
		"::/128", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fe80::/10", "fec0::/10",
		"ff00::/8",
	}
}
