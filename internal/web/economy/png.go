package economy

import (
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"quartermaster/internal/web/site"
)

// The layout of a chart as a picture, in pixels.
const (
	pngWidth  = 900
	pngRow    = 24
	pngHead   = 40
	pngNames  = 320 // from the left edge to the bars
	pngFigure = 90  // room behind the bars for figures
	pngLetter = 7
)

// The colours of the picture, which has to do on any ground.
var (
	pngPaper = image.NewUniform(color.White)
	pngInk   = image.NewUniform(color.RGBA{27, 35, 29, 255})
	pngBar   = image.NewUniform(color.RGBA{43, 90, 61, 255})
	pngThin  = image.NewUniform(color.RGBA{118, 132, 122, 255})
)

// picture sends the chart that the address names as a picture.
func (f figures) picture(r *site.Request) (site.Response, error) {
	c := f.chartOf(r)
	if c == nil {
		return site.Response{}, site.ErrNotFound
	}
	drawn := c.shortened().picture()
	header := map[string]string{"Content-Type": "image/png", "Content-Disposition": `attachment; filename="economy-` + c.of + `.png"`}
	return site.Response{Header: header, Write: func(w http.ResponseWriter) error { return png.Encode(w, drawn) }}, nil
}

func (c chart) picture() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, pngWidth, pngHead+pngRow*len(c.bars)+pngRow/2))
	draw.Draw(m, m.Bounds(), pngPaper, image.Point{}, draw.Src)
	write(m, 12, 24, c.title+" ("+c.legend()+")")
	most := c.longest()
	for i, b := range c.bars {
		top := pngHead + i*pngRow
		write(m, 12, top+15, shortened(b.name))
		length, other := barLength(b.wanted, most), barLength(c.thin(b), most)
		draw.Draw(m, image.Rect(pngNames, top+3, pngNames+length, top+14), pngBar, image.Point{}, draw.Src)
		draw.Draw(m, image.Rect(pngNames, top+15, pngNames+other, top+19), pngThin, image.Point{}, draw.Src)
		write(m, pngNames+max(length, other)+6, top+15, rounded(b.wanted))
	}
	return m
}

func barLength(value, most float64) int {
	return int(value / most * (pngWidth - pngNames - pngFigure))
}

// shortened returns the end of a name that is too long for its column: the ends of paths differ.
func shortened(name string) string {
	letters := []rune(name)
	if most := (pngNames - 24) / pngLetter; len(letters) > most {
		return "..." + string(letters[len(letters)-most+3:])
	}
	return name
}

func write(m draw.Image, x, y int, text string) {
	d := font.Drawer{Dst: m, Src: pngInk, Face: basicfont.Face7x13, Dot: fixed.P(x, y)}
	d.DrawString(text)
}
