package mission

import (
	"maps"
	"sync"
)

// fileCache remembers the size and digest of generated files, so that listing them does not generate them again and unchanged ones
// are copied from their originals. An entry is valid until the history shows a change to the records of its files, or the names that
// those records refer to are different. It is safe for concurrent use.
type fileCache struct {
	mu        sync.Mutex
	instances map[int64]map[Kind]cacheEntry
}

// cacheEntry describes the files of a kind at a revision.
type cacheEntry struct {
	revision int64
	names    string             // digest of the names that the records refer to
	paths    []string           // of all files; nil if they have to be found again
	files    map[string]written // the generated ones, by path
}

// written describes a generated file and its sources.
type written struct {
	outcome
	size   int64
	sha256 string
	file   int64  // id of its record.File
	ids    string // digest of the ids of its records
}

// maxCached limits the instances that are remembered.
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

// put stores an entry unless the stored one is of a later revision.
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

// add adds a file to the entry of a kind, provided that the entry still has the revision and the names of the given one.
func (c *fileCache) add(instance int64, kind Kind, of cacheEntry, rel string, w written) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.instances[instance][kind]; e.files != nil && e.revision == of.revision && e.names == of.names {
		e.files[rel] = w
	}
}
