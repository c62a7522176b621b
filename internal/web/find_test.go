package web

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/web/documents"
	"quartermaster/internal/web/site"
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
		`name="q" value="a*"`, "Search: a*", "2 of 2 types", "q=a%2A&amp;sort=-name", "page=2&amp;per_page=1&amp;q=a%2A&amp;sort=name",
		"How to filter", ">usage:", "nominal&gt;10", `href="`+list+`/bulk?q=a%2A"`)
	b.get(list+"?search=a&status=enabled").says(`href="`+list+`/bulk?q=%22a%22&#43;enabled%3Ayes`, "Search: a", "Enabled: yes")
	b.get(list).says("2 types", `/bulk?q=%2A"`).saysNot("of 2 types")
}

func TestFiltersThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	b.get(instance+"/types?q=nominl%3E10").says(
		`aria-invalid="true" aria-describedby="filter-error"`, "This filter is not understood: “nominl&gt;10”: types have no field “nominl”; did you mean nominal?", `value="nominl&gt;10"`, "Clear search and filters")
	b.get(instance + "/types?q=problem:soon").says("This filter is not understood: “problem:soon”: problem is any,").saysNot("class=\"ledger")
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

var facetLinks = regexp.MustCompile(`<li><a href="([^"]*)"( class="chosen")?><span>.*?</span> <span class="facet-count">([0-9,]+)</span>`)

// facets returns the addresses of a page's facets with their counts.
func (a answer) facets(t *testing.T, chosen bool) map[string]string {
	t.Helper()
	found := map[string]string{}
	for _, match := range facetLinks.FindAllStringSubmatch(a.status(200).Body.String(), -1) {
		if (match[2] != "") == chosen {
			found[html.UnescapeString(match[1])] = match[3]
		}
	}
	return found
}

// TestFacetsCountWhatTheyFind in every list; chosen ones lead back.
func TestFacetsCountWhatTheyFind(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	furnishMore(b, instance)
	followed := 0
	for _, c := range append(append(b.recordPages(), b.documentPages()...), b.web.CollectionsIn(record.Reference)...) {
		list := instance + "/" + c.Resource.Path
		if c.Resource.Scope == record.Reference {
			list = site.ReferenceURL + "/" + c.Resource.Path
		}
		if c.Resource.HoldsDocuments() {
			list = strings.Replace(instance, "instances", "instance", 1) + documents.Base[len("/instance/{instance}"):] + "/" + segment(c)
		}
		for address, count := range b.get(list).facets(t, false) {
			one := b.get(address).says(`>`+count+` of `, `class="chosen"`)
			if _, leadsBack := one.facets(t, true)[list]; !leadsBack {
				t.Errorf("%s does not lead back to %s: %v", address, list, one.facets(t, true))
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
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"db/types.xml", typesXML}).status(200)
	list := instance + "/types"
	b.get(list+"/rows?q=ak&sort=-name").says("1 of 2 types", `href="`+list+`?sort=-name"`, `/types?q=ak&amp;sort=name"`).saysNot("<html", "Narrow down")
	b.get(list+"/rows?q=nominl:1").says("This filter is not understood", `data-wrong role="alert"`)
	b.get(list+"/facets?q=ak").says("Narrow down", "weapons", "q=ak&#43;cat%3Aweapons").saysNot("<html", "<table")
	b.get(list+"/completion").says(`{"name":"nominal","label":"Nominal","number":true}`, `"name":"usage","label":"Usages","values":["`, `"values":["db/types.xml"]`, `{"name":"problem"`)
	for _, part := range []string{"/rows", "/facets", "/completion"} {
		b.testSite.user("Bo"+part[1:], false).get(list + part).status(403)
	}
}
