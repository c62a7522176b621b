package mission_test

import (
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// tradersIn returns the names of the traders in a text.
func tradersIn(text string) (names []string) {
	for line := range strings.Lines(text) {
		if name, found := strings.CutPrefix(strings.TrimSpace(line), "<Trader> "); found {
			names = append(names, name)
		}
	}
	return names
}

// sellers returns the names of the traders as they are listed, page by page.
func (w world) sellers() (names []string) {
	w.Helper()
	for ask := (record.Query{Page: 1, PerPage: 2}); ; ask.Page++ {
		ordered, err := mission.InReadingOrder(w.Context(), w.db, record.TraderSellers, w.scope, ask)
		if err != nil {
			w.Fatal(err)
		}
		page, err := w.db.List(w.Context(), record.TraderSellers, w.scope, ordered)
		if err != nil {
			w.Fatal(err)
		}
		if len(page.Rows) == 0 {
			return names
		}
		for _, row := range page.Rows {
			names = append(names, record.TraderSellers.TitleOf(row))
		}
	}
}
