package api

import (
	"iter"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"quartermaster/internal/problem"
)

// prefers reports whether the client likes a type best: nothing that it accepts is worth more, or stands before it and is worth as
// much.
func prefers(r *http.Request, wanted string) bool {
	best, liked := 0.0, false
	for kind, worth := range accepted(r, wanted) {
		if worth > best {
			best, liked = worth, kind == wanted
		}
	}
	return liked
}

// wantsProblem reports whether the client names problems among what it accepts, and likes plain JSON no better.
func wantsProblem(r *http.Request) bool {
	worth := map[string]float64{}
	for kind, q := range accepted(r, problem.ContentType) {
		worth[kind] = max(worth[kind], q)
	}
	return worth[problem.ContentType] > 0 && worth[problem.ContentType] >= worth["application/json"]
}

// accepted are the types that the client accepts, with how much it likes them, from 0 to 1; none where the wanted one is not among them.
func accepted(r *http.Request, wanted string) iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		list := strings.Join(r.Header.Values("Accept"), ",")
		if !strings.Contains(strings.ToLower(list), wanted) {
			return // as nearly every request
		}
		for part := range strings.SplitSeq(list, ",") {
			kind, parameters, err := mime.ParseMediaType(part)
			if err == nil && !yield(kind, quality(parameters["q"])) {
				return
			}
		}
	}
}

// quality is how much a client likes a type, from 0 to 1.
func quality(text string) float64 {
	if text == "" {
		return 1
	}
	q, err := strconv.ParseFloat(text, 64)
	if err != nil || q < 0 || q > 1 {
		return 0
	}
	return q
}
