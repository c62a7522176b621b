package worldmap

import (
	"context"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"strconv"
	"strings"

	"quartermaster/internal/areaflags"
	"quartermaster/internal/geo"
	"quartermaster/internal/shape"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// features answers with everything that has a position, as the API does.
func features(ctx context.Context, r *site.Request) (site.Response, error) {
	return answer(r, func() ([]byte, error) {
		all, err := service(r).Collection(ctx, r.Scope(), geo.Query{})
		return shape.Append(nil, all), err
	})
}

func answer(r *site.Request, make func() ([]byte, error)) (site.Response, error) {
	text, err := make()
	if err != nil {
		return site.Response{}, err
	}
	return site.Response{Write: func(w http.ResponseWriter) error {
		return ui.WriteJSON(w, r.Request, func(out io.Writer) error {
			_, err := out.Write(text)
			return err
		})
	}}, nil
}

// tierColors are those of the tiers from the first on, half transparent.
var tierColors = color.Palette{
	color.NRGBA{},
	color.NRGBA{0x2f, 0x9e, 0x44, 0x70},
	color.NRGBA{0xf0, 0xc4, 0x19, 0x70},
	color.NRGBA{0xf0, 0x8c, 0x1e, 0x70},
	color.NRGBA{0xd9, 0x3a, 0x2b, 0x70},
	color.NRGBA{0x8e, 0x44, 0xad, 0x70},
	color.NRGBA{0x1f, 0x78, 0xb4, 0x70},
	color.NRGBA{0x11, 0xa5, 0xa5, 0x70},
	color.NRGBA{0x66, 0x66, 0x66, 0x70},
}

// areas answers with a picture of what is painted over the map: of one bit, or with all the lowest tier of each cell.
func areas(ctx context.Context, r *site.Request) (site.Response, error) {
	tag, err := service(r).AreasTag(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	return unlessKept(r, tag, func() (site.Response, error) { return paint(ctx, r) })
}

func paint(ctx context.Context, r *site.Request) (site.Response, error) {
	painted, err := service(r).Areas(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	if painted == nil {
		return site.Response{}, site.ErrNotFound
	}
	raster := map[string]*areaflags.Raster{"values": painted.Values, "usages": painted.Usages}[r.Param("raster")]
	if raster == nil || raster.Bits == 0 {
		return site.Response{}, site.ErrNotFound
	}
	colorOf, known := coloring(r.Param("bits"))
	if !known {
		return site.Response{}, site.ErrNotFound
	}
	picture := draw(raster, colorOf)
	return site.Response{Write: func(w http.ResponseWriter) error {
		w.Header().Set("Content-Type", "image/png")
		return (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(w, picture)
	}}, nil
}

// coloring returns the colours of cells: of all bits that they have the lowest, or of bits that are listed.
func coloring(bits string) (colorOf func(cell uint32) uint8, known bool) {
	shown := ^uint32(0)
	if bits != "all" {
		shown = 0
		for bit := range strings.SplitSeq(bits, ",") {
			n, err := strconv.ParseUint(bit, 10, 5)
			if err != nil {
				return nil, false
			}
			shown |= 1 << n
		}
	}
	return func(cell uint32) uint8 {
		if cell &= shown; cell == 0 {
			return 0
		}
		return uint8(1 + areaflags.Lowest(cell)%(len(tierColors)-1))
	}, true
}

// draw makes a picture with north at the top.
func draw(raster *areaflags.Raster, colorOf func(cell uint32) uint8) *image.Paletted {
	picture := image.NewPaletted(image.Rect(0, 0, raster.Columns, raster.Rows), tierColors)
	for i, cell := range raster.Cells {
		row := raster.Rows - 1 - i/raster.Columns
		picture.Pix[row*picture.Stride+i%raster.Columns] = colorOf(cell)
	}
	return picture
}
