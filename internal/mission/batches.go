package mission

import (
	"strings"

	"quartermaster/internal/say"
)

// The largest batch of unread files that is stored in one transaction: other writers wait until it ends.
const (
	maxBatchBytes = 8 << 20
	maxBatchFiles = 1000
	// namedInSummary limits the files that the summary of an import names.
	namedInSummary = 3
)

// batches divides files, sorted by kind, into groups that are each stored in one transaction: a single file that is read, or many
// unread ones with different paths.
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

// key is equal for files that would be stored at the same path.
func (f *incomingFile) key() string {
	k := f.kind.info()
	if !k.several {
		return string(k.name)
	}
	return "/" + strings.ToLower(k.find(f.resolvedPath, nil))
}

// summaryOf returns the summary in the history of an import of the files at these paths.
func summaryOf(paths ...string) say.Message {
	if more := len(paths) - namedInSummary; more > 0 {
		return say.New("import-more", "files", paths[:namedInSummary], "n", more)
	}
	return say.New("import", "files", paths)
}
