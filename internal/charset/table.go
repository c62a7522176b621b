package charset

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// named returns the encoding with a common name, in lower case, or UTF8 for an unknown name.
func named(name string) Encoding {
	for _, start := range []string{"cp-", "cp", "win-", "win", "windows"} {
		if number, found := strings.CutPrefix(name, start); found && strings.HasPrefix(number, "125") {
			name = "windows-" + number
		}
	}
	switch name {
	case "latin1", "latin-1", "iso8859-1", "iso_8859-1":
		name = "iso-8859-1"
	case "cp866":
		name = "ibm866"
	}
	if e := Encoding(name); e.table() != nil {
		return e
	}
	return UTF8
}

// table returns the characters of an encoding that has 256 of them, else nil.
func (e Encoding) table() *charmap.Charmap {
	switch e {
	case Windows1251:
		return charmap.Windows1251
	case Windows1252:
		return charmap.Windows1252
	case "iso-8859-1":
		return charmap.ISO8859_1
	}
	return e.rare()
}

// rare returns the tables of encodings that are only taken for what a file declares.
func (e Encoding) rare() *charmap.Charmap {
	switch e {
	case "windows-1250":
		return charmap.Windows1250
	case "windows-1253":
		return charmap.Windows1253
	case "windows-1254":
		return charmap.Windows1254
	case "windows-1257":
		return charmap.Windows1257
	case "iso-8859-2":
		return charmap.ISO8859_2
	case "iso-8859-5":
		return charmap.ISO8859_5
	case "iso-8859-15":
		return charmap.ISO8859_15
	case "koi8-r":
		return charmap.KOI8R
	case "koi8-u":
		return charmap.KOI8U
	case "ibm866":
		return charmap.CodePage866
	}
	return nil
}

func decodeTable(data []byte, table *charmap.Charmap) []byte {
	text := make([]byte, 0, len(data)+len(data)/2)
	for _, b := range data {
		text = utf8.AppendRune(text, characterOf(table, b))
	}
	return text
}

// characterOf returns the character of a byte; some bytes have none.
func characterOf(table *charmap.Charmap, b byte) rune {
	r := table.DecodeByte(b)
	if r == utf8.RuneError {
		return looseByte + rune(b)
	}
	return r
}

// byteOf returns the byte of a character.
func byteOf(table *charmap.Charmap, r rune) (b byte, ok bool) {
	if r >= looseByte && r <= lastOwn {
		b = byte(r - looseByte)
		return b, characterOf(table, b) == r
	}
	b, ok = table.EncodeRune(r)
	return b, ok && table.DecodeByte(b) == r
}
