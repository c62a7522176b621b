package charset_test

import (
	"testing"
)

// FuzzDecode holds that whatever a file has comes back byte for byte, in each syntax.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		"", "\xff\xfeA\x00\xd8", "\xfe\xff\xd8\x00", "<\x00?\x00\x16\x04", "\xef\xbb\xbf\xef\xbb\xbfa",
		`<?xml version="1.0" encoding="windows-1251"?>` + "\xc6",
		`<?xml encoding="Latin1"?><!--` + "\xe9-->", "Жуков \xff!", "\U0010E0FF", "a\r\nb\rc\n\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { survives(t, data) })
}
