package gameserver

import (
	"bytes"
	"context"
	"net"
	"time"
)

// The first bytes of queries and of their answers.
const (
	askInfo      = 0x54
	askPlayers   = 0x55
	askRules     = 0x56
	isChallenge  = 0x41
	isInfo       = 0x49
	isPlayers    = 0x44
	isRules      = 0x45
	challengeLen = 4
)

// maxChallenges is how many challenges are answered within one question: a server has one, or another one when it has just started.
const maxChallenges = 6

var single = []byte{0xff, 0xff, 0xff, 0xff} // stands before what fits into one datagram

// request is a query that is sent again with the challenge that a server may answer it with.
type request struct {
	packet    []byte // without the challenge
	challenge []byte // nil: none yet
	answer    byte   // first byte of its answer
	taken     int    // challenges so far
}

func infoRequest() request {
	return request{packet: append(append(bytes.Clone(single), askInfo), "Source Engine Query\x00"...), answer: isInfo}
}

func playersRequest() request {
	return request{packet: append(bytes.Clone(single), askPlayers), challenge: single, answer: isPlayers}
}

func rulesRequest() request {
	return request{packet: append(bytes.Clone(single), askRules), challenge: single, answer: isRules}
}

// querier sends queries to one server, one after the other.
type querier struct {
	conn    net.Conn
	timeout time.Duration
}

// ask returns the answer to a query without its first bytes, or ErrNoAnswer, or the error of ctx.
func (q querier) ask(ctx context.Context, r request) ([]byte, error) {
	until := time.Now().Add(q.timeout)
	stop := context.AfterFunc(ctx, func() { _ = q.conn.SetReadDeadline(time.Unix(1, 0)) })
	defer stop()
	parts := splits{}
	for range attempts {
		answer, err := q.attempt(ctx, &r, parts, until)
		if err != nil || answer != nil {
			return answer, err
		}
	}
	return nil, ErrNoAnswer
}

// attempt sends the query, and again for each challenge, and waits for the answer for a part of the timeout. It returns nil when
// there is none.
func (q querier) attempt(ctx context.Context, r *request, parts splits, until time.Time) ([]byte, error) {
	buffer := make([]byte, maxDatagram)
	patience := min(q.timeout/attempts, time.Until(until))
	_ = q.conn.SetReadDeadline(time.Now().Add(patience))
	for send := true; ctx.Err() == nil; {
		if send {
			_, _ = q.conn.Write(append(bytes.Clone(r.packet), r.challenge...)) // what is lost is asked for again
		}
		n, err := q.conn.Read(buffer)
		if err != nil {
			return nil, ctx.Err()
		}
		answer := parts.join(buffer[:n])
		if len(answer) > 0 && answer[0] == r.answer {
			return answer[1:], nil
		}
		if send = len(answer) > challengeLen && answer[0] == isChallenge && r.taken < maxChallenges; send {
			r.taken++
			r.challenge = bytes.Clone(answer[1 : 1+challengeLen])
		}
	}
	return nil, ctx.Err()
}
