package main

import (
	"context"
	"net/http"
	"strconv"
)

// defaultPerPage is the size of a page where the request names none.
const defaultPerPage = 15

// page is a list as it goes over the wire.
type page struct {
	Data  []loot    `json:"data"`
	Links pageLinks `json:"links"`
	Meta  meta      `json:"meta"`
}

type pageLinks struct {
	First string  `json:"first"`
	Last  string  `json:"last"`
	Prev  *string `json:"prev"`
	Next  *string `json:"next"`
}

type meta struct {
	CurrentPage int64 `json:"current_page"`
	PerPage     int64 `json:"per_page"`
	Total       int64 `json:"total"`
}

func (s *server) listTypes(w http.ResponseWriter, r *http.Request, instance int64) error {
	answer := page{Data: []loot{}, Meta: meta{CurrentPage: number(r, "page", 1), PerPage: number(r, "per_page", defaultPerPage)}}
	if err := s.count.QueryRowContext(r.Context(), instance).Scan(&answer.Meta.Total); err != nil {
		return err
	}
	if err := s.fill(r.Context(), &answer, instance); err != nil {
		return err
	}
	answer.Links = linksOf(r, answer.Meta)
	respond(w, http.StatusOK, answer)
	return nil
}

func (s *server) fill(ctx context.Context, answer *page, instance int64) error {
	m := answer.Meta
	rows, err := s.list.QueryContext(ctx, instance, m.PerPage, (m.CurrentPage-1)*m.PerPage)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		row, err := scan(rows)
		if err != nil {
			return err
		}
		answer.Data = append(answer.Data, row)
	}
	return rows.Err()
}

func number(r *http.Request, name string, otherwise int64) int64 {
	n, err := strconv.ParseInt(r.URL.Query().Get(name), 10, 64)
	if err != nil || n < 1 {
		return otherwise
	}
	return n
}

func linksOf(r *http.Request, m meta) (l pageLinks) {
	kept := r.URL.Query()
	kept.Del("page")
	base := "http://" + r.Host + r.URL.Path + "?" + kept.Encode()
	if len(kept) > 0 {
		base += "&"
	}
	link := func(n int64) string { return base + "page=" + strconv.FormatInt(n, 10) }
	last := max(1, (m.Total+m.PerPage-1)/m.PerPage)
	l.First, l.Last = link(1), link(last)
	if m.CurrentPage > 1 {
		prev := link(m.CurrentPage - 1)
		l.Prev = &prev
	}
	if m.CurrentPage < last {
		next := link(m.CurrentPage + 1)
		l.Next = &next
	}
	return l
}
