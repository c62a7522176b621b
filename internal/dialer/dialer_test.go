package dialer

import (
	"errors"
	"net"
	"net/netip"
	"testing"
)

func TestAddresses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		addresses       []string
		public, private error // without and with private networks
	}{
		{[]string{"8.8.8.8", "100.128.0.1", "172.32.0.1", "2a00:1450::1", "::ffff:8.8.8.8"}, nil, nil},
		{[]string{"127.0.0.1", "10.1.2.3", "172.31.255.255", "192.168.0.1", "100.64.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"}, ErrPrivate, nil},
		{[]string{
			"0.0.0.0", "169.254.169.254", "224.0.0.1", "255.255.255.255", "::", "fe80::1", "ff02::1", "64:ff9b::a00:1", "2002:a00:1::", "::10.0.0.1",
			"::ffff:169.254.169.254", "fe80::1%lo", "fd00:ec2::254", "100.100.100.200", "168.63.129.16",
		}, ErrNever, ErrNever},
	} {
		for _, text := range c.addresses {
			addr := netip.MustParseAddr(text)
			if got := (Dialer{}).refuses(addr); !errors.Is(got, c.public) {
				t.Errorf("%s: %v, want %v", text, got, c.public)
			}
			if got := (Dialer{Private: true}).refuses(addr); !errors.Is(got, c.private) {
				t.Errorf("%s with private networks: %v, want %v", text, got, c.private)
			}
		}
	}
}

func TestWhatANameResolvesToIsChecked(t *testing.T) {
	t.Parallel()
	server, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	port := server.Addr().(*net.TCPAddr).Port
	for _, host := range []string{"localhost", "127.0.0.1"} {
		for _, network := range []string{"tcp", "udp"} {
			if _, err := (Dialer{}).Dial(t.Context(), network, host, port); !errors.Is(err, ErrPrivate) {
				t.Errorf("%s over %s: %v", host, network, err)
			}
			conn, err := (Dialer{Private: true}).Dial(t.Context(), network, "127.0.0.1", port)
			if err != nil {
				t.Errorf("%s over %s with private networks: %v", host, network, err)
				continue
			}
			conn.Close()
		}
	}
}
