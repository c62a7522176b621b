package remotetest

import (
	"net"
	"os"
	"strconv"
	"sync/atomic"
	"testing"
)

// dataPorts is how many ports for data a server of FTP has after its own.
const dataPorts = 10

// Ports are given out in rows of portsInRow from firstPort on, below those that systems give to connections, each once. The last of a row
// is held until its test ends: tests run in many processes side by side, and a row is one test's alone.
const (
	portsInRow = 1 + dataPorts + 1
	firstPort  = 10_000
	portRows   = 1_800
)

var portRow atomic.Int64

// UnusedAddress returns an address that nobody listens on, and that no connection gets.
func UnusedAddress(t testing.TB) string {
	t.Helper()
	return net.JoinHostPort("127.0.0.1", strconv.Itoa(freePorts(t)))
}

// freePorts returns the first of eleven ports that are free for a server and a proxy before it.
func freePorts(t testing.TB) int {
	t.Helper()
	for range 50 {
		row := (int64(os.Getpid())*37 + portRow.Add(1)) % portRows // processes that run beside this one begin elsewhere
		if first := firstPort + int(row)*portsInRow; held(t, first+portsInRow-1) && allFree(t, first) {
			return first
		}
	}
	t.Skip("there are no eleven free ports in a row")
	return 0
}

// held takes a port until the test ends.
func held(t testing.TB, port int) bool {
	t.Helper()
	listener := listenIfFree(t, port)
	if listener == nil {
		return false
	}
	t.Cleanup(func() { listener.Close() })
	return true
}

func allFree(t testing.TB, first int) bool {
	t.Helper()
	for port := first; port < first+portsInRow-1; port++ {
		listener := listenIfFree(t, port)
		if listener == nil {
			return false
		}
		listener.Close()
	}
	return true
}

// listenIfFree listens at a port of all addresses, or returns nil where somebody does.
func listenIfFree(t testing.TB, port int) net.Listener {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", ":"+strconv.Itoa(port))
	if err != nil {
		return nil
	}
	return listener
}
