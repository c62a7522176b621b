package record

import (
	"strings"
	"testing"
)

func TestCheckPath(t *testing.T) {
	t.Parallel()
	for place, sound := range map[string]bool{
		"db/types.xml": true, "a b/c.d": true, "console.txt": true, "com10.txt": true, ".hidden": true, "…/ü": true,
		"": false, ".": false, "..": false, "a/..": false, "a//b": false, "a/./b": false, "a.": false, "a /b": false, "a./b": false, "CON": false,
		"nul.txt": false, "x/Lpt1.cfg/y": false, "aux .xml": false, "a:b": false, "a?": false, "a\x01": false, `a\b`: false,
		strings.Repeat("x", 256): false,
	} {
		if err := CheckPath(place); (err == nil) != sound {
			t.Errorf("%q: %v", place, err)
		}
	}
}
