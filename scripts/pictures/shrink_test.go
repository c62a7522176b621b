package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

// TestShrunkPicturesHaveFewColors and look the same where they have few already.
func TestShrunkPicturesHaveFewColors(t *testing.T) {
	t.Parallel()
	full := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for y := range 64 {
		for x := range 64 {
			full.Set(x, y, color.RGBA{uint8(4 * x), uint8(4 * y), 0, 255})
		}
	}
	paper := color.RGBA{200, 100, 0, 255}
	for x := range 64 {
		full.Set(x, 63, paper)
	}
	var data bytes.Buffer
	if err := png.Encode(&data, full); err != nil {
		t.Fatal(err)
	}
	small, err := shrink(data.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(small))
	if err != nil {
		t.Fatal(err)
	}
	if few, ok := drawn.ColorModel().(color.Palette); !ok || len(few) > 256 || drawn.Bounds() != full.Bounds() {
		t.Errorf("%T of %v", drawn.ColorModel(), drawn.Bounds())
	}
	if got := color.RGBAModel.Convert(drawn.At(5, 63)); got != paper {
		t.Errorf("the most frequent color became %v", got)
	}
	if _, err := shrink([]byte("no picture")); err == nil {
		t.Error("what is no picture was made smaller")
	}
}
