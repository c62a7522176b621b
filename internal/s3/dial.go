package s3

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"time"

	"quartermaster/internal/observe"
)

// A server that takes longer counts as lost.
const (
	dialTimeout   = 5 * time.Second
	answerTimeout = 10 * time.Second
	silence       = 20 * time.Second // while bytes travel
	idleTimeout   = time.Minute
	// leftAlone is how long nobody asks a server again that has not answered in time: longer than the pauses between attempts.
	leftAlone = 3 * time.Second
)

// transport returns connections that end when nothing travels over them.
func transport() *http.Transport {
	dialer := net.Dialer{Timeout: dialTimeout}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, host string) (net.Conn, error) {
			c, err := dialer.DialContext(ctx, network, host)
			if err != nil {
				return nil, err
			}
			return watched{c}, nil
		},
		TLSHandshakeTimeout:   dialTimeout,
		ResponseHeaderTimeout: answerTimeout,
		IdleConnTimeout:       idleTimeout,
		MaxIdleConnsPerHost:   32,
		DisableCompression:    true,
	}
}

// patience hands requests on, and for a while after one was not answered in time returns its error for all, so that neither further
// attempts nor others wait for a server that hangs. It is safe for concurrent use.
type patience struct {
	http.RoundTripper
	mu    sync.Mutex
	until time.Time
	err   error
}

// RoundTrip implements http.RoundTripper.
func (p *patience) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := p.lost(); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // as a RoundTripper does
		}
		return nil, err
	}
	answer, err := p.RoundTripper.RoundTrip(r)
	var network net.Error
	if errors.As(err, &network) && network.Timeout() && r.Context().Err() == nil {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.until, p.err = time.Now().Add(leftAlone), err
	}
	return answer, err
}

func (p *patience) lost() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Now().Before(p.until) {
		return p.err
	}
	return nil
}

// propagating adds the trace of a request's context to its headers, which the signature does not cover.
type propagating struct{ http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (p propagating) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context()) // which belongs to the caller
	observe.Propagate(r.Context(), r.Header)
	return p.RoundTripper.RoundTrip(r)
}

// watched is a connection that fails when the other side is silent for too long. An idle one is closed before that.
type watched struct{ net.Conn }

// Read implements net.Conn.
func (w watched) Read(b []byte) (int, error) {
	if err := w.SetReadDeadline(time.Now().Add(silence + idleTimeout)); err != nil {
		return 0, err
	}
	return w.Conn.Read(b)
}

// Write implements net.Conn.
func (w watched) Write(b []byte) (int, error) {
	if err := w.SetWriteDeadline(time.Now().Add(silence)); err != nil {
		return 0, err
	}
	return w.Conn.Write(b)
}
