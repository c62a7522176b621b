package finder_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/webtest"
)

var exampleLinks = regexp.MustCompile(`<dt><a class="code" href="([^"]*)"`)

// TestListsTakeFilters in the language of the API, together with the search and the filters of the page.
func TestListsTakeFilters(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance := b.Instance("A")
		b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
		list := instance + "/types"
		for query, want := range map[string][]string{
			"?q=nominal%3E10":              {"AKM"},
			"?q=-usage:Military":           {"Apple"},
			"?q=a*&search=pp":              {"Apple"},
			"?q=app*&status=enabled":       {"Apple"},
			"?q=app*&usage=1":              nil,
			"?q=name:akm,apple&sort=-name": {"Apple", "AKM"},
		} {
			if diff := cmp.Diff(want, b.Get(list+query).Names()); diff != "" {
				t.Errorf("%s: %s", query, diff)
			}
		}
		b.Get(list+"?q=a*&sort=name&per_page=1").Says(
			`name="q" value="a*"`, "Search: a*", "2 of 2 types", "q=a%2A&amp;sort=-name", "page=2&amp;per_page=1&amp;q=a%2A&amp;sort=name",
			"How to filter", ">usage:", "nominal&gt;10", `href="`+list+`/bulk?q=a%2A"`)
		b.Get(list+"?search=a&status=enabled").Says(`href="`+list+`/bulk?q=%22a%22&#43;enabled%3Ayes`, "Search: a", "Enabled: yes")
		b.Get(list).Says("2 types", `/bulk?q=%2A"`).SaysNot("of 2 types")
	})
}

func TestFiltersThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance := b.Instance("A")
		b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
		b.Get(instance+"/types?q=nominl%3E10").Says(
			`aria-invalid="true" aria-describedby="filter-error"`,
			"This filter is not understood: “nominl&gt;10”: types have no field “nominl”; did you mean nominal?", `value="nominl&gt;10"`,
			"Clear search and filters")
		b.Get(instance + "/types?q=problem:soon").Says("This filter is not understood: “problem:soon”: problem is any,").SaysNot("class=\"ledger")
	})
}

// TestEveryExampleIsUnderstood by the list that shows it.
func TestEveryExampleIsUnderstood(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
	webtest.FurnishMore(b, instance)
	for _, p := range b.RecordPages() {
		list := instance + "/" + p.Resource.Path
		for _, address := range exampleLinks.FindAllStringSubmatch(b.Get(list).Body.String(), -1) {
			b.Get(html.UnescapeString(address[1])).Status(200).SaysNot("not understood")
		}
	}
}

var facetLinks = regexp.MustCompile(`<li><a href="([^"]*)"( class="chosen")?><span>.*?</span> <span class="facet-count">([0-9,]+)</span>`)

// facets returns the addresses of a page's facets with their counts.
func facets(a webtest.Answer, t *testing.T, chosen bool) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, match := range facetLinks.FindAllStringSubmatch(a.Status(200).Body.String(), -1) {
		if (match[2] != "") == chosen {
			found[html.UnescapeString(match[1])] = match[3]
		}
	}
	return found
}

// TestFacetsCountWhatTheyFind in every list; chosen ones lead back.
func TestFacetsCountWhatTheyFind(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
	webtest.FurnishMore(b, instance)
	followed := 0
	for _, c := range append(append(b.RecordPages(), b.DocumentPages()...), b.Pages.CollectionsIn(record.Reference)...) {
		list := instance + "/" + c.Resource.Path
		if c.Resource.Scope == record.Reference {
			list = site.ReferenceURL + "/" + c.Resource.Path
		}
		if c.Resource.HoldsDocuments() {
			list = strings.Replace(instance, "instances", "instance", 1) + documents.Base[len("/instance/{instance}"):] + "/" + webtest.Segment(c)
		}
		for address, count := range facets(b.Get(list), t, false) {
			one := b.Get(address).Says(`>`+count+` of `, `class="chosen"`)
			if _, leadsBack := facets(one, t, true)[list]; !leadsBack {
				t.Errorf("%s does not lead back to %s: %v", address, list, facets(one, t, true))
			}
			followed++
		}
	}
	if followed < 30 {
		t.Errorf("only %d facets were followed", followed)
	}
}

// TestPartsOfLists are the rows and the facets without a page around them, and what completes a filter.
func TestPartsOfLists(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
	list := instance + "/types"
	b.Get(list+"/rows?q=ak&sort=-name").Says("1 of 2 types", `href="`+list+`?sort=-name"`, `/types?q=ak&amp;sort=name"`).SaysNot("<html",
		"Narrow down")
	b.Get(list+"/rows?q=nominl:1").Says("This filter is not understood", `data-wrong role="alert"`)
	b.Get(list+"/facets?q=ak").Says("Narrow down", "weapons", "q=ak&#43;cat%3Aweapons").SaysNot("<html", "<table")
	b.Get(list+"/completion").Says(`{"name":"nominal","label":"Nominal","number":true}`, `"name":"usage","label":"Usages","values":["`,
		`"values":["db/types.xml"]`, `{"name":"problem"`)
	for _, part := range []string{"/rows", "/facets", "/completion"} {
		b.Site.User("Bo"+part[1:], false).Get(list + part).Status(403)
	}
}
