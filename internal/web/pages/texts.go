package pages

import "quartermaster/internal/web/ui"

// Text is the editor of a file as text. Texts have line feeds alone.
type Text struct {
	Path       string
	Kind       string
	Encoding   string
	Language   string // which the editor highlights
	Action     string
	Base       string // digest of the stored text
	Text       string // in the editor
	Stored     string
	Line       string // where the editor opens
	Error      string // why what was entered is not stored
	Problems   []TextProblem
	Broken     bool
	HasRecords bool // the file is of a kind with records
	IsNew      bool
	IsBinary   bool
	From       string    // path of the file whose text is in the editor; empty for its own
	Copy       *TextCopy // nil for a file that is no copy of another one
	Rename     ui.Form
	Delete     ui.Confirm
	Cancel     string
}

// TextCopy offers what can be done with a copy of another file.
type TextCopy struct {
	Of, Compare ui.Link
	Use         ui.Confirm
}

// TextProblem is something wrong with a text.
type TextProblem struct {
	Where        string // in words; empty if it is unknown
	Line, Column int
	Message      string
	IsError      bool
}

// Template names the page that draws the view.
func (Text) Template() string { return "text" }

// Rows returns the height of the editor without scripts, in lines.
func (Text) Rows() int { return 30 }

// Differs reports whether the editor holds something else than what is stored.
func (t Text) Differs() bool { return t.Text != t.Stored }
