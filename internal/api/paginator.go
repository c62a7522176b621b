package api

import (
	"strconv"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// onEachSide is how many pages the paginator of surface B names beside the current one.
const onEachSide = 3

// paginator answers with a list of surface B, keys in the order of the original.
func paginator(r *request, data []byte, page store.Page) response {
	links := r.links(page)
	b := strconv.AppendInt([]byte(`{"current_page":`), int64(page.Number), 10)
	b = append(append(b, `,"data":`...), data...)
	b = links.appendPage(append(b, `,"first_page_url":`...), 1, true)
	b = appendEdge(append(b, `,"from":`...), page, 1)
	b = strconv.AppendInt(append(b, `,"last_page":`...), int64(links.last), 10)
	b = links.appendPage(append(b, `,"last_page_url":`...), links.last, true)
	b = links.appendWindow(append(b, `,"links":`...))
	b = links.appendPage(append(b, `,"next_page_url":`...), links.current+1, links.hasNext())
	b = jsontree.AppendString(append(b, `,"path":`...), r.pageURL())
	b = strconv.AppendInt(append(b, `,"per_page":`...), int64(page.Size), 10)
	b = links.appendPage(append(b, `,"prev_page_url":`...), links.current-1, links.hasPrev())
	b = appendEdge(append(b, `,"to":`...), page, len(page.Rows))
	b = strconv.AppendInt(append(b, `,"total":`...), page.Total, 10)
	answer := ok(append(b, '}'))
	answer.Link = links.header()
	return answer
}

// appendEdge appends the number in the whole list of the nth record of the page, null on an empty page.
func appendEdge(b []byte, page store.Page, nth int) []byte {
	if len(page.Rows) == 0 {
		return append(b, "null"...)
	}
	return strconv.AppendInt(b, int64(page.Number-1)*int64(page.Size)+int64(nth), 10)
}

// appendWindow appends the links to pages that surface B shows: previous, a window of numbers, next.
func (l pageLinks) appendWindow(b []byte) []byte {
	b = l.appendPage(append(b, `[{"url":`...), l.current-1, l.hasPrev())
	b = append(b, `,"label":"&laquo; Previous","active":false}`...)
	for _, n := range pageWindow(l.current, l.last) {
		b = l.appendPage(append(b, `,{"url":`...), n, n > 0)
		b = append(b, `,"label":"`...)
		b = append(b, pageLabel(n)...)
		b = strconv.AppendBool(append(b, `","active":`...), n == l.current)
		b = append(b, '}')
	}
	b = l.appendPage(append(b, `,{"url":`...), l.current+1, l.hasNext())
	return append(b, `,"label":"Next &raquo;","active":false}]`...)
}

// gap stands for left-out pages.
const gap = 0

func pageLabel(n int) string {
	if n == gap {
		return "..."
	}
	return strconv.Itoa(n)
}

// pageWindow returns the page numbers that the original shows: all below 14 pages, else both ends and a window.
func pageWindow(current, last int) []int {
	const side = 2*onEachSide + 1
	switch {
	case last < 2*onEachSide+8:
		return span(1, last)
	case current <= side:
		return append(append(span(1, side+onEachSide), gap), span(last-1, last)...)
	case current > last-side:
		return append([]int{1, 2, gap}, span(last-side-2, last)...)
	}
	window := append([]int{1, 2, gap}, span(current-onEachSide, current+onEachSide)...)
	return append(append(window, gap), span(last-1, last)...)
}

func span(from, to int) []int {
	var list []int
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}
