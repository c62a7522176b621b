package api_test

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

const benchmarked = 1000

// classesFor makes an instance with class names and returns its address and their ids.
func (c client) classesFor(b *testing.B, n int) (instance string, scope store.Scope, ids []string) {
	b.Helper()
	instance, scope = c.instance(b)
	operations := make([]string, n)
	for i := range operations {
		operations[i] = step("create", "classnames", "", `{"name":"Class`+strconv.Itoa(i)+`"}`)
	}
	c.quick(b, 200, "POST", instance+"/batch", batchBody(operations))
	rows, err := c.server.db.All(b.Context(), record.InstanceClassnames, scope, "")
	check(b, err)
	for _, row := range rows {
		ids = append(ids, number(record.InstanceClassnames.ID(row)))
	}
	return instance, scope, ids
}

// quick sends a request without looking into the answer, which would take longer than the request.
func (c client) quick(b *testing.B, status int, method, path, body string) {
	b.Helper()
	req := c.request(b, method, path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultTransport.RoundTrip(req)
	check(b, err)
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	check(b, err)
	if res.StatusCode != status {
		b.Fatalf("%s %s: %d", method, path, res.StatusCode)
	}
}

func typeBody(classID string, round int) string {
	return `{"instance_classname_id":` + classID + `,"nominal":` + strconv.Itoa(round) +
		`,"lifetime":14400,"restock":1800,"min":5,"cost":100,"usage_ids":[1,2],"value_ids":[3]}`
}

// BenchmarkBatchUpsert1000 changes 1,000 types in one request, over and over.
func BenchmarkBatchUpsert1000(b *testing.B) {
	s := start(b)
	c := s.user(b)
	instance, _, ids := c.classesFor(b, benchmarked)
	operations, round := make([]string, benchmarked), 0
	upsert := func() {
		round++
		for i, id := range ids {
			operations[i] = step("upsert", "types", "", typeBody(id, round))
		}
		c.quick(b, 200, "POST", instance+"/batch", batchBody(operations))
	}
	upsert()
	for b.Loop() {
		upsert()
	}
}

// BenchmarkSingleUpdate1000 changes 1,000 types in as many requests.
func BenchmarkSingleUpdate1000(b *testing.B) {
	s := start(b)
	c := s.user(b)
	instance, scope, ids := c.classesFor(b, benchmarked)
	paths, round := make([]string, benchmarked), 0
	for i, id := range ids {
		c.quick(b, 201, "POST", instance+"/types", typeBody(id, round))
		paths[i] = instance + "/types/"
	}
	rows, err := s.db.All(b.Context(), record.Types, scope, "")
	check(b, err)
	for i, row := range rows {
		paths[i] += record.Types.SID(row)
	}
	for b.Loop() {
		round++
		for i, id := range ids {
			c.quick(b, 200, "PATCH", paths[i], typeBody(id, round))
		}
	}
}

// BenchmarkBatchCreate1000 makes 1,000 events in one request.
func BenchmarkBatchCreate1000(b *testing.B) {
	s := start(b)
	c := s.user(b)
	instance, _ := c.instance(b)
	operations := make([]string, benchmarked)
	for i := range operations {
		operations[i] = step("create", "events", "", event("Event"+strconv.Itoa(i), 1))
	}
	for b.Loop() {
		c.quick(b, 200, "POST", instance+"/batch", batchBody(operations))
	}
}
