package mission

import (
	"slices"

	"quartermaster/internal/record"
)

// result says what becomes of an entry in an update.
type result struct {
	merged
	at   int        // its place in the upload; -1 if it is not there
	row  record.Row // what is stored; nil if it is left out, or deleted
	away bool       // it is stored in another file
}

// mergeAll decides about all records: those of the upload in its order, and then those that only the instance has.
func (w *threeWay) mergeAll(s sides) (results []result) {
	mine, places := w.joinables(w.asAllWritten(s.mine)), w.placesOf(s)
	base, origin := w.joinables(s.base), w.joinables(s.origin)
	was := wasIn(base, origin, mine, places)
	ofGame := wasIn(w.joinables(s.game), origin, mine, places)
	for _, t := range joinAll(base, mine, w.joinables(s.theirs), was) {
		r := result{merged: merged{base: at(s.base, t.base), mine: at(s.mine, t.mine), theirs: at(s.theirs, t.theirs)}, at: t.theirs}
		if t.mine >= 0 {
			r.away, r.game = t.mine >= len(s.mine)-s.away, at(s.game, ofGame[t.mine])
		}
		if r.away && t.theirs < 0 {
			continue
		}
		r.row = w.decided(r)
		results = append(results, r)
	}
	return results
}

// decided returns what becomes of an entry; nil if it is left out, or deleted.
func (w *threeWay) decided(r result) record.Row {
	switch {
	case r.theirs != nil:
		return w.settle(r.merged)
	case w.goes(r.merged):
		return nil
	}
	return r.mine
}

func at(rows []record.Row, i int) record.Row {
	if i < 0 {
		return nil
	}
	return rows[i]
}

// placesOf returns the indexes of the stored records in the text in which their slots are places, -1 for those without.
func (w *threeWay) placesOf(s sides) []int {
	places, slot := slices.Repeat([]int{-1}, len(s.mine)), w.res.Index("slot")
	for i, row := range s.mine[:len(s.mine)-s.away] {
		if n, placed := row[slot].(int64); placed {
			places[i] = int(n)
		}
	}
	return places
}

func (w *threeWay) asAllWritten(rows []record.Row) []record.Row {
	written := make([]record.Row, len(rows))
	for i, row := range rows {
		written[i] = w.written(row)
	}
	return written
}

// joinables returns records as entries that are known again.
func (w *threeWay) joinables(rows []record.Row) []joinable {
	list := make([]joinable, len(rows))
	for i, row := range rows {
		key := keyOf(w.res, row)
		list[i] = joinable{key, key + w.kind.valuesOf(row)}
	}
	return list
}
