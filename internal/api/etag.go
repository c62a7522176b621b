package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/problem"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

var preconditionFailed = problem.Precondition.Usual()

// tagBytes is how much of the digest goes into a tag: enough that no two bodies share one.
const tagBytes = 16

// tagOf returns the strong entity tag of a body, with its quotes. It is the same on every server and after a restart.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:tagBytes]) + `"`
}

// shown answers a record that was just made or changed, with the tag that the next GET of it gives.
func shown(status int, res *record.Resource, row record.Row) response {
	body := wrapped(res, row)
	return response{Status: status, Body: body, ETag: tagOf(body)}
}

// tagged gives the answers to a GET on surface A their entity tag, and answers 304 to a client that has one already. A
// handler may set the tag itself; a stream without one has none.
func tagged(e endpoint.Endpoint, h handler) handler {
	if e.Method != http.MethodGet || e.OnSurface() != endpoint.A {
		return h
	}
	return func(ctx context.Context, r *request) (response, error) {
		answer, err := h(ctx, r)
		if err != nil {
			return answer, err
		}
		if answer.ETag == "" && answer.Body != nil {
			answer.ETag = tagOf(answer.Body)
		}
		if answer.ETag != "" && r.holds(answer.ETag) {
			return response{Status: http.StatusNotModified, ETag: answer.ETag}, nil
		}
		return answer, nil
	}
}

// holds reports whether the client has the answer of that tag already.
func (r *request) holds(tag string) bool { return lists(r.Header.Values("If-None-Match"), tag, weakly) }

// lists reports whether a header with entity tags names the tag, each of its members taken as read says. Our tags hold no
// comma, so that a tag of somebody else's that holds one falls into pieces none of which is ours.
func lists(header []string, tag string, read func(string) string) bool {
	list := strings.TrimSpace(strings.Join(header, ","))
	if list == "*" {
		return true
	}
	for member := range strings.SplitSeq(list, ",") {
		if read(strings.TrimSpace(member)) == tag {
			return true
		}
	}
	return false
}

// The comparisons of RFC 9110, section 8.8.3.2: to a strong one a weak tag is never equal.
func strongly(member string) string { return member }

func weakly(member string) string { return strings.TrimPrefix(member, "W/") }

// preconditions are what If-Match and If-None-Match ask of a stored record. The store checks them in the transaction that
// writes, so that of several clients with the same tag only one succeeds.
func (r *request) preconditions(res *record.Resource) []store.Condition {
	match, none := r.Header.Values("If-Match"), r.Header.Values("If-None-Match")
	if len(match) == 0 && len(none) == 0 {
		return nil
	}
	return []store.Condition{func(row record.Row) error {
		tag := tagOf(wrapped(res, row))
		if len(match) > 0 && !lists(match, tag, strongly) || len(none) > 0 && lists(none, tag, weakly) {
			return preconditionFailed
		}
		return nil
	}}
}
