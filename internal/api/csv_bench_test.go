package api_test

import (
	"net/http"
	"testing"
	"time"
)

// BenchmarkCSVUnchanged imports what was exported, 1,000 types of which nothing has changed, and tells how many exports that takes.
func BenchmarkCSVUnchanged(b *testing.B) {
	s := start(b)
	c := s.user(b)
	instance, _, ids := c.classesFor(b, benchmarked)
	operations := make([]string, benchmarked)
	for i := range operations {
		operations[i] = step("create", "types", "", typeBody(ids[i], i))
	}
	c.quick(b, http.StatusOK, http.MethodPost, instance+"/batch", batchBody(operations))
	path := instance + "/types.csv"
	text := c.get(b, path).body
	var exports, imports time.Duration
	for b.Loop() {
		began := time.Now()
		c.quick(b, http.StatusOK, http.MethodGet, path, "")
		exported := time.Now()
		c.quick(b, http.StatusOK, http.MethodPost, path, text)
		exports, imports = exports+exported.Sub(began), imports+time.Since(exported)
	}
	b.ReportMetric(float64(imports)/float64(exports), "exports/import")
}
