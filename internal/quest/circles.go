package quest

import "slices"

// Circles returns the groups of quests that can never be offered, because each must be done before another of its group. Each quest is in
// one group at most.
func (b *Book) Circles() (circles [][]*Quest) {
	seen := map[int64]bool{}
	for _, q := range b.Quests {
		if circle := b.circleOf(q); !seen[q.ID] && len(circle) > 0 {
			for _, member := range circle {
				seen[member.ID] = true
			}
			circles = append(circles, circle)
		}
	}
	return circles
}

// circleOf returns the quests that are both before a quest and behind it, with itself; none if it is not before itself.
func (b *Book) circleOf(q *Quest) (circle []*Quest) {
	before := b.allBefore(q)
	if !before[q.ID] {
		return nil
	}
	for _, other := range b.Quests {
		if before[other.ID] && b.allBefore(other)[q.ID] {
			circle = append(circle, other)
		}
	}
	return circle
}

// allBefore returns the numbers of all quests that must be done before a quest.
func (b *Book) allBefore(q *Quest) map[int64]bool {
	found := map[int64]bool{}
	for open := slices.Clone(q.Before); len(open) > 0; {
		id := open[len(open)-1]
		open = open[:len(open)-1]
		if found[id] {
			continue
		}
		found[id] = true
		if next := b.At(id); next != nil {
			open = append(open, next.Before...)
		}
	}
	return found
}

// IsStuck reports whether a quest that players get can never be finished: nobody takes it back, and it does not finish by itself. Chains
// in the mod's own examples hand over to the quest that follows.
func (q *Quest) IsStuck() bool {
	return !q.IsOld && len(q.Takers) == 0 && !q.Finishes && !q.Starts && q.Next == 0
}

// IsUnreachable reports whether players can never get a quest: nobody offers it, it does not start by itself, and no quest leads to it.
func (b *Book) IsUnreachable(q *Quest) bool {
	isNext := slices.ContainsFunc(b.Quests, func(other *Quest) bool { return other.Next == q.ID })
	return !q.IsOld && len(q.Givers) == 0 && !q.Starts && !isNext
}
