package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net"
	"strconv"
)

// connection sends requests that are written out beforehand, and skips the answers: the load must cost little, because it
// shares the processors with the server.
type connection struct {
	net.Conn
	in *bufio.Reader
}

// connect opens n connections that stay open.
func connect(ctx context.Context, addr string, n int) ([]*connection, error) {
	var list []*connection
	for range n {
		c, err := new(net.Dialer).DialContext(ctx, "tcp", addr)
		if err != nil {
			closeAll(list)
			return nil, err
		}
		list = append(list, &connection{c, bufio.NewReader(c)})
	}
	return list, nil
}

func closeAll(list []*connection) {
	for _, c := range list {
		_ = c.Close()
	}
}

// ask sends a request and returns the status of the answer.
func (c *connection) ask(request []byte) (status int, err error) {
	if _, err := c.Write(request); err != nil {
		return 0, err
	}
	return skipAnswer(c.in)
}

// skipAnswer reads an answer of HTTP/1.1 to its end and returns its status.
func skipAnswer(in *bufio.Reader) (status int, err error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, fmt.Errorf("not an answer of HTTP: %q", line)
	}
	if status, err = strconv.Atoi(string(line[len("HTTP/1.1 "):len("HTTP/1.1 200")])); err != nil {
		return 0, fmt.Errorf("not an answer of HTTP: %q", line)
	}
	length, err := contentLength(in)
	switch {
	case err != nil:
		return 0, err
	case length == chunked:
		return status, skipChunks(in)
	}
	_, err = in.Discard(length)
	return status, err
}

// skipChunks reads the chunks of an answer, each behind its length.
func skipChunks(in *bufio.Reader) error {
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return err
		}
		n, err := strconv.ParseInt(string(bytes.TrimRight(line, "\r\n")), 16, 32)
		if err != nil {
			return err
		}
		if _, err := in.Discard(int(n) + len("\r\n")); n == 0 || err != nil {
			return err
		}
	}
}

// chunked is in place of the length of an answer that comes in chunks.
const chunked = -2

// contentLength reads the header to its end.
func contentLength(in *bufio.Reader) (length int, err error) {
	length = -1
	for {
		line, err := in.ReadSlice('\n')
		if err != nil {
			return 0, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		if value, ok := bytes.CutPrefix(line, []byte("Content-Length: ")); ok {
			if length, err = strconv.Atoi(string(value)); err != nil {
				return 0, err
			}
		}
		if string(line) == "Transfer-Encoding: chunked" {
			length = chunked
		}
	}
	if length == -1 {
		return 0, fmt.Errorf("the answer has neither a Content-Length nor chunks")
	}
	return length, nil
}

// host is what every request names, so that the links in both sides' answers are the same.
const host = "bench.test"

// encode writes a request out. A body is JSON.
func encode(method, path, token, body string) []byte {
	head := method + " " + path + " HTTP/1.1\r\nHost: " + host + "\r\nAuthorization: Bearer " + token + "\r\nAccept: application/json\r\n"
	if body != "" {
		head += "Content-Type: application/json\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n"
	}
	return []byte(head + "\r\n" + body)
}
