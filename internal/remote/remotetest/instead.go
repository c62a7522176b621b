package remotetest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"

	"golang.org/x/crypto/ssh"
)

// Instead is asked at each step of a server: it answers in its place, over to, and says so, or says nothing and returns false. It is
// called from several goroutines.
type Instead func(step string, to io.Writer) bool

func (i Instead) has(step string, to io.Writer) bool { return i != nil && i(step, to) }

// dialogue asks a question for whatever is written.
func dialogue(ask ssh.KeyboardInteractiveChallenge) io.Writer { return question(ask) }

type question ssh.KeyboardInteractiveChallenge

func (q question) Write(b []byte) (int, error) {
	_, err := q("", string(b), []string{"Password: "}, []bool{false})
	return len(b), err
}

// heard is the packets of an SFTP client, each of which is a step.
type heard struct {
	io.ReadWriteCloser
	instead Instead
	packet  bytes.Buffer
}

func (h *heard) Read(b []byte) (int, error) {
	for h.packet.Len() == 0 {
		if err := h.next(); err != nil {
			return 0, err
		}
	}
	return h.packet.Read(b)
}

func (h *heard) next() error {
	head := make([]byte, 9) // length, type, number
	if _, err := io.ReadFull(h.ReadWriteCloser, head); err != nil {
		return err
	}
	rest := make([]byte, int(binary.BigEndian.Uint32(head))-5)
	if _, err := io.ReadFull(h.ReadWriteCloser, rest); err != nil {
		return err
	}
	if h.instead(fmt.Sprintf("packet %d", head[4]), numbered{h.ReadWriteCloser, head[5:]}) {
		return nil
	}
	h.packet.Write(head)
	h.packet.Write(rest)
	return nil
}

// numbered is for answers to a request with a number.
type numbered struct {
	io.Writer
	number []byte
}

// Number returns the number of the request.
func (n numbered) Number() []byte { return n.number }

// Packet returns the beginning of a packet of SFTP that answers the request of a step, whose body has a length.
func Packet(to io.Writer, kind byte, length int) []byte {
	var number []byte
	if request, is := to.(interface{ Number() []byte }); is {
		number = request.Number()
	}
	return append(append(binary.BigEndian.AppendUint32(nil, uint32(5+length)), kind), number...)
}
