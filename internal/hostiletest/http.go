package hostiletest

import (
	"bufio"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// Answer answers a request over HTTP, in a way that does not help whoever has asked.
type Answer func(conn net.Conn, to io.Writer)

// Answers returns answers that never stop, and answers to which it would be of no use to ask again for ever.
func Answers() map[string]Answer {
	const ok, chunked = "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	list := map[string]Answer{
		"silence":            func(conn net.Conn, _ io.Writer) { _, _ = io.Copy(io.Discard, conn) },
		"compressed zeros":   zeros,
		"a page":             once("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>"),
		"half of a page":     once("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 7\r\n\r\n<html>"),
		"redirects":          once("HTTP/1.1 307 Go\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"),
		"come again at once": once("HTTP/1.1 503 Busy\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"),
		"come again in time": once("HTTP/1.1 429 Busy\r\nRetry-After: 65535\r\nContent-Length: 0\r\n\r\n"),
	}
	for how, text := range map[string]struct{ head, rest string }{
		"a status":            {"HTTP/1.1 200 ", "x"},
		"hints":               {"", "HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n"},
		"headers":             {ok, "A: b\r\n"},
		"a header":            {ok + "A: ", "b"},
		"a body":              {ok + "\r\n", "x"},
		"lists in lists":      {ok + "Content-Type: application/json\r\n\r\n", "["},
		"a refusal":           {"HTTP/1.1 400 No\r\n\r\n", "x"},
		"chunks":              {chunked, "1\r\nx\r\n"},
		"the size of a chunk": {chunked, "0"},
		"trailers":            {chunked + "0\r\n", "A: b\r\n"},
	} {
		list[how] = endless(text.head, text.rest, 0)
		list[how+" that drips"] = endless(text.head, text.rest, 100)
	}
	return list
}

func once(text string) Answer {
	return func(_ net.Conn, to io.Writer) { _, _ = io.WriteString(to, text) }
}

func endless(head, rest string, rate int) Answer {
	return func(_ net.Conn, to io.Writer) {
		_, _ = io.WriteString(to, head)
		Repeat(to, rest, rate)
	}
}

// zeros is a body of which a little is much.
func zeros(_ net.Conn, to io.Writer) {
	_, _ = io.WriteString(to, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n")
	Repeat(gzip.NewWriter(to), strings.Repeat("0", 1<<10), 0)
}

// Web is a server of HTTP that answers all requests alike.
type Web struct {
	URL   string
	Asked atomic.Int64 // requests so far
}

// StartWeb starts a server that stops with the test.
func StartWeb(t testing.TB, m *Meter, answer Answer) *Web {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	w := &Web{URL: "http://" + listener.Addr().String()}
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go w.serve(conn, m.Through(conn), answer)
		}
	}()
	return w
}

func (w *Web) serve(conn net.Conn, to io.Writer, answer Answer) {
	defer conn.Close()
	for from := bufio.NewReader(conn); ; {
		request, err := http.ReadRequest(from)
		if err != nil {
			return
		}
		if _, err := io.Copy(io.Discard, request.Body); err != nil {
			return
		}
		w.Asked.Add(1)
		answer(conn, to)
	}
}
