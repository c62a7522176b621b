package charset

import "unicode/utf8"

// decodeMixed decodes UTF-8 with bytes among it that are none.
func decodeMixed(data []byte) []byte {
	text := make([]byte, 0, len(data)+len(data)/8)
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 || isOwn(r) {
			r, size = looseByte+rune(data[0]), 1
		}
		text, data = utf8.AppendRune(text, r), data[size:]
	}
	return text
}

func encodeMixed(text []byte) []byte {
	data := make([]byte, 0, len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		if r >= looseByte && r <= lastOwn {
			data = append(data, byte(r-looseByte))
		} else {
			data = append(data, text[:size]...)
		}
		text = text[size:]
	}
	return data
}
