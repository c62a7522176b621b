package quest

import "slices"

// Chart is how quests hang together: those of a column can be done when those before it are.
type Chart struct {
	Columns [][]*Quest
	Links   []Link
}

// Link leads from a quest to one that comes behind it.
type Link struct {
	From, To *Quest
	Must     bool // the first must be done before; otherwise the second only follows
}

// Chart lays out the quests that hang together with others. The others are in no column.
func (b *Book) Chart() (c Chart) {
	c.Links = b.links()
	column := map[*Quest]int{}
	for range b.Quests { // as often as a chain may be long; circles end there
		moved := false
		for _, l := range c.Links {
			if column[l.To] <= column[l.From] && column[l.From]+1 < len(b.Quests) {
				column[l.To], moved = column[l.From]+1, true
			}
		}
		if !moved {
			break
		}
	}
	linked := map[*Quest]bool{}
	for _, l := range c.Links {
		linked[l.From], linked[l.To] = true, true
	}
	byColumn := map[int][]*Quest{}
	for _, q := range b.Quests {
		if linked[q] {
			byColumn[column[q]] = append(byColumn[column[q]], q)
		}
	}
	for i := range len(b.Quests) {
		if len(byColumn[i]) > 0 {
			c.Columns = append(c.Columns, byColumn[i])
		}
	}
	return c
}

// links returns the links between quests that are there, each pair once.
func (b *Book) links() (links []Link) {
	add := func(from, to *Quest, must bool) {
		known := slices.ContainsFunc(links, func(l Link) bool { return l.From == from && l.To == to })
		if from != nil && to != nil && from != to && !known {
			links = append(links, Link{from, to, must})
		}
	}
	for _, q := range b.Quests {
		for _, id := range q.Before {
			add(b.At(id), q, true)
		}
	}
	for _, q := range b.Quests {
		if q.Next > 0 {
			add(q, b.At(q.Next), false)
		}
	}
	return links
}
