package gameserver

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
)

// The types of packets of BattlEye's RCon.
const (
	rconLogin   = 0
	rconCommand = 1
	rconMessage = 2 // of the server
)

// headerLen is the length of what is before the type of a packet: "BE", a checksum and FF.
const headerLen = 7

// pack makes a packet.
func pack(kind byte, data ...byte) []byte {
	body := append([]byte{0xff, kind}, data...)
	return append(binary.LittleEndian.AppendUint32([]byte("BE"), crc32.ChecksumIEEE(body)), body...)
}

// unpack returns the type of a packet and what follows it. ok is false for what is no packet, or damaged.
func unpack(datagram []byte) (kind byte, data []byte, ok bool) {
	if len(datagram) <= headerLen || !bytes.HasPrefix(datagram, []byte("BE")) || datagram[headerLen-1] != 0xff {
		return 0, nil, false
	}
	if binary.LittleEndian.Uint32(datagram[2:]) != crc32.ChecksumIEEE(datagram[headerLen-1:]) {
		return 0, nil, false
	}
	return datagram[headerLen], datagram[headerLen+1:], true
}

// reply collects the answer to one command, which may come in parts, in any order.
type reply struct{ split }

// add takes what follows the sequence number of a packet, and says whether the answer is complete.
func (r *reply) add(data []byte) bool {
	if len(data) < 3 || data[0] != 0 {
		r.split = split{parts: map[byte][]byte{0: data}, total: 1}
		return true
	}
	total, number := data[1], data[2]
	if number >= total {
		return false
	}
	if r.parts == nil || r.total != total {
		r.split = split{parts: map[byte][]byte{}, total: total}
	}
	return r.split.add(number, data[3:])
}
