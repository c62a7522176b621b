package web

import (
	"html"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var exampleLinks = regexp.MustCompile(`<dt><a class="code" href="([^"]*)"`)

// TestListsTakeFilters in the language of the API, together with the search and the filters of the page.
func TestListsTakeFilters(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	list := instance + "/types"
	for query, want := range map[string][]string{
		"?q=nominal%3E10": {"AKM"}, "?q=-usage:Military": {"Apple"}, "?q=a*&search=pp": {"Apple"}, "?q=app*&status=enabled": {"Apple"}, "?q=app*&usage=1": nil,
		"?q=name:akm,apple&sort=-name": {"Apple", "AKM"},
	} {
		if diff := cmp.Diff(want, b.get(list+query).names()); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	b.get(list+"?q=a*&sort=name&per_page=1").says(
		`name="q" value="a*"`, "Filter: a*", "2 types found", "q=a%2A&amp;sort=-name", "page=2&amp;per_page=1&amp;q=a%2A&amp;sort=name",
		"How to filter", ">usage:", "nominal&gt;10", `href="`+list+`/bulk?q=a%2A"`)
	b.get(list+"?search=a&status=enabled").says(`href="`+list+`/bulk?q=%22a%22&#43;enabled%3Ayes`, "Search: a", "Status: enabled")
	b.get(list).says("2 types", `/bulk?q=%2A"`).saysNot("types found")
}

func TestFiltersThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	b.get(instance+"/types?q=nominl%3E10").says(
		`aria-invalid="true" aria-describedby="filter-error"`, "This filter is not understood: “nominl&gt;10”: types have no field “nominl”.", `value="nominl&gt;10"`, "Clear search and filters")
	b.get(instance + "/types?q=problem:soon").says("This filter is not understood: problem is any,").saysNot("class=\"ledger")
}

// TestEveryExampleIsUnderstood by the list that shows it.
func TestEveryExampleIsUnderstood(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	furnishMore(b, instance)
	for _, p := range b.recordPages() {
		list := instance + "/" + p.Resource.Path
		for _, address := range exampleLinks.FindAllStringSubmatch(b.get(list).Body.String(), -1) {
			b.get(html.UnescapeString(address[1])).status(200).saysNot("not understood")
		}
	}
}
