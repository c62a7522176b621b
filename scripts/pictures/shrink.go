package main

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
)

// shrink makes a picture of at most 256 colors, the most frequent ones: pages have few, and their letters shades of these.
func shrink(data []byte) ([]byte, error) {
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	size := full.Bounds()
	counts := map[color.RGBA]int{}
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			counts[rounded(full.At(x, y))]++
		}
	}
	frequent := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int { return cmp.Compare(counts[b], counts[a]) })
	var few color.Palette
	for _, c := range frequent[:min(256, len(frequent))] {
		few = append(few, c)
	}
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, reduced(full, few))
	return out.Bytes(), err
}

// rounded leaves out differences that nobody sees.
func rounded(c color.Color) color.RGBA {
	r, g, b, _ := c.RGBA()
	round := func(v uint32) uint8 { return uint8(min(255, (v>>8+2)&^3)) }
	return color.RGBA{round(r), round(g), round(b), 255}
}

// reduced draws a picture with the nearest of a few colors.
func reduced(full image.Image, few color.Palette) *image.Paletted {
	size := full.Bounds()
	drawn := image.NewPaletted(size, few)
	nearest := map[color.RGBA]uint8{}
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			c := rounded(full.At(x, y))
			index, known := nearest[c]
			if !known {
				index = uint8(few.Index(c))
				nearest[c] = index
			}
			drawn.SetColorIndex(x, y, index)
		}
	}
	return drawn
}
