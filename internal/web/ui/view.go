package ui

import "slices"

// Page is the frame around every page: who is looking, where they are and what just happened.
type Page struct {
	Title       string
	Token       string   // CSRF token behind a mask; every form and the meta tag carry it
	Same        string   // the token without its mask, which no page shows
	Leads       Leads    // what of the page is shown; nil for all of it
	User        *User    // nil for a signed-out visitor
	Section     *Section // the instance that the page belongs to, nil outside of one
	Crumbs      []Link   // the way here, outermost first, without the page itself
	Place       *Place   // of the record in the list that the page was opened from; nil for none
	About       string   // by which comments name what the page is about; empty where it is nothing to comment on
	Comments    *Comments
	Actions     []Link   // what can be started from here; the first one is the main action
	Notices     []Notice // messages about what was just done
	ClassNames  string   // where class names are suggested; empty outside of an instance
	Path        string   // path of the request, marks the current entry of the navigation
	Description string   // for search engines and previews of links, of pages that need no account
}

// User is the signed-in account as the frame shows it.
type User struct {
	Name  string
	Admin bool
}

// Section is an instance with the navigation between its parts.
type Section struct {
	Name   string
	URL    string
	Groups []NavGroup
	Folds  bool   // groups with a title can be folded
	Import string // address that takes files which are dropped on any page; empty for none
	Draft  *Draft // what the instance is a draft of; nil for none
	Unsent Link   // what has changed since files were last sent or downloaded, and where it is sent; without a label for nothing
}

// Draft is the bar on the pages of a draft: whose copy it is, and what becomes of it.
type Draft struct {
	Of      Link // the instance that it is a draft of
	Text    string
	Compare Link
	Propose Link // where what it changes is reviewed; no label for where it is not
}

// NavGroup is a run of entries in a navigation.
type NavGroup struct {
	Title string // empty for entries that stand alone
	Icon  string // the name of its picture; empty for none
	Badge string // how much waits there; empty for nothing
	Waits string // what the badge counts
	Parts []NavGroup
	Links []Link // behind the parts
}

// Entries returns the entries of a group and of its parts.
func (g NavGroup) Entries() (links []Link) {
	for _, part := range g.Parts {
		links = append(links, part.Entries()...)
	}
	return append(links, g.Links...)
}

// Entries returns all entries of the navigation.
func (s *Section) Entries() []Link { return NavGroup{Parts: s.Groups}.Entries() }

// Link is a text that leads somewhere. A Download is a file, which the browser saves; a Quiet one is never drawn as the
// main action of a page.
type Link struct {
	Label    string
	URL      string
	Download bool
	Quiet    bool
}

// Quietly returns links of which none is drawn as the main action of a page.
func Quietly(links ...Link) []Link {
	for i := range links {
		links[i].Quiet = true
	}
	return links
}

// Tone is the meaning of a colour. It never stands alone: a text always says the same.
type Tone string

// The tones of notices and badges.
const (
	Neutral Tone = "neutral"
	Good    Tone = "good"
	Warn    Tone = "warn"
	Bad     Tone = "bad"
)

// Notice is a message at the top of a page.
type Notice struct {
	Tone Tone
	Text string
	Undo string `json:",omitempty"` // where a form takes back what was done; empty for none

	Links []Link `json:",omitempty"` // what may come next
}

// View is the content of one page. Template names the file in templates/pages that draws it.
type View interface {
	Template() string
}

// Empty stands where a list has nothing to show and says how to begin.
type Empty struct {
	Title  string
	Text   string
	Action *Link
}

// Current reports whether link is the page that is shown or an ancestor of it.
func (p *Page) Current(link Link) bool {
	if p.Section != nil && link.URL == p.Section.URL {
		return p.Path == link.URL
	}
	return within(p.Path, link.URL) && !p.hasNearer(link)
}

// Opens reports whether a group of the navigation is open: it holds the page that is shown, or has parts to choose from.
func (p *Page) Opens(group NavGroup) bool {
	return len(group.Parts) > 0 || slices.ContainsFunc(group.Links, p.Current)
}

// hasNearer reports whether another entry of the navigation is nearer to the page.
func (p *Page) hasNearer(link Link) bool {
	if p.Section == nil {
		return false
	}
	nearer := func(other Link) bool { return len(other.URL) > len(link.URL) && within(p.Path, other.URL) }
	return slices.ContainsFunc(p.Section.Entries(), nearer)
}

// within reports whether path is root or lies below it.
func within(path, root string) bool {
	if len(path) < len(root) || path[:len(root)] != root {
		return false
	}
	return len(path) == len(root) || path[len(root)] == '/'
}
