package pack

import (
	"crypto/sha256"
	"fmt"
	"sync"

	"quartermaster/internal/document"
)

// memory holds the documents that large texts were last, so that opening and saving a file does not take it apart again and again. What it
// holds follows from packs, path and text alone. It is safe for concurrent use; nil remembers nothing.
type memory struct {
	mu   sync.Mutex
	docs []remembered // the last used one last
	size int          // of their texts
}

type remembered struct {
	by   *Set
	path string
	sum  [sha256.Size]byte
	size int
	is   *document.Document
}

// Bounds of what is remembered, in bytes of texts: smaller ones are taken apart quickly, larger ones take too much room.
const leastRemembered, mostRemembered = 64 << 10, 8 << 20

// taking makes the document that a file is; nil for one without a form.
type taking func() *document.Document

// document returns what a file is by a set of packs, which take tells of one that is not known. The document is the caller's own; its
// values are shared.
func (m *memory) document(by *Set, file string, texts []string, take taking) *document.Document {
	sum, size := sha256.New(), 0
	for _, text := range texts {
		size += len(text)
	}
	if m == nil || size < leastRemembered || size > mostRemembered {
		return take()
	}
	for _, text := range texts {
		fmt.Fprintln(sum, len(text), text)
	}
	wanted := remembered{by: by, path: file, sum: [sha256.Size]byte(sum.Sum(nil)), size: size}
	if known := m.find(wanted); known != nil {
		return copyOf(known)
	}
	if wanted.is = take(); wanted.is == nil {
		return nil
	}
	m.put(wanted)
	return copyOf(wanted.is)
}

// copyOf returns a document that callers may give a name of their own.
func copyOf(d *document.Document) *document.Document {
	own, schema := *d, *d.Schema
	own.Schema = &schema
	return &own
}

func (m *memory) find(wanted remembered) *document.Document {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, known := range m.docs {
		if known.by == wanted.by && known.path == wanted.path && known.sum == wanted.sum {
			m.docs = append(append(m.docs[:i:i], m.docs[i+1:]...), known)
			return known.is
		}
	}
	return nil
}

// put remembers a document, and forgets those that were not used for longest.
func (m *memory) put(fresh remembered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.docs, m.size = append(m.docs, fresh), m.size+fresh.size
	for m.size > mostRemembered {
		m.size -= m.docs[0].size
		m.docs = append([]remembered(nil), m.docs[1:]...)
	}
}
