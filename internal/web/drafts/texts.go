package drafts

import (
	"quartermaster/internal/change"
	"quartermaster/internal/layers"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/ui"
)

// linesShown is how many lines of the comparison of a text are shown.
const linesShown = 200

// drawText draws the lines that a change makes of a text, and of a conflict those that were changed since.
func drawText(drawn *pages.ChangedField, c layers.Change) {
	before := layers.Plain(c.Before)
	var whole bool
	if drawn.Lines, whole = pages.HunksOf(change.Unified(before, layers.Plain(c.After), 1), linesShown); !whole {
		drawn.More = "Only the first " + ui.HumanCount(linesShown) + " lines are shown."
	}
	if !c.Clash {
		return
	}
	_, conflicts := change.MergeLines(before, layers.Plain(c.Now), layers.Plain(c.After))
	for _, one := range conflicts {
		drawn.NowLines = append(drawn.NowLines, pages.Replaced(one.Line, one.Base, one.Mine))
	}
}
