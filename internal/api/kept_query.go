package api

import (
	"net/url"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// maxKept is how long the parameters of a body may be to stand in the links of a list, in bytes: most servers take no longer URL.
const maxKept = 4 << 10

// keptQuery returns the part of the query that the links of a list keep, ready for page to follow: its parameters without page and without
// empty ones. What the body says counts over the query.
func (r *request) keptQuery() string {
	var b strings.Builder
	for pair := range strings.SplitSeq(r.URL.RawQuery, "&") {
		name, value, _ := strings.Cut(pair, "=")
		key, err := url.QueryUnescape(name)
		text, bad := url.QueryUnescape(value)
		top, _, _ := strings.Cut(key, "[")
		if err != nil || bad != nil || key == "page" || key == "" || text == "" || r.sent.Has(top) {
			continue
		}
		b.WriteString(escape(key) + "=" + escape(text) + "&")
	}
	if kept := keptBody(r.sent); len(kept) <= maxKept {
		b.WriteString(kept)
	}
	return b.String()
}

// keptBody returns the list parameters of a body as a query.
func keptBody(sent *jsontree.Object) string {
	var b strings.Builder
	for key, value := range sent.All() {
		if list, ok := value.([]any); ok {
			for _, member := range list {
				writeParam(&b, key+"[]", member)
			}
		} else if key != "page" {
			writeParam(&b, key, value)
		}
	}
	return b.String()
}

// writeParam writes a parameter, unless it is empty or none.
func writeParam(b *strings.Builder, key string, value any) {
	one := new(jsontree.Object)
	one.Set(key, value)
	if text := record.TextParam(one, key); text != "" {
		b.WriteString(escape(key) + "=" + escape(text) + "&")
	}
}

// escape is RFC 3986: a blank is %20.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
