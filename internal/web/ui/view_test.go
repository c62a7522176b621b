package ui

import "testing"

func TestCurrent(t *testing.T) {
	t.Parallel()
	const root = "/instances/iNsTaNcE01"
	tests := []struct {
		path, link string
		want       bool
	}{
		{root, root, true},
		{root + "/types", root, false},
		{root + "/types", root + "/types", true},
		{root + "/types/abc/edit", root + "/types", true},
		{root + "/types-of-mods", root + "/types", false},
		{root + "/events", root + "/types", false},
	}
	for _, test := range tests {
		page := &Page{Path: test.path, Section: &Section{URL: root}}
		if got := page.Current(Link{URL: test.link}); got != test.want {
			t.Errorf("at %s, %s current: %v, want %v", test.path, test.link, got, test.want)
		}
	}
}
