package web

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"quartermaster/internal/problem"
	"quartermaster/internal/web/apidocs"
)

// TestDocsAreForEveryone: neither a sign-in nor a session is needed, and none is begun.
func TestDocsAreForEveryone(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	first := s.visitor().get(apidocs.URL).status(200)
	first.says("29 resources", "141 endpoints", "42 of them", "22 resources are writable", "export QM=http://qm.test", "1 MB")
	if cookie := first.Header().Get("Set-Cookie"); cookie != "" {
		t.Errorf("a session begins: %s", cookie)
	}
	s.visitor().get(apidocs.URL + "/no-such-resource").status(404)
	s.user("Ada", false).get(apidocs.URL+"/types").status(200).says("Ada", "export QM=http://qm.test")
	s.visitor().get("/").says(`href="` + apidocs.URL + `"`)
}

// TestErrorsHaveTheirPages: the address of each type of problem leads to its page, and the pages it names are there.
func TestErrorsHaveTheirPages(t *testing.T) {
	t.Parallel()
	b := openSite(t).visitor()
	index := b.get(problem.URL).status(200).says("application/problem+json")
	named := regexp.MustCompile(`href="(/docs/[^"#]*)"`)
	for _, kind := range problem.Types() {
		index.says(`href="` + kind.URL() + `"`)
		page := b.get(kind.URL()).status(200).says(kind.Title, kind.Name, "What it means", "When it occurs", "What to do")
		for _, link := range named.FindAllStringSubmatch(page.Body.String(), -1) {
			b.get(link[1]).status(200)
		}
	}
	invalid := b.get(problem.Invalid.URL())
	for _, rule := range problem.Rules() {
		invalid.says(`<span class="code">` + rule.Name + `</span>`)
	}
	b.get(problem.URL + "/none").status(404)
}

func TestDocsTellOfDeprecation(t *testing.T) {
	t.Parallel()
	for _, s := range docsSamples()[:2] {
		body := renderSample(t, s).Body.String()
		if s.name == "docs-resource" && !strings.Contains(body, "It stops working on 2027-03-01. Use <span class=\"code path\">/api/v2/instances/{instance}/spawnable-types</span>") {
			t.Errorf("%s does not tell of the deprecation", s.name)
		}
	}
}

// documentation is read on a phone, and an example is copied.
func documentation(t *testing.T, s *testSite, b *tab) {
	t.Helper()
	b.signIn(s.user("Dana", false).user.Email)
	b.open("/profile")
	b.follow(chromedp.Click(chromedp.CSS(`.sheet-head a[href="/docs/api"]`)))
	b.size(360, 700)
	for _, path := range []string{apidocs.URL, apidocs.URL + "/effect-areas"} {
		b.open(path)
		if over := evaluate[int](b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s is %d pixels wider than the screen", path, over)
		}
	}
	b.do(chromedp.Click(chromedp.CSS(`[data-copy="example-patch-request"]`)))
	b.until(`document.querySelector('[data-copy="example-patch-request"]').innerText !== "Copy"`)
	b.tabTo(`#example-patch-request`)
}
