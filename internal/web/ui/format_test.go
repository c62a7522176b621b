package ui

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestHumanDuration(t *testing.T) {
	t.Parallel()
	tests := map[int64]string{
		-1: "-1 s", 0: "0 s", 59: "59 s", 60: "1 min", 90: "1 min 30 s", 3600: "1 h", 3601: "1 h",
		5400: "1 h 30 min", 28800: "8 h", 86400: "1 d", 100000: "1 d 3 h", 3888000: "45 d",
	}
	for seconds, want := range tests {
		if got := HumanDuration(seconds); got != want {
			t.Errorf("HumanDuration(%d) = %q, want %q", seconds, got, want)
		}
	}
}

func TestHumanCount(t *testing.T) {
	t.Parallel()
	tests := map[int64]string{0: "0", 7: "7", 999: "999", 1000: "1,000", -1234: "-1,234", 1234567: "1,234,567"}
	for n, want := range tests {
		if got := HumanCount(n); got != want {
			t.Errorf("HumanCount(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestHumanSize(t *testing.T) {
	t.Parallel()
	tests := map[int64]string{
		0:       "0 B",
		1023:    "1023 B",
		1024:    "1 KB",
		1536:    "1.5 KB",
		583412:  "570 KB",
		1 << 20: "1 MB",
		1 << 30: "1 GB",
		3 << 40: "3072 GB",
	}
	for bytes, want := range tests {
		if got := HumanSize(bytes); got != want {
			t.Errorf("HumanSize(%d) = %q, want %q", bytes, got, want)
		}
	}
}

func TestDurationHint(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{"": "", "x": "", "1.5": "", "-1": "", "0": "0 s", "7200": "2 h"} {
		if got := durationHint(value); got != want {
			t.Errorf("durationHint(%q) = %q, want %q", value, got, want)
		}
	}
}

func TestPieces(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff([]string{"db/", "My_", "types.xml"}, pieces("db/My_types.xml")); diff != "" {
		t.Error(diff)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		if got := strings.Join(pieces(text), ""); got != text {
			t.Fatalf("pieces of %q make %q", text, got)
		}
	})
}
