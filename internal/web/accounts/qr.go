package accounts

import (
	"fmt"
	"strings"

	"rsc.io/qr"

	"quartermaster/internal/web/pages"
)

// quietZone is how wide the white border of a QR code has to be, in modules.
const quietZone = 4

// newQR draws a text as the path of an SVG: a rectangle for each run of black modules in a row.
func newQR(text string) (pages.QR, error) {
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return pages.QR{}, err
	}
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			from := x
			for x < code.Size && code.Black(x, y) {
				x++
			}
			if n := x - from; n > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", from+quietZone, y+quietZone, n, n)
			}
		}
	}
	return pages.QR{Size: code.Size + 2*quietZone, Path: path.String()}, nil
}
