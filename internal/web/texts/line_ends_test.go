package texts

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestLineEnds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ stored, entered, want string }{
		{"", "a\r\nb", "a\nb"},
		{"a\nb\n", "a\r\nc\r\n", "a\nc\n"},
		{"\ufeffa\r\nb\r\n", "a\r\nx\r\nb\r\n", "\ufeffa\r\nx\r\nb\r\n"},
		{"a\r\nb\nc\r\nd\n", "a\nb\nnew\nc\nd\n", "a\r\nb\nnew\r\nc\r\nd\n"},
		{"a\nb\r\nc\r\nd\ne", "A\r\nb\r\nc\r\nD\r\ne", "A\nb\r\nc\r\nD\ne"},
		{"a\rb\r", "a\r\nb\r\nc\r\n", "a\rb\rc\r"},
		{"a\r\nb", "a\r\nb\r\n", "a\r\nb\r\n"},
		{"a\r\nb\r\n", "a\r\nb", "a\r\nb"},
	} {
		if got := asStored(test.entered, test.stored); got != test.want {
			t.Errorf("%q over %q is stored as %q, want %q", test.entered, test.stored, got, test.want)
		}
	}
}

// A text that a browser sends back untouched is stored as it was.
func TestUntouchedLineEnds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		stored := strings.Join(rapid.SliceOf(rapid.SampledFrom([]string{"a", "b", "", "\n", "\r\n", "\r", "\ufeff"})).Draw(t, "text"), "")
		sent := strings.ReplaceAll(shown(stored), "\n", "\r\n")
		if got := asStored(sent, stored); got != stored {
			t.Fatalf("%q is stored as %q", stored, got)
		}
	})
}
