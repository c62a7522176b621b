package ui

import "strconv"

// Pager is where a page of a list lies in the whole.
type Pager struct {
	Query   Query
	Page    int
	PerPage int
	Total   int
}

// PageLink is one step of the pagination; without a URL it is a gap or the current page.
type PageLink struct {
	Label   string
	URL     string
	Current bool
}

// Last returns the number of the last page, at least 1.
func (p Pager) Last() int {
	if p.Total == 0 || p.PerPage == 0 {
		return 1
	}
	return (p.Total + p.PerPage - 1) / p.PerPage
}

// Span says which rows are shown: "Rows 16 to 30 of 1,204".
func (p Pager) Span() string {
	first := (p.Page-1)*p.PerPage + 1
	last := min(p.Page*p.PerPage, p.Total)
	if first > last {
		return "No rows on this page, " + HumanCount(int64(p.Total)) + " in total"
	}
	return "Rows " + HumanCount(int64(first)) + " to " + HumanCount(int64(last)) + " of " + HumanCount(int64(p.Total))
}

// Prev returns the address of the page before this one, or "".
func (p Pager) Prev() string {
	return p.url(min(p.Page-1, p.Last()))
}

// Next returns the address of the page after this one, or "".
func (p Pager) Next() string {
	return p.url(p.Page + 1)
}

// Links returns the first page, the last page and those around the current one, with gaps between.
func (p Pager) Links() []PageLink {
	var links []PageLink
	shown := 0
	for n := 1; n <= p.Last(); n++ {
		if n != 1 && n != p.Last() && (n < p.Page-1 || n > p.Page+1) {
			continue
		}
		if n > shown+1 {
			links = append(links, PageLink{Label: "…"})
		}
		links = append(links, PageLink{Label: strconv.Itoa(n), URL: p.url(n), Current: n == p.Page})
		shown = n
	}
	return links
}

func (p Pager) url(page int) string {
	if page < 1 || page > p.Last() {
		return ""
	}
	if page == 1 {
		return p.Query.With("page", "")
	}
	return p.Query.With("page", strconv.Itoa(page))
}
