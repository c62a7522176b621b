package ui

// FormView is a page of one form: sign-in, registration, and the create and edit pages of every resource.
type FormView struct {
	Lead    string   // what the form is for
	Facts   []string // what to know before sending it, such as what a deletion takes along
	Form    Form
	Narrow  bool   // a small form in the middle of the page
	Ways    []Link // other ways to the same, as buttons below the form
	Passkey *Passkey
	Prompts []Prompt
	Delete  *Confirm
	Also    *Loaded // below the form
	Effect  *Effect

	Suggestions []Suggestions
}

// Passkey is a form that a passkey answers, by a script; without scripts it is not shown.
type Passkey struct {
	Action    string
	Challenge string // address that the script asks
	Submit    string
	New       bool // a new one is made
}

// Loaded is a part of a page that is shown from another page when somebody scrolls to it; without scripts it leads there.
type Loaded struct {
	Title string
	Link  Link
}

// Effect is a part below a form that shows what its values would do before they are saved; without scripts it opens a page with that.
type Effect struct {
	Title, Text, Submit string
	URL                 string // where the form is sent
	Tried, Row          string // where scripts ask while somebody types, and what the record is called there; empty for nowhere
}

// Suggestions are texts to choose from; the browser offers those that fit what is typed.
type Suggestions struct {
	ID     string
	URL    string // where scripts ask for those that fit; empty where Values are all
	Values []string
}

// Place is where a record stands in a list, with the forms of the records before and after it, which are nil at its ends.
type Place struct {
	List       string // its address, at the page with the record
	Position   string // "12 of 341 types"; empty where the list does not hold the record
	Prev, Next *Link
}

// Prompt leads to the other way: "No account yet? Register".
type Prompt struct {
	Text string
	Link Link
}

// ListView is a page of one table.
type ListView struct {
	Lead  string
	Table Table
}

// Template names the page that draws the view.
func (FormView) Template() string { return "form-page" }

// Template names the page that draws the view.
func (ListView) Template() string { return "list" }
