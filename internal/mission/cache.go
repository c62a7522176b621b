package mission

import (
	"maps"
	"sync"
)

// fileCache remembers the size and digest of generated files, so that listing them does not generate them again and unchanged ones
// are copied from their originals, and how their entries were written, so that a changed file needs its changed records alone. An entry
// is valid until the history shows a change to the records of its files, or the names that those records refer to are different. It is
// safe for concurrent use.
type fileCache struct {
	most int64 // bytes

	mu        sync.Mutex
	size      int64 // of all instances, in bytes, about
	uses      int64
	instances map[int64]*cachedInstance
}

// cachedInstance holds what is remembered of an instance.
type cachedInstance struct {
	kinds map[Kind]cacheEntry
	size  int64
	used  int64 // the number of its last use
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
	sha256 string // empty if the file has changed since: then only its entries are known
	file   int64  // id of its record.File
}

// after returns what is known of the file after changes of records, among which are some of its own.
func (w written) after(changed map[int64]bool) written {
	return written{file: w.file, outcome: outcome{ids: w.ids, entries: w.entries.after(changed)}}
}

// defaultMemory is how many bytes a service remembers of generated files unless it is told otherwise.
const defaultMemory = 8 << 20

func newFileCache(most int64) *fileCache {
	return &fileCache{most: most, instances: map[int64]*cachedInstance{}}
}

// get returns the entry of a kind, an empty one where there is none.
func (c *fileCache) get(instance int64, kind Kind) (e cacheEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i := c.instances[instance]; i != nil {
		e = i.kinds[kind]
	}
	e.files = maps.Clone(e.files)
	return e
}

// put stores an entry unless the stored one is of a later revision.
func (c *fileCache) put(instance int64, kind Kind, e cacheEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := c.instances[instance]
	if i == nil {
		i = &cachedInstance{kinds: map[Kind]cacheEntry{}}
		c.instances[instance] = i
	}
	c.uses++
	i.used = c.uses
	if old := i.kinds[kind]; old.revision <= e.revision {
		e.files = maps.Clone(e.files)
		i.kinds[kind] = e
		c.grow(i, e.bytes()-old.bytes())
	}
}

// add adds a file to the entry of a kind, provided that the entry still has the revision and the names of the given one.
func (c *fileCache) add(instance int64, kind Kind, of cacheEntry, rel string, w written) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := c.instances[instance]
	if i == nil {
		return
	}
	if e := i.kinds[kind]; e.files != nil && e.revision == of.revision && e.names == of.names {
		if w.entries.size() > c.most/4 {
			w.entries = nil
		}
		grown := w.bytes()
		if old, known := e.files[rel]; known {
			grown -= old.bytes()
		}
		e.files[rel] = w
		c.grow(i, grown)
	}
}

// grow adds to the size of an instance, and forgets the least recently used instances when all of them have become too large.
func (c *fileCache) grow(i *cachedInstance, bytes int64) {
	i.size, c.size = i.size+bytes, c.size+bytes
	for c.size > c.most && len(c.instances) > 0 {
		c.forgetOldest()
	}
}

func (c *fileCache) forgetOldest() {
	var oldest int64
	for id, i := range c.instances {
		if o := c.instances[oldest]; o == nil || i.used < o.used {
			oldest = id
		}
	}
	c.size -= c.instances[oldest].size
	delete(c.instances, oldest)
}

// bytesPerKind and bytesPerFile are about what entries take in memory besides their texts.
const bytesPerKind, bytesPerFile = 300, 400

func (e cacheEntry) bytes() int64 {
	if e.files == nil {
		return 0
	}
	n := int64(bytesPerKind)
	for _, rel := range e.paths {
		n += int64(len(rel))
	}
	for _, w := range e.files {
		n += w.bytes()
	}
	return n
}

func (w written) bytes() int64 {
	n := bytesPerFile + w.entries.size()
	for _, warning := range w.warnings {
		n += int64(len(warning))
	}
	return n
}
