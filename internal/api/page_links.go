package api

import (
	"strconv"
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// pageLinks are the addresses of the pages of a list.
type pageLinks struct {
	base          string // an address without the number of its page
	current, last int
}

func (r *request) links(page store.Page) pageLinks {
	return pageLinks{r.pageURL() + "?" + r.keptQuery(), page.Number, lastPage(page.Total, page.Size)}
}

// at is the address of a page.
func (l pageLinks) at(page int) string { return l.base + "page=" + strconv.Itoa(page) }

func (l pageLinks) hasPrev() bool { return l.current > 1 }

func (l pageLinks) hasNext() bool { return l.current < l.last }

// append appends the links of an envelope.
func (l pageLinks) append(b []byte) []byte {
	b = l.appendPage(append(b, `{"first":`...), 1, true)
	b = l.appendPage(append(b, `,"last":`...), l.last, true)
	b = l.appendPage(append(b, `,"prev":`...), l.current-1, l.hasPrev())
	b = l.appendPage(append(b, `,"next":`...), l.current+1, l.hasNext())
	return append(b, '}')
}

// appendPage appends the address of a page, or null.
func (l pageLinks) appendPage(b []byte, page int, there bool) []byte {
	if !there {
		return append(b, "null"...)
	}
	return jsontree.AppendString(b, l.at(page))
}

// maxLink is how long the header Link becomes before links are left out, in bytes: proxies refuse answers whose headers do not fit
// into a few kilobytes.
const maxLink = 2 << 10

// header is the field Link (RFC 8288). Where addresses are long, only the first of its links are there: clients stop without a next one.
func (l pageLinks) header() string {
	var b strings.Builder
	add := func(rel string, page int, there bool) {
		link := "<" + l.at(page) + `>; rel="` + rel + `"`
		switch {
		case !there || b.Len() > 0 && b.Len()+len(link) > maxLink:
			return
		case b.Len() > 0:
			b.WriteString(", ")
		}
		b.WriteString(link)
	}
	add("next", l.current+1, l.hasNext())
	add("prev", l.current-1, l.hasPrev())
	add("first", 1, true)
	add("last", l.last, true)
	return b.String()
}
