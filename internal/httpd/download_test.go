package httpd

import (
	"bytes"
	"io"
	"net/http/httptest"
	"testing"
	"time"
)

// pieces notes how large the pieces of an answer are, and that each has a deadline of its own.
type pieces struct {
	*httptest.ResponseRecorder
	deadlines, writes, largest int
}

// SetWriteDeadline is what http.ResponseController calls.
func (p *pieces) SetWriteDeadline(at time.Time) error {
	if until := time.Until(at); until <= 0 || until > stillFor {
		return io.ErrClosedPipe
	}
	p.deadlines++
	return nil
}

func (p *pieces) Write(b []byte) (int, error) {
	p.writes++
	p.largest = max(p.largest, len(b))
	return p.ResponseRecorder.Write(b)
}

// closing is a reader that could write all of itself at once, and tells that it was closed.
type closing struct {
	*bytes.Reader
	closed int
}

func (c *closing) Close() error {
	c.closed++
	return nil
}

func TestADownloadIsSentInPieces(t *testing.T) {
	t.Parallel()
	want := bytes.Repeat([]byte("loot\n"), 1<<20)
	w, from := &pieces{ResponseRecorder: httptest.NewRecorder()}, &closing{Reader: bytes.NewReader(want)}
	if err := SendFrom(w, "a.zip", int64(len(want)), from); err != nil || from.closed != 1 {
		t.Errorf("closed %d times, %v", from.closed, err)
	}
	if !bytes.Equal(w.Body.Bytes(), want) || w.largest > sentAtOnce || w.deadlines != w.writes || w.writes < len(want)/sentAtOnce {
		t.Errorf("%d bytes in %d pieces of up to %d with %d deadlines", w.Body.Len(), w.writes, w.largest, w.deadlines)
	}
}

func TestAttachmentHeaders(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, kind, disposition string }{
		{"types.xml", "application/xml", "attachment; filename=types.xml"},
		{"a b.json", "application/json", `attachment; filename="a b.json"`},
		{"x.zip", "application/zip", "attachment; filename=x.zip"},
		{"ban.txt", "text/plain", "attachment; filename=ban.txt"},
		{"areaflags.map", "application/octet-stream", "attachment; filename=areaflags.map"},
		{"ä.xml", "application/xml", "attachment; filename*=utf-8''%C3%A4.xml"},
	}
	for _, test := range tests {
		answer := httptest.NewRecorder()
		attach(answer, test.name, 7)
		if got := answer.Header(); got.Get("Content-Type") != test.kind || got.Get("Content-Disposition") != test.disposition ||
			got.Get("Content-Length") != "7" {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}
