package settings_test

import (
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/web/webtest"
)

// Each genuine file comes back byte for byte after its import, and after every page of the editor was saved as it is.
func TestGenuineSettingsStayAsTheyAre(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	seen := map[string]bool{}
	genuineSettings(t, func(slug, name, text string) {
		if seen[text] {
			return
		}
		seen[text] = true
		instance := b.Instance(name)
		page := webtest.SettingsOf(instance) + "/" + slug
		b.ImportJSON(page, name, text).LeadsTo(page)
		if got := b.Get(page + "/generate").Status(200).Body.String(); got != text {
			t.Errorf("%s: generated otherwise than imported", name)
		}
		revision := b.SettingRevision(instance)
		saveEveryPlace(t, b, page)
		if got := b.SettingText(instance, slug); got != strings.TrimPrefix(text, "\ufeff") || b.SettingRevision(instance) != revision {
			t.Errorf("%s: saving every page as it is changed the file", name)
		}
	})
	t.Logf("%d files", len(seen))
}

// saveEveryPlace saves the pages of a settings file as they are. It finds them by their links: one element of each list is enough.
func saveEveryPlace(t *testing.T, b *webtest.Browser, start string) {
	queue, seen := []string{start}, map[string]bool{}
	for i := 0; i < len(queue); i++ {
		page := webtest.ParseHTML(t, b.Get(queue[i]).Status(200).Body.String())
		form, action := webtest.UntouchedForm(t, page, "setting")
		b.SendForm(action, form).LeadsTo(queue[i])
		for _, link := range page.Named("a") {
			target := strings.ReplaceAll(link.Attrs["href"], "&amp;", "&")
			place, err := url.Parse(target)
			if err != nil || !strings.HasPrefix(target, start+"?at=") || place.Query().Has("new") {
				continue
			}
			if list := withoutNumbers(place.Query().Get("at")); !seen[list] {
				seen[list] = true
				queue = append(queue, target)
			}
		}
	}
}

func withoutNumbers(path string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, path)
}

func TestGenuineSettingsChangeInOneLine(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	changes := map[string][2]string{"general": {"LampAmount_OneInX", "9"}, "raid": {"SafeRaidToolCycles", "77"}, "ai": {"AccuracyMin", "0.11"}}
	genuineSettings(t, func(slug, name, text string) {
		change, known := changes[slug]
		if !known || !strings.Contains(text, `"`+change[0]+`"`) {
			return
		}
		instance := b.Instance(name)
		page := webtest.SettingsOf(instance) + "/" + slug
		b.ImportJSON(page, name, text).LeadsTo(page)
		form, action := b.OpenForm(t, page)
		b.SendForm(action, form.With(change[0], change[1])).LeadsTo(page)
		if n := differentLines(text, b.SettingText(instance, slug)); n != 1 {
			t.Errorf("%s: %d lines differ", name, n)
		}
	})
}

// differentLines counts the lines that are not the same; -1 where one text has more of them.
func differentLines(a, b string) (n int) {
	lines, others := strings.Split(a, "\n"), strings.Split(b, "\n")
	if len(lines) != len(others) {
		return -1
	}
	for i := range lines {
		if lines[i] != others[i] {
			n++
		}
	}
	return n
}
