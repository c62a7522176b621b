package gameserver

import (
	"bytes"
	"compress/bzip2"
	"hash/crc32"
	"io"
)

const (
	isSplit    = 0xfe
	compressed = 1 << 31 // in the id of a split answer
	// maxAnswer is how long a joined answer may be; genuine ones have a few kilobytes.
	maxAnswer = 256 << 10
	// maxSplits is how many split answers are collected at once.
	maxSplits = 8
)

// splits collects the parts of answers that do not fit into one datagram, by their id.
type splits map[uint32]*split

type split struct {
	parts map[byte][]byte
	total byte
	size  int
}

// join returns what a datagram says, or what it completes, without the bytes before it; nil when there is nothing yet.
func (s splits) join(datagram []byte) []byte {
	if answer, found := bytes.CutPrefix(datagram, single); found {
		return answer
	}
	r := reader{data: datagram}
	first, rest := r.byte(), r.take(3)
	if first != isSplit || !bytes.Equal(rest, single[:3]) {
		return nil
	}
	id, total, number := r.uint32(), r.byte(), r.byte()
	r.skip(2) // size of the parts
	if r.cut || number >= total || !s.add(id, total, number, r.data) {
		return nil
	}
	joined := s[id].joined()
	delete(s, id)
	if id&compressed != 0 {
		joined = decompress(joined)
	}
	answer, _ := bytes.CutPrefix(joined, single)
	return answer
}

// add adds a part, and says whether it was the last that was missing.
func (s splits) add(id uint32, total, number byte, data []byte) bool {
	known := s[id]
	if known == nil || known.total != total {
		if len(s) >= maxSplits {
			clear(s)
		}
		known = &split{parts: map[byte][]byte{}, total: total}
		s[id] = known
	}
	return known.add(number, data)
}

func (s *split) add(number byte, data []byte) bool {
	if s.parts[number] == nil && s.size+len(data) <= maxAnswer {
		s.parts[number] = append([]byte{}, data...)
		s.size += len(data)
	}
	return len(s.parts) == int(s.total)
}

func (s *split) joined() []byte {
	var b []byte
	for number := range s.total {
		b = append(b, s.parts[number]...)
	}
	return b
}

// decompress returns what bzip2 has compressed: after its size and CRC32. It returns nil when one of them is wrong.
func decompress(data []byte) []byte {
	r := reader{data: data}
	size, sum := r.uint32(), r.uint32()
	if r.cut || size > maxAnswer {
		return nil
	}
	plain, err := io.ReadAll(io.LimitReader(bzip2.NewReader(bytes.NewReader(r.data)), maxAnswer))
	if err != nil || len(plain) != int(size) || crc32.ChecksumIEEE(plain) != sum {
		return nil
	}
	return plain
}
