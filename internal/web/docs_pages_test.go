package web_test

import (
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/httpd"
	"quartermaster/internal/problem"
	"quartermaster/internal/web/apidocs"
	"quartermaster/internal/web/webtest"
)

// TestDocsAreForEveryone: neither a sign-in nor a session is needed, and none is begun.
func TestDocsAreForEveryone(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	first := s.Visitor().Get(apidocs.URL).Status(200)
	first.Says("29 resources", "141 endpoints", "42 of them", "22 resources are writable", "export QM=http://qm.test", "1 MB")
	if cookie := first.Header().Get("Set-Cookie"); cookie != "" {
		t.Errorf("a session begins: %s", cookie)
	}
	s.Visitor().Get(apidocs.URL + "/no-such-resource").Status(404)
	s.User("Ada", false).Get(apidocs.URL+"/types").Status(200).Says("Ada", "export QM=http://qm.test")
	s.Visitor().Get("/").Says(`href="` + apidocs.URL + `"`)
}

// TestErrorsHaveTheirPages: the address of each type of problem leads to its page, and the pages it names are there.
func TestErrorsHaveTheirPages(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).Visitor()
	index := b.Get(problem.URL).Status(200).Says("application/problem+json")
	named := regexp.MustCompile(`href="(/docs/[^"#]*)"`)
	for _, kind := range problem.Types() {
		index.Says(`href="` + kind.URL() + `"`)
		page := b.Get(kind.URL()).Status(200).Says(kind.Title, kind.Name, "What it means", "When it occurs", "What to do")
		for _, link := range named.FindAllStringSubmatch(page.Body.String(), -1) {
			b.Get(link[1]).Status(200)
		}
	}
	invalid := b.Get(problem.Invalid.URL())
	for _, rule := range problem.Rules() {
		invalid.Says(`<span class="code">` + rule.Name + `</span>`)
	}
	b.Get(problem.URL + "/none").Status(404)
}

func TestDocsTellOfDeprecation(t *testing.T) {
	t.Parallel()
	for _, s := range docsSamples()[:2] {
		body := renderSample(t, s).Body.String()
		if s.name == "docs-resource" && !strings.Contains(body,
			"It stops working on 2027-03-01. Use <span class=\"code path\">/api/v2/instances/{instance}/spawnable-types</span>") {
			t.Errorf("%s does not tell of the deprecation", s.name)
		}
	}
}

// documentation is read on a phone, and an example is copied.
func documentation(t *testing.T, s *webtest.Site, b *webtest.Tab) {
	t.Helper()
	b.SignIn(s.User("Dana", false).User.Email)
	b.Open("/profile")
	b.Follow(chromedp.Click(chromedp.CSS(`.sheet-head a[href="/docs/api"]`)))
	b.Size(360, 700)
	for _, path := range []string{apidocs.URL, apidocs.URL + "/effect-areas"} {
		b.Open(path)
		if over := webtest.Evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d pixels wider than the screen", path, over)
		}
	}
	b.Do(chromedp.Click(chromedp.CSS(`[data-copy="example-patch-request"]`)))
	b.Until(`document.querySelector('[data-copy="example-patch-request"]').innerText !== "Copy"`)
	b.TabTo(`#example-patch-request`)
}

var description = regexp.MustCompile(`<meta name="description" content="([^"]{20,160})">`)

// TestPublicPagesDescribeThemselves to search engines and in previews of links, each in its own words.
func TestPublicPagesDescribeThemselves(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	s.User("Ada", false)
	routes := &routesMet{}
	s.Handler = httpd.Wrap(httpd.Config{Logger: slog.New(slog.DiscardHandler), Observers: []httpd.Observer{routes}}, s.Pages,
		http.HandlerFunc(s.Pages.Failed))
	visitor, of := s.Visitor(), map[string]string{}
	public := pageOfEachRoute(visitor, routes, "/", "/login", "/register", apidocs.RulesURL, problem.URL)
	if len(public) < 9 {
		t.Errorf("the links lead to %d routes", len(public))
	}
	for _, path := range public {
		found := description.FindStringSubmatch(visitor.Get(path).Body.String())
		if found == nil {
			t.Errorf("%s has no description of 20 to 160 characters", path)
		} else if other := of[found[1]]; other != "" {
			t.Errorf("%s and %s have one description", path, other)
		} else {
			of[found[1]] = path
		}
	}
}
