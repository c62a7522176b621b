//go:build unix

package pgtest

import "testing"

func TestNewest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		paths []string
		want  string
	}{
		{"single", []string{"/x/15/bin/initdb"}, "/x/15/bin/initdb"},
		{"by number, not by text", []string{"/x/15/bin/initdb", "/x/9.6/bin/initdb"}, "/x/15/bin/initdb"},
		{"not a version", []string{"/x/current/bin/initdb", "/x/9.6/bin/initdb"}, "/x/9.6/bin/initdb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := newest(tt.paths); got != tt.want {
				t.Errorf("newest(%q) = %q, want %q", tt.paths, got, tt.want)
			}
		})
	}
}
