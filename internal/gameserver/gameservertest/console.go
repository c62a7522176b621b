package gameservertest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"net"
	"strings"
)

// console is the state of RCon.
type console struct {
	clients map[string]*client // by address
	wrong   int                // answers yet to be sent with a wrong checksum
	acks    int
	alive   int // keep-alives
}

type client struct{ answers map[byte][]string } // to commands, by sequence number

// Acknowledged returns how many of the server's messages were acknowledged.
func (s *Server) Acknowledged() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.console.acks
}

// KeptAlive returns how many keep-alives have come.
func (s *Server) KeptAlive() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.console.alive
}

func (s *Server) answerConsole(from net.Addr, datagram []byte) [][]byte {
	body, valid := unpack(datagram)
	if !valid || s.config.Password == "" {
		return nil
	}
	c := s.console.clients[from.String()]
	switch {
	case body[0] == 0:
		return s.login(from, string(body[1:]))
	case c == nil:
		return nil
	case body[0] == 1 && len(body) > 1:
		return s.command(c, body[1], string(body[2:]))
	case body[0] == 2:
		s.console.acks++
	}
	return nil
}

// login answers a login, and accepted ones with a message of the server as well.
func (s *Server) login(from net.Addr, password string) [][]byte {
	if password != s.config.Password {
		return s.pack("\x00\x00")
	}
	s.console.clients[from.String()] = &client{answers: map[byte][]string{}}
	return s.pack("\x00\x01", "\x02\x05RCon admin #0 ("+from.String()+") logged in")
}

// command carries out a command, but gives the repeat of one its answer alone.
func (s *Server) command(c *client, number byte, text string) [][]byte {
	answers, repeated := c.answers[number]
	if !repeated {
		clear(c.answers)
		answers = s.parts(number, s.carryOut(text))
		c.answers[number] = answers
	}
	return s.pack(answers...)
}

func (s *Server) parts(number byte, answer string) []string {
	head := "\x01" + string([]byte{number})
	size := s.config.PartSize
	if size == 0 || len(answer) <= size {
		return []string{head + answer}
	}
	total := (len(answer) + size - 1) / size
	parts := make([]string, total)
	for i := range total {
		parts[total-1-i] = head + string([]byte{0, byte(total), byte(i)}) + answer[i*size:min((i+1)*size, len(answer))]
	}
	return parts
}

func (s *Server) carryOut(text string) string {
	if text == "" {
		s.console.alive++
		return ""
	}
	s.commands = append(s.commands, text)
	if text == "players" {
		return s.listPlayers()
	}
	return ""
}

func (s *Server) listPlayers() string {
	var b strings.Builder
	b.WriteString("Players on server:\n[#] [IP Address]:[Port] [Ping] [GUID] [Name]\n" + strings.Repeat("-", 50) + "\n")
	for i, p := range s.config.Players {
		lobby := ""
		if p.Lobby {
			lobby = " (Lobby)"
		}
		fmt.Fprintf(&b, "%-3d127.0.0.1:%-10d%-5d%s(OK) %s%s\n", i, 2304+i, p.Ping, p.GUID, p.Name, lobby)
	}
	fmt.Fprintf(&b, "(%d players in total)\n", len(s.config.Players))
	return b.String()
}

// pack makes packets; the first ones have a wrong checksum where that is wanted, and are followed by nothing right.
func (s *Server) pack(bodies ...string) [][]byte {
	var packets [][]byte
	for _, body := range bodies {
		b := append([]byte{0xff}, body...)
		sum := crc32.ChecksumIEEE(b)
		if s.console.wrong > 0 {
			s.console.wrong--
			sum++
		}
		packets = append(packets, append(binary.LittleEndian.AppendUint32([]byte("BE"), sum), b...))
	}
	return packets
}

func unpack(datagram []byte) (body []byte, valid bool) {
	if len(datagram) < 8 || !bytes.HasPrefix(datagram, []byte("BE")) || datagram[6] != 0xff {
		return nil, false
	}
	return datagram[7:], binary.LittleEndian.Uint32(datagram[2:]) == crc32.ChecksumIEEE(datagram[6:])
}
