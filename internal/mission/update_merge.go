package mission

import (
	"slices"

	"quartermaster/internal/change"
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
	was := change.Was(base, origin, mine, places)
	ofGame := change.Was(w.joinables(s.game), origin, mine, places)
	for _, t := range change.Join(base, mine, w.joinables(s.theirs), was) {
		r := result{merged: merged{base: at(s.base, t.Base), mine: at(s.mine, t.Mine), theirs: at(s.theirs, t.Theirs)}, at: t.Theirs}
		if t.Mine >= 0 {
			r.away, r.game = t.Mine >= len(s.mine)-s.away, at(s.game, ofGame[t.Mine])
		}
		if r.away && t.Theirs < 0 {
			continue
		}
		r.row = w.decided(r.merged)
		results = append(results, r)
	}
	return results
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

// joinables returns records as they are known again.
func (w *threeWay) joinables(rows []record.Row) []change.Entry {
	return w.kind.entries(rows, func(string) bool { return true })
}
