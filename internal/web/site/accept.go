package site

import (
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// ExpectsJSON reports whether the client is a program that reads JSON.
func (r *Request) ExpectsJSON() bool { return expectsJSON(r.Request) }

// expectsJSON reports whether the media type that the client prefers is JSON, or whether it accepts any and is a script.
func expectsJSON(r *http.Request) bool {
	first := preferred(r.Header.Get("Accept"))
	if strings.Contains(first, "/json") || strings.Contains(first, "+json") {
		return true
	}
	script := r.Header.Get("X-Requested-With") == "XMLHttpRequest" && r.Header.Get("X-PJAX") == ""
	return script && (first == "" || first == "*/*" || first == "*")
}

// preferred returns the media type with the highest weight in an Accept header, the first of equals.
func preferred(accept string) string {
	type weighted struct {
		kind   string
		weight float64
	}
	var list []weighted
	for entry := range strings.SplitSeq(strings.ToLower(accept), ",") {
		kind, params, _ := mime.ParseMediaType(entry)
		weight, err := strconv.ParseFloat(params["q"], 64)
		if err != nil {
			weight = 1
		}
		list = append(list, weighted{kind, weight})
	}
	slices.SortStableFunc(list, func(a, b weighted) int {
		switch {
		case a.weight > b.weight:
			return -1
		case a.weight < b.weight:
			return 1
		}
		return 0
	})
	return list[0].kind
}
