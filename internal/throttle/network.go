package throttle

import "net/netip"

// Network returns the part of a client's address by which clients are told apart: of IPv6 the first 64 bits, since whoever has one address
// of those has all of them, and could try with a new one each time. What is no address stays as it is.
func Network(address string) string {
	ip, err := netip.ParseAddr(address)
	if err != nil || ip.Unmap().Is4() {
		return address
	}
	prefix, err := ip.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.String()
}
