package gameserver

import (
	"bytes"
	"encoding/binary"
	"math"
	"strings"
)

// reader takes values from the beginning of data. Once that has come to its end, cut is true and all further values are empty.
type reader struct {
	data []byte
	cut  bool
}

// take returns the next n bytes, or nil.
func (r *reader) take(n int) []byte {
	if r.cut || n > len(r.data) {
		r.cut, r.data = true, nil
		return nil
	}
	taken := r.data[:n]
	r.data = r.data[n:]
	return taken
}

func (r *reader) skip(n int) { r.take(n) }

func (r *reader) byte() byte {
	if b := r.take(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) uint16() uint16 {
	if b := r.take(2); b != nil {
		return binary.LittleEndian.Uint16(b)
	}
	return 0
}

func (r *reader) uint32() uint32 {
	if b := r.take(4); b != nil {
		return binary.LittleEndian.Uint32(b)
	}
	return 0
}

func (r *reader) float() float32 { return math.Float32frombits(r.uint32()) }

// bytes returns what comes before the next byte 0.
func (r *reader) bytes() []byte {
	i := bytes.IndexByte(r.data, 0)
	if i < 0 {
		r.cut, r.data = true, nil
		return nil
	}
	b := r.take(i)
	r.skip(1)
	return b
}

// text returns the same as text that can be shown and stored.
func (r *reader) text() string { return readable(r.bytes()) }

// readable repairs what is not UTF-8, and leaves out control characters.
func readable(b []byte) string {
	text := strings.ToValidUTF8(string(b), "\uFFFD")
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c == 0x7f {
			return -1
		}
		return c
	}, text)
}
