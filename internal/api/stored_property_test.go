package api_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"quartermaster/internal/blob"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

// TestWhatIsStoredIsCounted goes through random sequences of imports, downloads and deletions of files and of instances. After each step
// the database, the disk and what the user is told agree, and in the end nothing is left.
func TestWhatIsStoredIsCounted(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for seed := range uint64(4) {
			t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
				t.Parallel()
				s := start(t)
				c := s.user(t)
				w := &storing{server: s, client: c, random: rand.New(rand.NewPCG(seed, 1))}
				w.open(t)
				for range 40 {
					w.step(t)
					w.agrees(t)
				}
				for len(w.instances) > 0 {
					w.close(t)
				}
				for w.deleteFile(t) {
				}
				w.agrees(t)
				if n := w.number(t, `SELECT count(*) FROM file_contents`); n != 0 || len(w.keys(t)) != 0 {
					t.Errorf("left behind: %d contents in the database and %q on the disk", n, w.keys(t))
				}
			})
		}
	})
}

// storing is a user who stores files.
type storing struct {
	*server
	client
	random    *rand.Rand
	instances []string
}

func (w *storing) open(t *testing.T) {
	path, _ := w.instance(t)
	w.instances = append(w.instances, path)
}

// close deletes an instance.
func (w *storing) close(t *testing.T) {
	last := len(w.instances) - 1
	w.must(t, 200, "DELETE", instances+"/"+sidOf(w.instances[last]), "")
	w.instances = w.instances[:last]
}

func (w *storing) step(t *testing.T) {
	if len(w.instances) == 0 {
		w.open(t)
	}
	at := w.instances[w.random.IntN(len(w.instances))]
	switch w.random.IntN(8) {
	case 0:
		w.open(t)
	case 1:
		w.close(t)
	case 2, 3:
		w.deleteFile(t)
	case 4:
		w.get(t, at+"/files.zip").expect(t, 200)
	case 5:
		w.upload(t, at+"/files", w.file(), upload{"b/notes.md", w.text()})
	default:
		w.upload(t, at+"/files", w.file())
	}
}

// text is one of few, so that some come again.
func (w *storing) text() string { return strings.Repeat("x", 1+w.random.IntN(4)) }

func (w *storing) file() upload {
	switch w.random.IntN(4) {
	case 0:
		return upload{"types.xml", "<types>"} // cannot be read
	case 1:
		return upload{"types.xml", typesNamed("N" + w.text())}
	}
	return upload{"notes.md", w.text()}
}

// deleteFile deletes any of the stored files, if there is one.
func (w *storing) deleteFile(t *testing.T) bool {
	list := w.get(t, storedFiles+"?per_page=100&sort=size")
	if list.at("meta.total") == "0" {
		return false
	}
	w.must(t, 200, "DELETE", storedFiles+"/"+strings.Trim(list.at("data.0.sid"), `"`), "")
	return true
}

func (w *storing) number(t *testing.T, query string) (n int64) {
	t.Helper()
	check(t, w.db.QueryRow(t.Context(), query).Scan(&n))
	return n
}

func (w *storing) keys(t *testing.T) (keys []string) {
	t.Helper()
	check(t, w.blobs.(*blob.Disk).Keys(t.Context(), func(key string) error {
		keys = append(keys, key)
		return nil
	}))
	return keys
}

func (w *storing) agrees(t *testing.T) {
	t.Helper()
	told, err := stored.New(w.db, w.blobs, w.accounts, w.clock.Now).Usage(t.Context(), w.userID)
	check(t, err)
	want := stored.Usage{
		Uploads:   w.number(t, `SELECT count(*) FROM stored_files WHERE kind = 'upload'`),
		Generates: w.number(t, `SELECT count(*) FROM stored_files WHERE kind = 'generate'`),
		Bytes:     w.number(t, `SELECT CAST(COALESCE(sum(size), 0) AS BIGINT) FROM stored_files`),
		Kept:      w.number(t, `SELECT CAST(COALESCE(sum(length(content)), 0) AS BIGINT) FROM file_contents`),
	}
	if told != want {
		t.Errorf("the user is told %+v, stored are %+v", told, want)
	}
	if on, in := int64(len(w.keys(t))), w.number(t, `SELECT count(DISTINCT sha256) FROM stored_files`); on != in {
		t.Errorf("%d contents on the disk, %d in the database", on, in)
	}
}

// TestWhatInstancesKeepIsBounded: who has more than the plan allows imports nothing new until an instance goes.
func TestWhatInstancesKeepIsBounded(t *testing.T) {
	t.Parallel()
	c := start(t, limits(t, 100, 100, 1000)).user(t)
	instance, _ := c.instance(t)
	random := rand.New(rand.NewPCG(1, 2))
	keep := func(name string) reply {
		text := make([]byte, 600)
		for i := range text {
			text[i] = byte('!' + random.IntN(90))
		}
		r := c.upload(t, instance+"/files", upload{name, string(text)})
		if r.status == 200 { // what is stored goes, what the instance keeps stays
			sid := strings.Trim(c.get(t, storedFiles).at("data.0.sid"), `"`)
			c.must(t, 200, "DELETE", storedFiles+"/"+sid, "")
		}
		return r
	}
	for range 5 { // the earlier ones are there to be undone, and go
		keep("a.md").expect(t, 200)
	}
	keep("b.md").expect(t, 200)
	keep("c.md").expect(t, 413, "limit_type", `"total_storage"`, "limit", "1000",
		"message",
		`"What your instances keep, of files that were imported, delivered or replaced by deliveries, takes all the storage of your plan. `+
			`Delete an instance, or copies of old deliveries, to make room."`)
	c.must(t, 200, "DELETE", instances+"/"+sidOf(instance), "")
	instance, _ = c.instance(t)
	keep("c.md").expect(t, 200)
}
