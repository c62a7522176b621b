package mission_test

import (
	"regexp"
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

var rootElement = regexp.MustCompile(`<([a-z]\w*)`)

// Whatever an owner has in a file without entries: an update puts those of the upload into its root.
func TestAnUpdateOfAFileWithoutEntriesCanBeRead(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, s := range samples() {
		root := rootElement.FindStringSubmatch(s.text)
		if !strings.HasSuffix(s.path, ".xml") || root == nil {
			continue
		}
		for _, mine := range []string{"<R/>", "<R></R>\n", "<R>\n<!-- own -->\n</R>\n", declaration + "<R>\r\n\t</R>"} {
			w.newInstance()
			mine = strings.ReplaceAll(mine, "R", root[1])
			w.load(mission.Merge, s.path, mine)
			w.update(mission.Options{Base: mission.AutoBase}, mission.Upload{Path: s.path, Data: []byte(s.text)})
			text := w.serverFile(s.path)
			if problem := w.unsettled(); problem != "" {
				t.Errorf("%q: %s", mine, problem)
			}
			if !strings.HasPrefix(strings.TrimPrefix(text, declaration), "<"+root[1]) ||
				strings.Count(text, "<!-- own -->") != strings.Count(mine, "own") {
				t.Errorf("%q is written as\n%s", mine, text)
			}
			w.newInstance()
			if report := w.load(mission.Replace, s.path, text); report.Created != s.records || report.Status != mission.Imported {
				t.Errorf("after an update of %q it has %d entries: %s\n%s", mine, report.Created, mission.Sentence(report.Error), text)
			}
		}
	}
}
