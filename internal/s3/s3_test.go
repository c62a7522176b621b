package s3_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/blob"
	"quartermaster/internal/blob/blobtest"
	"quartermaster/internal/outage"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/s3"
	"quartermaster/internal/s3/s3test"
)

func open(t *testing.T, server, folder string) *s3.Store {
	t.Helper()
	s, err := s3.Open(s3test.Address(server, folder), s3test.Key, s3test.Secret)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func servers() map[string]func(testing.TB) string {
	return map[string]func(testing.TB) string{"in memory": s3test.InMemory, "versitygw": s3test.Gateway}
}

func TestStore(t *testing.T) {
	t.Parallel()
	for name, start := range servers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			endpoint, n := start(t), make(chan int, 1)
			n <- 0
			blobtest.Run(t, func(t *testing.T) blob.Store {
				next := <-n
				n <- next + 1
				return open(t, endpoint, fmt.Sprintf("%d/files", next))
			})
		})
	}
}

// TestLongFiles travel in parts, and come back whole.
func TestLongFiles(t *testing.T) {
	t.Parallel()
	for name, start := range servers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, start(t), "")
			for _, size := range []int64{0, 5 << 20, 5<<20 + 1, 11 << 20} {
				sent := sha256.New()
				n, err := s.Put(t.Context(), "long", io.TeeReader(io.LimitReader(new(counting), size), sent))
				if err != nil || n != size {
					t.Fatalf("%d bytes: stored %d, %v", size, n, err)
				}
				r, err := s.Open(t.Context(), "long")
				if err != nil {
					t.Fatal(err)
				}
				got := sha256.New()
				if n, err := io.Copy(got, r); err != nil || n != size || !bytes.Equal(got.Sum(nil), sent.Sum(nil)) {
					t.Errorf("%d bytes: got %d, %v", size, n, err)
				}
				_ = r.Close()
			}
		})
	}
}

// TestALongFileThatFails leaves nothing.
func TestALongFileThatFails(t *testing.T) {
	t.Parallel()
	s, broken := open(t, s3test.Start(t), ""), errors.New("broken")
	_, err := s.Put(t.Context(), "long", io.MultiReader(io.LimitReader(new(counting), 7<<20), failing{broken}))
	if !errors.Is(err, broken) {
		t.Errorf("error %v, want that of the reader", err)
	}
	if _, err := s.Open(t.Context(), "long"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("error %v, want %v", err, blob.ErrNotFound)
	}
}

// counting yields bytes that differ.
type counting struct{ n byte }

func (c *counting) Read(b []byte) (int, error) {
	for i := range b {
		c.n = c.n*31 + 7
		b[i] = c.n
	}
	return len(b), nil
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

func TestKeys(t *testing.T) {
	t.Parallel()
	endpoint := s3test.Start(t)
	s, other := open(t, endpoint, "mine"), open(t, endpoint, "mine2")
	want := []string{"a", "b/c", "b/d"}
	for _, key := range want {
		if _, err := s.Put(t.Context(), key, strings.NewReader(key)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := other.Put(t.Context(), "of others", nil); !errors.Is(err, blob.ErrInvalidKey) {
		t.Errorf("error %v, want %v", err, blob.ErrInvalidKey)
	}
	if _, err := other.Put(t.Context(), "others", strings.NewReader("x")); err != nil {
		t.Fatal(err)
	}
	var got []string
	if err := s.Keys(t.Context(), func(key string) error { got = append(got, key); return nil }); err != nil || !slices.Equal(got, want) {
		t.Errorf("keys %v, %v, want %v", got, err, want)
	}
}

// TestAServerThatFails is told as such, so that clients try again.
func TestAServerThatFails(t *testing.T) {
	t.Parallel()
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	t.Cleanup(busy.Close)
	for name, endpoint := range map[string]string{"away": "http://127.0.0.1:1", "busy": busy.URL} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := open(t, endpoint, "")
			_, putting := s.Put(t.Context(), "a", strings.NewReader("x"))
			_, opening := s.Open(t.Context(), "a")
			for _, err := range []error{putting, opening, s.Delete(t.Context(), "a"), s.Check(t.Context())} {
				if !errors.Is(err, outage.ErrUnavailable) {
					t.Errorf("error %v, want %v", err, outage.ErrUnavailable)
				}
			}
		})
	}
}

// TestAConnectionThatBreaks in the middle of a file, in either direction, is told as a server that is away; nothing half is stored.
func TestAConnectionThatBreaks(t *testing.T) {
	t.Parallel()
	proxy, endpoint := remotetest.BeforeURL(t, s3test.Start(t))
	s := open(t, endpoint, "")
	file := func() io.Reader { return io.LimitReader(new(counting), 7<<20) }
	if _, err := s.Put(t.Context(), "whole", file()); err != nil {
		t.Fatal(err)
	}
	body, err := s.Open(t.Context(), "whole")
	if err != nil {
		t.Fatal(err)
	}
	defer body.Close()
	proxy.LeaveAfter(1 << 20)
	if n, err := io.Copy(io.Discard, body); !errors.Is(err, outage.ErrUnavailable) {
		t.Errorf("read %d bytes, %v", n, err)
	}
	proxy.Heal()
	proxy.LeaveAfter(6 << 20)
	if _, err := s.Put(t.Context(), "half", file()); !errors.Is(err, outage.ErrUnavailable) {
		t.Errorf("error %v, want %v", err, outage.ErrUnavailable)
	}
	proxy.Heal()
	if _, err := s.Open(t.Context(), "half"); !errors.Is(err, blob.ErrNotFound) {
		t.Errorf("error %v, want %v", err, blob.ErrNotFound)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	endpoint := s3test.Start(t)
	if err := open(t, endpoint, "").Check(t.Context()); err != nil {
		t.Error(err)
	}
	s, err := s3.Open("s3://missing?endpoint="+endpoint, s3test.Key, s3test.Secret)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(context.Background()); err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("error %v of a bucket that is not there", err)
	}
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"s3://bucket":                         "",
		"s3://bucket/a/b?region=eu-central-1": "",
		"s3://bucket?endpoint=minio.example:9000&encryption=AES256": "",
		"s3://bucket?encryption=aws:kms&kms_key=k":                  "",
		"https://bucket":                  "the address of a storage is s3://",
		"s3:///prefix":                    "the address of a storage is s3://",
		"s3://key:secret@bucket":          "AWS_ACCESS_KEY_ID",
		"s3://bucket/a b":                 "only letters",
		"s3://bucket?endpoint=ftp://host": "is not https://host",
		"s3://bucket?style=x":             `"x", and must be path or host`,
		"s3://bucket?regoin=x":            `unknown setting "regoin"`,
	} {
		_, err := s3.Open(text, s3test.Key, s3test.Secret)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
