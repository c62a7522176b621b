package charset

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"
)

// order returns the order of the bytes of UTF-16.
func (e Encoding) order() binary.ByteOrder {
	if e == UTF16BE {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

const unitSize = 2

// detect16 recognizes UTF-16 by its byte order mark, or by the zeros in its first two characters, which no other text holds.
func detect16(data []byte) Encoding {
	if len(data) < unitSize {
		return UTF8
	}
	switch mark := [unitSize]byte(data); {
	case mark == [unitSize]byte{0xFF, 0xFE}:
		return UTF16LE
	case mark == [unitSize]byte{0xFE, 0xFF}:
		return UTF16BE
	case len(data) < 2*unitSize:
		return UTF8
	}
	switch zeros := [...]bool{data[0] == 0, data[1] == 0, data[2] == 0, data[3] == 0}; zeros {
	case [...]bool{false, true, false, true}:
		return UTF16LE
	case [...]bool{true, false, true, false}:
		return UTF16BE
	}
	return UTF8
}

func decode16(data []byte, order binary.ByteOrder) []byte {
	text := make([]byte, 0, len(data))
	for len(data) >= unitSize {
		r, size := rune16(data, order)
		text, data = utf8.AppendRune(text, r), data[size:]
	}
	if len(data) > 0 {
		text = utf8.AppendRune(text, looseByte+rune(data[0]))
	}
	return text
}

// rune16 returns the first character and how many bytes it takes.
func rune16(data []byte, order binary.ByteOrder) (r rune, size int) {
	r = rune(order.Uint16(data))
	if !utf16.IsSurrogate(r) {
		return r, unitSize
	}
	if len(data) >= 2*unitSize {
		if pair := utf16.DecodeRune(r, rune(order.Uint16(data[unitSize:]))); pair != utf8.RuneError && !isOwn(pair) {
			return pair, 2 * unitSize
		}
	}
	return looseUnit + r, unitSize
}

func encode16(text []byte, order binary.ByteOrder) []byte {
	data := make([]byte, 0, unitSize*len(text))
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		text = text[size:]
		switch {
		case r >= looseByte && r <= lastOwn && len(text) == 0: // elsewhere it would part all that follows
			data = append(data, byte(r-looseByte))
		case r >= firstOwn && r < looseByte:
			data = appendUnit(data, order, uint16(r-looseUnit))
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				data = appendUnit(data, order, unit)
			}
		}
	}
	return data
}

func appendUnit(data []byte, order binary.ByteOrder, unit uint16) []byte {
	var pair [unitSize]byte
	order.PutUint16(pair[:], unit)
	return append(data, pair[:]...)
}
