package api

import (
	"bytes"
	"testing"
)

// BenchmarkTagOf hashes a body of the size of a list of 100.
func BenchmarkTagOf(b *testing.B) {
	body := bytes.Repeat([]byte(`{"id":1}`), 50<<10/8)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		tagOf(body)
	}
}
