package pages

import "quartermaster/internal/web/ui"

// Quests is the page of the quests of the mod.
type Quests struct {
	Lead   string
	Empty  *ui.Empty
	Chart  *QuestChart // nil where no quest hangs together with another
	Quests []Quest
	Others []QuestFile // characters and objectives
}

// Quest is a quest in the list.
type Quest struct {
	ID         int64
	Name, URL  string
	Said       string
	Off, Stuck bool
}

// QuestFile is a character or an objective.
type QuestFile struct{ Title, Name, URL string }

// QuestChart is the drawing of what comes before what, in pixels, and the same in words.
type QuestChart struct {
	Width, Height int
	Boxes         []QuestBox
	Lines         []QuestLine
	Words         []string
}

// QuestBox is a quest in the drawing.
type QuestBox struct {
	X, Y, TextX, TextY, Width, Height int
	Name                              string
	Off                               bool
}

// QuestLine leads from a quest to one behind it.
type QuestLine struct {
	X1, Y1, X2, Y2 int
	Must           bool
}

// Template names the page that draws the view.
func (Quests) Template() string { return "quests" }

// NewQuest is the page that makes a quest from a few answers.
type NewQuest struct {
	Lead    string
	Form    ui.Form
	Action  string     // where the answers are sent
	Create  string     // where the plan is carried out
	Plan    *QuestPlan // nil until all is answered
	Refused string     // why there is none all the same
}

// QuestPlan is what would be made.
type QuestPlan struct {
	Summary []string
	Files   []QuestPlanFile
}

// QuestPlanFile is a file that would be made.
type QuestPlanFile struct{ Path, Text string }

// Template names the page that draws the view.
func (NewQuest) Template() string { return "new-quest" }
