package effectarea

import (
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/textfile"
)

// Settings returns what the document holds beside its zones, by key, such as SafePositions: each with its JSON. The error is a
// *jsontree.SyntaxError.
func Settings(data string) (list []textfile.Setting, err error) {
	text := strings.TrimPrefix(data, textfile.ByteOrderMark)
	root, err := jsontree.ParseNodes(text)
	if err != nil {
		return nil, err
	}
	mark := len(data) - len(text)
	for _, n := range root.Members {
		if n.Key == areasKey {
			continue
		}
		s := textfile.Setting{Path: n.Key, Value: string(jsontree.AppendValue(nil, n.Value)), Written: text[n.Start:n.End]}
		s.Start, s.End = mark+n.Start, mark+n.End
		list = append(list, s)
	}
	return list, nil
}
