package mission

import (
	"fmt"
	"strings"
)

// A batch of files that are stored as they came has at most so many bytes and files, so that others do not wait for long until they
// can write.
const (
	maxBatchBytes = 8 << 20
	maxBatchFiles = 1000
	// namedInSummary is how many files the summary of an import names.
	namedInSummary = 3
)

// batches cuts files, which are sorted by their kinds, into those that are stored in one transaction: one file that is read, or many
// that are not, each at a path of its own.
func batches(files []incomingFile) (list [][]incomingFile) {
	for len(files) > 0 {
		n, size, taken := 1, len(files[0].data), map[string]bool{files[0].key(): true}
		for files[0].kind.info().unread && n < min(len(files), maxBatchFiles) {
			next := files[n]
			if size += len(next.data); !next.kind.info().unread || size > maxBatchBytes || taken[next.key()] {
				break
			}
			taken[next.key()] = true
			n++
		}
		list, files = append(list, files[:n]), files[n:]
	}
	return list
}

// key tells files apart that are stored beside each other.
func (f *incomingFile) key() string {
	k := f.kind.info()
	if !k.several {
		return string(k.name)
	}
	return "/" + strings.ToLower(k.find(f.resolvedPath, nil))
}

// summaryOf is what the history calls an import of files at these paths.
func summaryOf(paths ...string) string {
	text := "import " + strings.Join(paths[:min(len(paths), namedInSummary)], ", ")
	if more := len(paths) - namedInSummary; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
