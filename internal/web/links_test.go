package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestEveryPageIsSound walks from the front page through every link of the site and holds that each page is well made and
// that every link and every form on it leads somewhere.
func TestEveryPageIsSound(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", true)
	furnishMore(b, furnish(b))
	for name, start := range map[string]struct {
		*browser
		path string
	}{"member": {b, "/instances"}, "visitor": {s.visitor(), "/"}} {
		t.Run(name, func(t *testing.T) {
			walk(t, start.browser, start.path)
		})
	}
}

// furnish makes an instance with what files bring.
func furnish(b *browser) string {
	instance := b.instance("Livonia & <Hardcore>")
	b.importing(instance, map[string]string{"mode": "merge"}, uploaded{"types.xml", typesXML}, uploaded{"events.xml", eventsXML}).status(200)
	b.add(instance, record.InstanceClassnames, record.Values{"name": "Sur<name>"})
	return instance
}

const typesXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<types>
    <type name="AKM">
        <nominal>20</nominal>
        <lifetime>28800</lifetime>
        <restock>0</restock>
        <min>10</min>
        <quantmin>-1</quantmin>
        <quantmax>-1</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>
        <category name="weapons"/>
        <usage name="Military"/>
        <usage name="Coast"/>
        <value name="Tier4"/>
    </type>
    <type name="Apple">
        <lifetime>5400</lifetime>
        <usage name="Farm"/>
    </type>
</types>
`

const eventsXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<events>
    <event name="VehicleHatchback">
        <nominal>8</nominal>
        <min>5</min>
        <max>11</max>
        <lifetime>300</lifetime>
        <restock>0</restock>
        <saferadius>500</saferadius>
        <distanceradius>500</distanceradius>
        <cleanupradius>200</cleanupradius>
        <flags deletable="0" init_random="0" remove_damaged="1"/>
        <position>fixed</position>
        <limit>mixed</limit>
        <active>1</active>
        <children>
            <child lootmax="0" lootmin="0" max="5" min="3" type="Hatchback"/>
            <child lootmax="0" lootmin="0" max="4" min="2" type="Hatchback_Blue"/>
        </children>
    </event>
</events>
`

func walk(t *testing.T, b *browser, start string) {
	queue, seen := []string{start}, map[string]bool{start: true}
	for len(queue) > 0 {
		path := queue[0]
		queue = queue[1:]
		if path == "/docs/openapi.json" {
			continue // served beside the pages
		}
		got := b.get(path)
		if location := got.Header().Get("Location"); got.Code == http.StatusFound {
			got.t = t
			queue, seen = visit(queue, seen, strings.TrimPrefix(location, "http://qm.test"))
			continue
		}
		if got.Code != http.StatusOK {
			t.Fatalf("%s: status %d", path, got.Code)
		}
		if !strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") {
			continue
		}
		for _, target := range soundPage(t, b, path, got.Body.String()) {
			queue, seen = visit(queue, seen, target)
		}
	}
	t.Logf("%d addresses", len(seen))
	if len(seen) < 3 {
		t.Errorf("only %d pages were found", len(seen))
	}
}

func visit(queue []string, seen map[string]bool, path string) ([]string, map[string]bool) {
	if key := samePages(path); !seen[key] {
		seen[key] = true
		queue = append(queue, path)
	}
	return queue, seen
}

// samePages is the same for addresses whose pages differ in their rows alone: of the many ways to narrow a list and to come from one
// to a form, the first is followed.
func samePages(path string) string {
	address, err := url.Parse(path)
	if err != nil {
		return path
	}
	query := address.Query()
	for _, name := range []string{"q", "list", "back"} {
		if query.Has(name) {
			query.Set(name, "")
		}
	}
	return address.Path + "?" + query.Encode()
}

// soundPage checks a page and returns where its links lead.
func soundPage(t *testing.T, b *browser, path, body string) []string {
	t.Helper()
	page := parseHTML(t, body)
	checkIDs(t, page)
	checkLabels(t, page)
	checkReferences(t, page)
	checkPolicy(t, page)
	checkForms(t, page, tokenPattern.FindStringSubmatch(body)[1])
	checkAssets(t, page)
	if n := len(page.named("h1")); n != 1 {
		t.Errorf("%s: %d h1 elements, want 1", path, n)
	}
	for _, form := range page.named("form") {
		checkRoute(t, b, path, form, page)
	}
	var targets []string
	for _, link := range page.named("a") {
		target := strings.ReplaceAll(link.attrs["href"], "&amp;", "&")
		if target, _, _ = strings.Cut(target, "#"); target != "" {
			targets = append(targets, target)
		}
	}
	return targets
}

// checkRoute demands that a form is sent to a route.
func checkRoute(t *testing.T, b *browser, path string, form *element, page document) {
	t.Helper()
	method := strings.ToUpper(form.attrs["method"])
	for _, input := range page.named("input") {
		if input.attrs["name"] == "_method" && input.parents[len(input.parents)-1] == form {
			method = input.attrs["value"]
		}
	}
	target, err := url.Parse(form.attrs["action"])
	if err != nil || !slices.Contains(strings.Split(b.do(httptest.NewRequest(http.MethodOptions, target.Path, nil)).Header().Get("Allow"), ","), method) {
		t.Errorf("%s: the form %s %s leads nowhere", path, method, form.attrs["action"])
	}
}
