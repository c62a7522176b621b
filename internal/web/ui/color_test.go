package ui

import "testing"

func TestSwatch(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"8A3DC1FF":   "#8A3DC1",
		"8a3dc1":     "#8a3dc1",
		"":           "",
		"8A3DC1F":    "",
		"255 0 0":    "",
		"#8A3DC1":    "",
		"8A3DC1FF\n": "",
	} {
		if got := Swatch(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
