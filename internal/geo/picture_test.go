package geo_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"strings"
	"testing"

	"quartermaster/internal/geo"
)

func picture(t *testing.T, width, height int) *bytes.Buffer {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, width, height))); err != nil {
		t.Fatal(err)
	}
	return &b
}

// TestLay: two points say where the corners of a picture are.
func TestLay(t *testing.T) {
	t.Parallel()
	p, err := geo.ReadPicture(picture(t, 200, 100))
	if err != nil || p.Type != "image/png" || p.Width != 200 || p.Height != 100 {
		t.Fatalf("%+v, %v", p, err)
	}
	a, b := geo.Mark{Left: 50, Top: 75, X: 1000, Z: 2000}, geo.Mark{Left: 150, Top: 25, X: 3000, Z: 3000}
	for _, marks := range [][2]geo.Mark{{a, b}, {b, a}} {
		if err := p.Lay(marks[0], marks[1]); err != nil || p.West != 0 || p.East != 4000 || p.South != 1500 || p.North != 3500 {
			t.Errorf("%+v, %v", p, err)
		}
	}
	for _, wrong := range []geo.Mark{
		a, {Left: 150, Top: 75, X: 3000, Z: 3000}, {Left: 150, Top: 25, X: 500, Z: 3000}, {Left: 150, Top: 25, X: 3000, Z: 2000},
	} {
		if err := p.Lay(a, wrong); !errors.Is(err, geo.ErrMarks) {
			t.Errorf("%+v: %v", wrong, err)
		}
	}
}

func TestReadPicture(t *testing.T) {
	t.Parallel()
	svg := strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`)
	if _, err := geo.ReadPicture(svg); !errors.Is(err, geo.ErrNoPicture) {
		t.Errorf("of an SVG: %v", err)
	}
	if _, err := geo.ReadPicture(picture(t, 16_385, 1)); !errors.Is(err, geo.ErrTooWide) {
		t.Errorf("of a wide image: %v", err)
	}
}
