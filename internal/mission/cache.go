package mission

import (
	"maps"
	"sync"
)

// fileCache remembers what files were written as, so that they need not be written again to be listed, and so that those that still
// are what was imported come from their originals. An entry is valid until records change that its files are written from, which the
// history shows, or names that these refer to, which are compared. It is safe for concurrent use.
type fileCache struct {
	mu        sync.Mutex
	instances map[int64]map[Kind]cacheEntry
}

// cacheEntry is what is known at a revision of the files of a kind.
type cacheEntry struct {
	revision int64
	names    string             // the digest of the names that the files were written with
	paths    []string           // of all files; nil when they are to be found again
	files    map[string]written // by path; of those that were written
}

// written is what a file was written as, and from what.
type written struct {
	outcome
	size   int64
	sha256 string
	file   int64  // the id of what is stored of it beside its records
	ids    string // the digest of the ids of its records
}

// maxCached is how many instances are remembered.
const maxCached = 256

func newFileCache() *fileCache { return &fileCache{instances: map[int64]map[Kind]cacheEntry{}} }

// get returns the entry of a kind, an empty one where there is none.
func (c *fileCache) get(instance int64, kind Kind) cacheEntry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.instances[instance][kind]
	e.files = maps.Clone(e.files)
	return e
}

// put stores an entry, unless there is one of a later revision.
func (c *fileCache) put(instance int64, kind Kind, e cacheEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.instances[instance] == nil {
		if len(c.instances) >= maxCached {
			clear(c.instances)
		}
		c.instances[instance] = map[Kind]cacheEntry{}
	}
	if old := c.instances[instance][kind]; old.revision <= e.revision {
		e.files = maps.Clone(e.files)
		c.instances[instance][kind] = e
	}
}

// add adds a file to the entry of a kind, unless the entry is of another revision or of other names.
func (c *fileCache) add(instance int64, kind Kind, of cacheEntry, rel string, w written) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.instances[instance][kind]; e.files != nil && e.revision == of.revision && e.names == of.names {
		e.files[rel] = w
	}
}
