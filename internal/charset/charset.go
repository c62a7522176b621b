// Package charset reads the text of files in whatever encoding they are written in, and writes it back in the same one: what
// was decoded is encoded to the same bytes, also where some of them are no characters.
package charset

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Encoding is the character encoding of a file. The names are for storage.
type Encoding string

// The encodings that are no table of 256 characters. Those that are have the names of the Encoding standard, such as
// windows-1251.
const (
	UTF8    Encoding = ""
	Mixed   Encoding = "mixed" // UTF-8 with bytes among it that are none
	UTF16LE Encoding = "utf-16le"
	UTF16BE Encoding = "utf-16be"
)

// Name returns the name of the encoding for people and programs; UTF-8 has one too.
func (e Encoding) Name() string { return cmp.Or(string(e), "utf-8") }

// Named returns the encoding with a common name, in any letter case; ok is false for an unknown one.
func Named(name string) (e Encoding, ok bool) {
	name = strings.ToLower(name)
	switch e = Encoding(name); e {
	case "utf-8", "utf8":
		return UTF8, true
	case Mixed, UTF16LE, UTF16BE:
		return e, true
	}
	e = named(name)
	return e, e != UTF8
}

// What is no character is decoded to one that files do not use, of the last private area of Unicode: half a pair of UTF-16, or a
// byte. Where a file does use one of them, its bytes are decoded one by one.
const (
	looseUnit = 0x10_0000 // and a number from 0xD800 to 0xDFFF
	looseByte = 0x10_E000 // and a number from 0 to 0xFF
	firstOwn  = looseUnit + 0xD800
	lastOwn   = looseByte + 0xFF
)

func isOwn(r rune) bool { return r >= firstOwn && r <= lastOwn }

// Decode returns a file as UTF-8, and how it is encoded. A byte order mark is the first character of the text. Text in UTF-8 is
// returned as it is.
func Decode(data []byte) (text []byte, e Encoding) {
	e = detect(data)
	return DecodeAs(data, e), e
}

// DecodeAs is Decode for a file whose encoding is known: one that Decode or Named has returned.
func DecodeAs(data []byte, e Encoding) []byte {
	switch e {
	case UTF8:
		return data
	case Mixed:
		return decodeMixed(data)
	case UTF16LE, UTF16BE:
		return decode16(data, e.order())
	}
	return decodeTable(data, e.table())
}

// detect returns the encoding of a file: by its byte order mark, by its zeros, by what it declares itself, and else by its bytes.
func detect(data []byte) Encoding {
	if e := detect16(data); e != UTF8 {
		return e
	}
	valid := utf8.Valid(data)
	if e := declared(data); e.table() != nil && (!valid || isASCII(data)) {
		return e
	}
	if valid {
		return UTF8
	}
	return guess(data)
}

var declaration = regexp.MustCompile(`^<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']`)

// declared returns the encoding that an XML file names in its first line.
func declared(data []byte) Encoding {
	const longest = 256
	found := declaration.FindSubmatch(data[:min(len(data), longest)])
	if found == nil {
		return UTF8
	}
	return named(strings.ToLower(string(found[1])))
}

func isASCII(data []byte) bool {
	return bytes.IndexFunc(data, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}
