package ce

import (
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/textfile"
)

// Settings returns what attributes and the texts of elements say in a file, in its order, without elements of the names in except and what
// is in them. The error is a *SyntaxError.
func Settings(text string, except ...string) ([]textfile.Setting, error) {
	t, err := parseDocument(text)
	if err != nil {
		return nil, err
	}
	l := settingLister{tree: t, except: except}
	l.inside(0, "")
	return l.list, nil
}

type settingLister struct {
	*tree
	except []string
	list   []textfile.Setting
}

// inside lists the settings in an element, whose path is given.
func (l *settingLister) inside(parent int, path string) {
	count := map[string]int{}
	for i := range l.kids(parent) {
		e := l.elems[i]
		if slices.Contains(l.except, e.name) {
			continue
		}
		at := path + "/" + e.name
		if n := count[e.name]; n > 0 {
			at += "#" + strconv.Itoa(n+1)
		}
		count[e.name]++
		l.element(i, at)
		l.inside(i, at)
	}
}

func (l *settingLister) element(i int, path string) {
	for _, a := range l.attrs[l.elems[i].attrs:l.elems[i].attrsEnd] {
		l.add(path+"@"+a.name, a.valueStart, a.valueEnd)
	}
	if runs := l.textRuns(i); len(runs) == 1 {
		l.add(path, runs[0].start, runs[0].end)
	}
}

func (l *settingLister) add(path string, start, end int) {
	written := strings.TrimSpace(l.src[start:end])
	value := unescape(written)
	if strings.ContainsAny(written, `"'<`) {
		written = escape(value)
	}
	l.list = append(l.list, textfile.Setting{Path: path, Value: value, Written: written, Start: start, End: end})
}
