package web_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"

	"quartermaster/internal/web/webtest"
)

// reachable are the roles of what a reader of the screen can do something with: each has to have a name.
var reachable = []string{
	"button", "checkbox", "combobox", "link", "listbox", "menuitem", "option", "radio", "searchbox", "slider", "spinbutton", "switch",
	"textbox", "grid", "region", "navigation", "table",
}

// readAloud walks through a list, a form, a grid and the map as a reader of the screen meets them: all that can be reached has a name, and
// what a page is about comes in its order.
func readAloud(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	user := s.User("Rea", false)
	instance := webtest.Furnish(user)
	webtest.FurnishMore(user, instance)
	b.SignIn("rea@example.org")
	for _, page := range []struct {
		path, ready string
		meets       []string // roles and names, in this order
	}{
		{"/types", `true`, []string{
			"banner", "navigation Breadcrumb", "navigation Livonia & <Hardcore>", "main", "heading Types", "combobox Search by class name or filter",
			"complementary Narrow down", "table Types. Rows 1 to 2 of 2.", "columnheader Class name", "rowheader AKM",
			"checkbox Select AKM", "link AKM", "cell 20", "cell weapons",
		}},
		{"/types/grid", `document.querySelector(".grid-table tbody tr") !== null`, []string{
			"main", "heading Grid of types", "combobox Filter", "button Columns", "grid Types", "columnheader Row number",
			"columnheader Class name", "columnheader Nominal",
			"rowheader AKM", "gridcell 20", "button Save", "button Review",
		}},
		{"/map", `document.querySelector(".map-list") !== null`, []string{
			"main", "heading Map", "region Map of Livonia & <Hardcore>", "searchbox Filter", "button Add",
			"application Map of Livonia & <Hardcore>", "button Zoom in", "checkbox Buildings and roads", "button Save", "button Discard",
		}},
	} {
		b.Open(instance + page.path)
		b.Until(page.ready)
		expectWalk(b, page.path, page.meets)
	}
	b.Open(instance + "/types")
	b.Follow(chromedp.Click(chromedp.CSS(`tbody th a`)))
	expectWalk(b, "the form of a type", []string{
		"main", "navigation In the list", "link Next", "heading AKM", "combobox Category", "checkbox Enabled", "group Count",
		"spinbutton Nominal", "spinbutton Min", "textbox Lifetime", "group Usages", "checkbox Coast", "group Values",
		"group Counting", "button Save",
	})
}

// expectWalk holds that a page reads sensibly.
func expectWalk(b *webtest.Tab, page string, meets []string) {
	b.TB.Helper()
	tree, err := chromedp.Call(b, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	if err != nil {
		b.TB.Fatal(err)
	}
	walk := walkOf(tree.Nodes)
	for _, step := range walk {
		if role, name, _ := strings.Cut(step, " "); name == "" && slices.Contains(reachable, role) {
			b.TB.Errorf("%s: a %s without a name", page, role)
		}
	}
	for _, want := range meets {
		at := slices.Index(walk, want)
		if at < 0 {
			b.TB.Errorf("%s: no %q after what comes before it, but\n%s", page, want, strings.Join(walk, "\n"))
			return
		}
		walk = walk[at+1:]
	}
}

// walkOf returns the roles and names of what is read, in the order in which it is.
func walkOf(nodes []*accessibility.Node) (walk []string) {
	byID := map[accessibility.NodeID]*accessibility.Node{}
	for _, n := range nodes {
		byID[n.NodeID] = n
	}
	var read func(n *accessibility.Node)
	read = func(n *accessibility.Node) {
		if role := textOfValue(n.Role); !n.Ignored && role != "" && role != "generic" && role != "InlineTextBox" && role != "StaticText" {
			walk = append(walk, strings.TrimSpace(role+" "+textOfValue(n.Name)))
		}
		for _, id := range n.ChildIDs {
			if child := byID[id]; child != nil {
				read(child)
			}
		}
	}
	if len(nodes) > 0 {
		read(nodes[0])
	}
	return walk
}

// textOfValue returns a role or a name; empty for none.
func textOfValue(v *accessibility.Value) string {
	if v == nil {
		return ""
	}
	var text string
	_ = json.Unmarshal(v.Value, &text)
	return text
}
