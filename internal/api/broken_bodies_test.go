package api_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// breakage is a way in which a body does not arrive whole: headers and what is sent of the body.
type breakage struct {
	name string
	send func(body string) (header, sent string)
}

var breakages = []breakage{
	{"shorter than announced", func(body string) (string, string) {
		return fmt.Sprintf("Content-Length: %d\r\n", len(body)+1), body
	}},
	{"nothing of what was announced", func(string) (string, string) { return "Content-Length: 10\r\n", "" }},
	{"no last chunk", func(body string) (string, string) { return chunked, fmt.Sprintf("%x\r\n%s\r\n", len(body), body) }},
	{"a chunk without a length", func(body string) (string, string) {
		return chunked, fmt.Sprintf("%x\r\n%s\r\nno number\r\n", len(body), body)
	}},
	{"a chunk longer than it says", func(body string) (string, string) {
		return chunked, fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", max(1, len(body)-1), body+"xx")
	}},
	{"a trailer that does not end", func(body string) (string, string) {
		return chunked, fmt.Sprintf("%x\r\n%s\r\n0\r\nA: b", len(body), body)
	}},
}

const chunked = "Transfer-Encoding: chunked\r\n"

// body400 is what is told of a body that did not arrive whole.
const body400 = `{"message":"The request was interrupted before all of it arrived."}`

// TestBodiesThatDoNotArriveWhole: every endpoint that writes answers 400 and does nothing.
func TestBodiesThatDoNotArriveWhole(t *testing.T) {
	t.Parallel()
	s := start(t)
	f := furnish(t, s.user(t), "Mine")
	before := f.snapshot(t)
	for _, e := range served() {
		if e.Method == http.MethodGet || !f.holds(e) {
			continue
		}
		for _, sent := range f.bodiesFor(e) {
			for _, b := range breakages {
				f.broken(t, e, b, sent, "")
				if e.TakesKey() {
					f.broken(t, e, b, sent, "Idempotency-Key: key-"+store.NewSID()+"\r\n")
				}
			}
		}
	}
	if after := f.snapshot(t); after != before {
		t.Error("something was changed")
	}
}

// typedBody is a body that an endpoint takes when it arrives whole.
type typedBody struct{ kind, text string }

const multipartLog = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"server.RPT\"\r\n\r\n" + logHead + ignored +
	"\r\n--b--\r\n"

const multipartOne = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"messages.xml\"\r\n\r\n<messages/>\r\n--b--\r\n"

func (f furnished) bodiesFor(e endpoint.Endpoint) []typedBody {
	const kindJSON = "application/json"
	switch e.Action {
	case "add logs":
		return []typedBody{{"multipart/form-data; boundary=b", multipartLog}}
	case "import files":
		return []typedBody{{"multipart/form-data; boundary=b", multipartOne}}
	case "batch":
		return []typedBody{{kindJSON, `{"operations":[{"op":"create","resource":"messages","data":{"text":"Hello"}}]}`}}
	case endpoint.Create:
		list := []typedBody{{kindJSON, f.further().body(e.Record)}, {"application/x-www-form-urlencoded", "name=Further"}}
		return append(list, typedBody{"text/csv", "name\nFurther\n"}, typedBody{"text/plain", "name"})
	case endpoint.Update, endpoint.Patch:
		return []typedBody{{kindJSON, f.further().body(e.Record)}}
	}
	return []typedBody{{kindJSON, `{"name":"Further","map_id":1,"rules":{}}`}}
}

func (f furnished) broken(t *testing.T, e endpoint.Endpoint, b breakage, body typedBody, headers string) {
	t.Helper()
	header, sent := b.send(body.text)
	status, answer := f.cutOff(t, e.Method, f.path(e), headers+"Content-Type: "+body.kind+"\r\n"+header, sent)
	if status != http.StatusBadRequest || answer != body400 {
		t.Errorf("%s %s with %s and %s%s: %d %s", e.Method, e.Path, body.kind, headers, b.name, status, answer)
	}
}

// cutOff sends what is left of a request and closes its side of the connection.
func (c client) cutOff(t testing.TB, method, path, headers, body string) (status int, answer string) {
	t.Helper()
	address := strings.TrimPrefix(c.server.url, "http://")
	connection, err := new(net.Dialer).DialContext(context.Background(), "tcp", address)
	check(t, err)
	defer connection.Close()
	_, err = fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nAuthorization: Bearer %s\r\n%s\r\n%s", method, path,
		address, c.token, headers, body)
	check(t, err)
	check(t, connection.(*net.TCPConn).CloseWrite())
	res, err := http.ReadResponse(bufio.NewReader(connection), nil)
	check(t, err)
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	check(t, err)
	return res.StatusCode, string(text)
}

// TestAKeyIsFreeAfterABodyThatDidNotArriveWhole: the request may be sent again under the same key.
func TestAKeyIsFreeAfterABodyThatDidNotArriveWhole(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		path, _ := c.instance(t)
		const body = `{"text":"Hello"}`
		key := "Idempotency-Key: once\r\nContent-Type: application/json\r\n"
		status, answer := c.cutOff(t, "POST", path+"/messages", key+"Content-Length: 99\r\n", body)
		if status != http.StatusBadRequest {
			t.Errorf("%d %s", status, answer)
		}
		again := c.request(t, "POST", path+"/messages", strings.NewReader(body))
		again.Header.Set("Idempotency-Key", "once")
		again.Header.Set("Content-Type", "application/json")
		c.roundTrip(t, again).expect(t, 201, "data.text", `"Hello"`)
		c.get(t, path+"/messages").expect(t, 200, "meta.total", "1")
	})
}
