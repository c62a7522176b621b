package main

import (
	"bytes"
	"fmt"
	"slices"
	"time"
)

// repeat asks again and again until the end and returns how long each answer took.
func (c *connection) repeat(request *numberedRequest, want int, end time.Time) (latencies []time.Duration, err error) {
	if err := c.SetDeadline(end.Add(answerTimeout)); err != nil {
		return nil, err
	}
	for begin := time.Now(); begin.Before(end); {
		request.next()
		status, err := c.ask(request.bytes)
		if err != nil {
			return nil, err
		}
		if status != want {
			return nil, fmt.Errorf("answered %d where %d was expected", status, want)
		}
		now := time.Now()
		latencies = append(latencies, now.Sub(begin))
		begin = now
	}
	return latencies, nil
}

// numberedRequest is a request whose address holds a number that grows, or none.
type numberedRequest struct {
	bytes  []byte
	digits []byte // of the number, in bytes
}

// numberPlace is where the number stands in an address: three digits of the connection, and eight that begin anywhere.
const numberPlace = "ask=00000000000"

func numbered(request []byte, connection int) *numberedRequest {
	n := &numberedRequest{bytes: slices.Clone(request)}
	if at := bytes.Index(n.bytes, []byte(numberPlace)); at >= 0 {
		n.digits = n.bytes[at+len("ask="):][:len(numberPlace)-len("ask=")]
		copy(n.digits, fmt.Sprintf("%03d%08d", connection, time.Now().UnixMicro()%1e8))
	}
	return n
}

// next adds one to the number.
func (n *numberedRequest) next() {
	for i := len(n.digits) - 1; i >= 0; i-- {
		if n.digits[i]++; n.digits[i] <= '9' {
			return
		}
		n.digits[i] = '0'
	}
}
