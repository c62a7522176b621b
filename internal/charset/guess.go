package charset

import "unicode/utf8"

// The tables that are guessed.
const (
	Windows1251 Encoding = "windows-1251" // Cyrillic
	Windows1252 Encoding = "windows-1252" // of western Europe
)

// guess returns the likely encoding of a file that is not UTF-8 and declares none. With more characters of UTF-8 in it than other bytes it
// is text in UTF-8 that was damaged. Else words of letters beyond ASCII alone are Cyrillic, and a few such letters among others are those
// of western Europe.
func guess(data []byte) Encoding {
	characters, others := 0, 0
	for rest := data; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		switch {
		case r == utf8.RuneError && size == 1:
			others++
		case size > 1:
			characters++
		}
		rest = rest[size:]
	}
	switch {
	case characters >= others:
		return Mixed
	case looksCyrillic(data):
		return Windows1251
	}
	return Windows1252
}

// looksCyrillic compares the words of nothing but letters beyond ASCII with those that have a few of them.
func looksCyrillic(data []byte) bool {
	cyrillic, western := 0, 0
	var ascii, beyond int // letters of the present word
	for i := range len(data) + 1 {
		switch {
		case i < len(data) && isLetter(data[i]):
			ascii++
		case i < len(data) && isBeyond(data[i]):
			beyond++
		default:
			if ascii > 0 {
				western += beyond
			} else if beyond > 1 {
				cyrillic += beyond
			}
			ascii, beyond = 0, 0
		}
	}
	return cyrillic > western
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// isBeyond reports whether a byte is a letter in either table, as all from 0xC0 are, and Ё and ё.
func isBeyond(b byte) bool { return b >= 0xC0 || b == 0xA8 || b == 0xB8 }
