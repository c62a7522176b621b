package gameservertest

import (
	"bytes"
	"encoding/binary"
	"math"
	"net"
)

const (
	challenge = "\x12\x34\x56\x78"
	pageSize  = 124 // of the pieces in which mods are sent
)

func (s *Server) answerQuery(_ net.Addr, datagram []byte) [][]byte {
	query, found := bytes.CutPrefix(datagram, []byte("\xff\xff\xff\xff"))
	if !found || len(query) == 0 {
		return nil
	}
	kind, rest := query[0], query[1:]
	if kind == 'T' {
		if rest, found = bytes.CutPrefix(rest, []byte("Source Engine Query\x00")); !found {
			return nil
		}
	}
	if s.config.Challenge && string(rest) != challenge {
		return [][]byte{[]byte("\xff\xff\xff\xffA" + challenge)}
	}
	switch kind {
	case 'T':
		return s.split(s.info())
	case 'U':
		return s.split(s.players())
	case 'V':
		return s.split(s.rules())
	}
	return nil
}

func (s *Server) info() []byte {
	c := s.config
	b := []byte("I\x11" + c.Name + "\x00" + c.Map + "\x00dayz\x00DayZ\x00\x00\x00")
	b = append(b, byte(len(c.Players)), byte(c.MaxPlayers), 0, 'd', 'w', 0, 1)
	b = append(b, c.Version+"\x00\xb1\xfe\x08"+"12345678"...)
	b = append(b, c.Keywords+"\x00"...)
	return binary.LittleEndian.AppendUint64(b, 221100)
}

// players says when each has come, and no names, as DayZ does.
func (s *Server) players() []byte {
	b := []byte{'D', byte(len(s.config.Players))}
	for _, p := range s.config.Players {
		b = append(b, "\x00\x00\x00\x00\x00\x00"...)
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(p.Online.Seconds())))
	}
	return b
}

func (s *Server) rules() []byte {
	escaped := bytes.ReplaceAll(s.mods(), []byte{1}, []byte{1, 1})
	escaped = bytes.ReplaceAll(escaped, []byte{0}, []byte{1, 2})
	escaped = bytes.ReplaceAll(escaped, []byte{0xff}, []byte{1, 3})
	pages := (len(escaped) + pageSize - 1) / pageSize
	b := binary.LittleEndian.AppendUint16([]byte{'E'}, uint16(pages+2))
	b = append(b, "allowedBuild\x000\x00"...)
	for page := pages; page > 0; page-- { // in any order
		piece := escaped[(page-1)*pageSize : min(page*pageSize, len(escaped))]
		b = append(b, byte(page), byte(pages), 0)
		b = append(append(b, piece...), 0)
	}
	return append(b, "island\x00"+s.config.Map+"\x00"...)
}

// mods is the message of DayZ within the rules, on a server with one of its extensions.
func (s *Server) mods() []byte {
	b := []byte{2, 0, 1, 0, 0xff, 0, 1, 2, byte(len(s.config.Mods))}
	for _, m := range s.config.Mods {
		b = append(b, 0xde, 0xad, 0, 0xff, 8)
		b = binary.LittleEndian.AppendUint64(b, m.WorkshopID)
		b = append(append(b, byte(len(m.Name))), m.Name...)
	}
	return append(b, "\x01\x04dayz\x00"...)
}

// split divides an answer into parts that arrive in the wrong order.
func (s *Server) split(answer []byte) [][]byte {
	answer = append([]byte("\xff\xff\xff\xff"), answer...)
	size := s.config.PartSize
	if size == 0 || len(answer) <= size {
		return [][]byte{answer}
	}
	total := (len(answer) + size - 1) / size
	parts := make([][]byte, total)
	for i := range total {
		head := append([]byte("\xfe\xff\xff\xff\x07\x00\x00\x00"), byte(total), byte(i))
		head = binary.LittleEndian.AppendUint16(head, uint16(size))
		parts[total-1-i] = append(head, answer[i*size:min((i+1)*size, len(answer))]...)
	}
	return parts
}
