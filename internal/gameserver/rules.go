package gameserver

import (
	"encoding/binary"
	"math/bits"
)

// readRules reads the binary message that DayZ puts into the answer to A2S_RULES: in pieces whose keys are their page and the number
// of pages. Pages that have not arrived end it.
func readRules(data []byte) []byte {
	r := reader{data: data}
	pages := map[byte][]byte{}
	for range r.uint16() {
		key, value := r.bytes(), r.bytes()
		if r.cut {
			break
		}
		if len(key) == 2 && key[0] > 0 && key[0] <= key[1] {
			pages[key[0]] = value
		}
	}
	var joined []byte
	for page := byte(1); pages[page] != nil && page != 0; page++ {
		joined = append(joined, pages[page]...)
	}
	return unescape(joined)
}

// unescape undoes that neither 0 nor FF may stand in a rule: they are written as 01 02 and 01 03, and 01 as 01 01.
func unescape(data []byte) []byte {
	plain := make([]byte, 0, len(data))
	for i := 0; i < len(data); i++ {
		if data[i] != 1 || i+1 == len(data) {
			plain = append(plain, data[i])
			continue
		}
		i++
		switch data[i] {
		case 2:
			plain = append(plain, 0)
		case 3:
			plain = append(plain, 0xff)
		default:
			plain = append(plain, data[i])
		}
	}
	return plain
}

// readMods reads the mods from that message. Servers cut long lists: then more is true.
func readMods(message []byte) (list []Mod, more bool) {
	r := reader{data: message}
	r.skip(2) // version, flags
	extensions := r.uint16()
	r.skip(4 * bits.OnesCount16(extensions))
	count := r.byte()
	if len(message) == 0 {
		return nil, false
	}
	for range count {
		r.skip(4) // digest
		id := readID(r.take(int(r.byte())))
		name := readable(r.take(int(r.byte())))
		if r.cut {
			return list, true
		}
		list = append(list, Mod{WorkshopID: id, Name: name})
	}
	return list, false
}

// readID reads a number of up to eight bytes.
func readID(b []byte) uint64 {
	var wide [8]byte
	copy(wide[:], b)
	return binary.LittleEndian.Uint64(wide[:])
}
