package ui

import "regexp"

// colorText is a colour of the mod: RRGGBBAA or RRGGBB. Source: formats, section B.7.
var colorText = regexp.MustCompile(`^[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?$`)

// Swatch is a colour of the mod as pages write it, as # and six hexadecimal digits; empty for another text.
func Swatch(text string) string {
	if !colorText.MatchString(text) {
		return ""
	}
	return "#" + text[:6]
}

// Swatch is the colour that a Color field holds, as pages write it.
func (f Field) Swatch() string { return Swatch(f.Value) }
