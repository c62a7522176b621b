package throttle_test

import (
	"testing"

	"quartermaster/internal/throttle"
)

func TestNetwork(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "::ffff:192.0.2.7", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
		"2001:db8:1:2::": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64", "": "", "unix": "unix",
	} {
		if got := throttle.Network(address); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
}
