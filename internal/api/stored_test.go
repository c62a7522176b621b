package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"quartermaster/internal/account"
	"quartermaster/internal/api"
	"quartermaster/internal/stored"
	"quartermaster/internal/storetest"
)

const storedFiles = "/api/v1/stored-files"

// limits gives the plan with API access other limits.
func limits(t testing.TB, uploads, generates int, bytes int64) func(*api.Config) {
	return func(c *api.Config) {
		plans := account.Plans()
		plans[1].MaxUploads, plans[1].MaxGenerates, plans[1].MaxBytes = uploads, generates, bytes
		accounts, err := account.New(c.DB, account.Options{Plans: plans})
		check(t, err)
		c.Accounts, c.Stored = accounts, stored.New(c.DB, c.Blobs, accounts, c.Clock)
	}
}

// beyond compares the whole answer to a request that the plan has no room for.
func (r reply) beyond(t testing.TB, limit string, current, most int64) {
	t.Helper()
	message := map[string]string{
		"stored_uploads":   fmt.Sprintf("Your plan's limit of %d on stored uploads is reached. Delete stored files to make room.", most),
		"stored_generates": fmt.Sprintf("Your plan's limit of %d on stored generated files is reached. Delete stored files to make room.", most),
		"total_storage":    "This needs more storage than your plan has left. Delete stored files to make room.",
	}[limit]
	r.exactly(t, http.StatusRequestEntityTooLarge, fmt.Sprintf(`{"message":%q,"limit_type":%q,"current":%d,"limit":%d}`, message, limit,
		current, most))
}

// typesNamed is a types file of one type.
func typesNamed(name string) string { return strings.Replace(oneType, "AK101", name, 1) }

func TestUploadsAreStored(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, scope := c.instance(t)
		zipped := zipOf(t, upload{"db/types.xml", oneType}, upload{"notes.txt", "hello"})
		c.upload(t, instance+"/files", upload{"all.zip", zipped}).expect(t, 200)
		c.upload(t, instance+"/files", upload{`C:\server\events.xml`, oneEvent}).expect(t, 200)
		list := c.get(t, storedFiles+"?sort=name")
		list.expect(t, 200, "meta.total", "2", "data.0.name", `"all.zip"`, "data.1.name", `"events.xml"`, "data.0.kind", `"upload"`,
			"data.0.size", number(int64(len(zipped))),
			"data.0.sha256", `"`+digest(zipped)+`"`, "data.0.instance_id", number(scope.InstanceID), "data.0.created_at",
			`"2026-05-29T09:55:00.000000Z"`)
		for i, want := range []string{zipped, oneEvent} {
			sid := strings.Trim(list.at(fmt.Sprintf("data.%d.sid", i)), `"`)
			c.get(t, storedFiles+"/"+sid).expect(t, 200, "data", list.at(fmt.Sprintf("data.%d", i)))
			got := c.get(t, storedFiles+"/"+sid+"/content")
			got.exactly(t, 200, want)
			for header, value := range map[string]string{
				"Content-Type":        []string{"application/zip", "application/xml"}[i],
				"Content-Disposition": "attachment; filename=" + []string{"all.zip", "events.xml"}[i],
				"Content-Length":      number(int64(len(want))), "ETag": `"` + digest(want) + `"`,
			} {
				if got.header.Get(header) != value {
					t.Errorf("%s: %q, want %q", header, got.header.Get(header), value)
				}
			}
		}
	})
}

func TestGeneratedFilesAreStored(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		types := instance + "/files/" + main + "db/types.xml"
		c.upload(t, instance+"/files", upload{"types.xml", oneType})
		c.get(t, instance+"/files").expect(t, 200)
		c.do(t, "HEAD", types, "", "").exactly(t, 200, "")
		c.get(t, storedFiles+"?kind=generate").expect(t, 200, "meta.total", "0")
		zipped := c.get(t, instance+"/files.zip")
		for range 2 {
			c.get(t, types).exactly(t, 200, oneType)
			c.get(t, instance+"/files.zip").exactly(t, 200, zipped.body)
		}
		list := c.get(t, storedFiles+"?kind=generate")
		if got, want := list.names("name"), sidOf(instance)+".zip types.xml"; got != want {
			t.Errorf("stored are %s, want %s", got, want)
		}
		list.expect(t, 200, "data.0.sha256", `"`+digest(zipped.body)+`"`)
		if tag := zipped.header.Get("ETag"); tag != `"`+digest(zipped.body)+`"` {
			t.Errorf("ETag %s", tag)
		}
		c.get(t, storedFiles).expect(t, 200, "meta.total", "3")
		c.get(t, storedFiles+"?search=TYPES&kind=upload").expect(t, 200, "meta.total", "1", "data.0.kind", `"upload"`)
	})
}

// TestAskingAgainStoresNothing: who has a file already gets none, and so none is stored, even where there is no room.
func TestAskingAgainStoresNothing(t *testing.T) {
	t.Parallel()
	c := start(t, limits(t, 1, 0, 1<<20)).user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{"types.xml", oneType})
	req := c.request(t, "GET", instance+"/files/"+main+"db/types.xml", nil)
	req.Header.Set("If-None-Match", `"`+digest(oneType)+`"`)
	c.roundTrip(t, req).exactly(t, 304, "")
	c.get(t, instance+"/files/"+main+"db/types.xml").beyond(t, "stored_generates", 0, 0)
	c.get(t, instance+"/files.zip").beyond(t, "stored_generates", 0, 0)
	c.get(t, storedFiles+"?kind=generate").expect(t, 200, "meta.total", "0")
}

// TestUploadsBeyondTheLimit: an import that the plan has no room for changes nothing, and a deletion makes room for it.
func TestUploadsBeyondTheLimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t, limits(t, 2, 2, 1<<20)).user(t)
		instance, _ := c.instance(t)
		path := instance + "/files"
		for _, name := range []string{"One", "Two"} {
			c.upload(t, path, upload{"types.xml", typesNamed(name)}).expect(t, 200)
		}
		before := c.get(t, instance).body
		c.upload(t, path, upload{"types.xml", typesNamed("Three")}).beyond(t, "stored_uploads", 2, 2)
		c.upload(t, path, upload{"events.xml", oneEvent}, upload{"types.xml", typesNamed("One")}).beyond(t, "stored_uploads", 2, 2)
		c.get(t, instance).exactly(t, 200, before)
		c.get(t, instance+"/events").expect(t, 200, "meta.total", "0")
		c.upload(t, path, upload{"types.xml", typesNamed("Two")}).expect(t, 200, "data.files.0.unchanged", "1")
		list := c.get(t, storedFiles)
		list.expect(t, 200, "meta.total", "2")
		c.must(t, 200, "DELETE", storedFiles+"/"+strings.Trim(list.at("data.0.sid"), `"`), "").exactly(t, 200, `{"result":true}`)
		c.upload(t, path, upload{"types.xml", typesNamed("Three")}).expect(t, 200, "data.files.0.created", "1")
		c.get(t, storedFiles).expect(t, 200, "meta.total", "2")
	})
}

// TestStorageBeyondTheLimit fills the storage to its last byte.
func TestStorageBeyondTheLimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		size := int64(len(oneType))
		c := start(t, limits(t, 10, 10, 2*size)).user(t)
		instance, _ := c.instance(t)
		path := instance + "/files"
		c.upload(t, path, upload{"types.xml", oneType + " "}).expect(t, 200)
		c.upload(t, path, upload{"notes.txt", strings.Repeat("x", int(size))}).beyond(t, "total_storage", size+1, 2*size)
		c.upload(t, path, upload{"notes.txt", strings.Repeat("x", int(size)-1)}).expect(t, 200)
		c.upload(t, path, upload{"more.txt", "x"}).beyond(t, "total_storage", 2*size, 2*size)
		c.get(t, instance+"/files.zip").beyond(t, "total_storage", 2*size, 2*size)
		c.get(t, storedFiles).expect(t, 200, "meta.total", "2")
	})
}

// TestADryRunNeedsNoRoom: at the limit of files and at that of bytes, and nothing is stored by it.
func TestADryRunNeedsNoRoom(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		larger := strings.Replace(oneType, "</types>", `<type name="B"/><type name="C"/></types>`, 1)
		for name, c := range map[string]client{
			"files": start(t, limits(t, 1, 1, 1<<20)).user(t),
			"bytes": start(t, limits(t, 10, 1, int64(len(oneType)))).user(t),
		} {
			instance, _ := c.instance(t)
			path := instance + "/files"
			c.upload(t, path, upload{"types.xml", oneType}).expect(t, 200)
			before := c.get(t, storedFiles).body
			for _, address := range []string{path + "?dry_run=1", path + "?dry_run=1&mode=replace"} {
				got := c.upload(t, address, upload{"types.xml", larger}, upload{"events.xml", oneEvent})
				got.expect(t, 200, "data.dry_run", "true", "data.files.0.created", "2", "data.files.1.created", "1")
			}
			first := "--b\r\nContent-Disposition: form-data; name=\"dry_run\"\r\n\r\n1\r\n--b\r\nContent-Disposition: form-data; name=\"file\"; " +
				"filename=\"types.xml\"\r\n\r\n"
			c.do(t, "POST", path, "multipart/form-data; boundary=b", first+larger+"\r\n--b--\r\n").expect(t, 200, "data.files.0.created", "2")
			if after := c.get(t, storedFiles).body; after != before {
				t.Errorf("%s: the dry run stored %s", name, after)
			}
			if got := c.upload(t, path, upload{"types.xml", larger}); got.status != 413 {
				t.Errorf("%s: an import beyond the limit: %d", name, got.status)
			}
		}
	})
}

// TestLargeUploadsAreCutOff: the answer comes while the upload is still being sent.
func TestLargeUploadsAreCutOff(t *testing.T) {
	t.Parallel()
	c := start(t, limits(t, 10, 10, 1000)).user(t)
	instance, _ := c.instance(t)
	body := &endless{head: "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"types.xml\"\r\n\r\n"}
	req := c.request(t, "POST", instance+"/files", body)
	req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	c.roundTrip(t, req).beyond(t, "total_storage", 0, 1000)
	if n := body.sent.Load(); n > 8<<20 {
		t.Errorf("%d bytes were sent", n)
	}
}

// endless is a body that never ends.
type endless struct {
	head string
	sent atomic.Int64
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.head)
	e.head = e.head[n:]
	if n == 0 {
		n = len(p)
	}
	e.sent.Add(int64(n))
	return n, nil
}

// TestFailedImportsAreNotStored: where no file could be imported, nothing stays stored; where one could, everything does.
func TestFailedImportsAreNotStored(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t, limits(t, 2, 2, 1<<20)).user(t)
		instance, _ := c.instance(t)
		broken := upload{"types.xml", "<types>"}
		for range 3 {
			c.upload(t, instance+"/files", broken).expect(t, 422)
		}
		c.upload(t, instance+"/files", upload{"a.zip", "PK\x03\x04"}).expect(t, 422)
		c.uploadForm(t, instance+"/files", "delete", upload{"types.xml", oneType}).expect(t, 422)
		c.get(t, storedFiles).expect(t, 200, "meta.total", "0")
		c.upload(t, instance+"/files", broken, upload{"events.xml", oneEvent}).expect(t, 200)
		c.get(t, storedFiles).expect(t, 200, "meta.total", "1", "data.0.name", `"types.xml and 1 more.zip"`)
	})
}

// TestUploadsAtTheSameMoment: of imports that race for the last room one is stored and changes records.
func TestUploadsAtTheSameMoment(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t, limits(t, 1, 1, 1<<20)).user(t)
		instance, _ := c.instance(t)
		var stored atomic.Int64
		var all sync.WaitGroup
		for i := range 6 {
			all.Go(func() {
				r := c.upload(t, instance+"/files", upload{"types.xml", typesNamed(fmt.Sprintf("Type%d", i))})
				switch {
				case r.status == 200:
					stored.Add(1)
				case r.at("limit_type") != `"stored_uploads"`:
					t.Errorf("%d %s", r.status, r.body)
				}
			})
		}
		all.Wait()
		if n := stored.Load(); n != 1 {
			t.Errorf("%d of 6 were stored", n)
		}
		c.get(t, storedFiles).expect(t, 200, "meta.total", "1")
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "1")
	})
}

// TestStoredFilesOfOthers: what another user has stored can be neither seen nor told from what is not there.
func TestStoredFilesOfOthers(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		owner, other := s.user(t), s.user(t)
		instance, _ := owner.instance(t)
		owner.upload(t, instance+"/files", upload{"types.xml", oneType})
		one := storedFiles + "/" + strings.Trim(owner.get(t, storedFiles).at("data.0.sid"), `"`)
		other.get(t, storedFiles).expect(t, 200, "meta.total", "0")
		for _, path := range []string{one, one + "/content", storedFiles + "/0123456789/content"} {
			other.get(t, path).exactly(t, 404, body404)
		}
		other.send(t, "DELETE", one, "").exactly(t, 404, body404)
		theirs, _ := other.instance(t)
		other.upload(t, theirs+"/files", upload{"types.xml", oneType}).expect(t, 200)
		owner.must(t, 200, "DELETE", one, "")
		owner.send(t, "DELETE", one, "").exactly(t, 404, body404)
		own := storedFiles + "/" + strings.Trim(other.get(t, storedFiles).at("data.0.sid"), `"`)
		other.get(t, own+"/content").exactly(t, 200, oneType)
	})
}

// TestStoredFilesOutliveTheirInstance: the way back after an instance was deleted by mistake.
func TestStoredFilesOutliveTheirInstance(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		c.upload(t, instance+"/files", upload{"types.xml", oneType})
		c.must(t, 200, "DELETE", surfaceB(instance), "")
		list := c.get(t, storedFiles)
		list.expect(t, 200, "meta.total", "1", "data.0.instance_id", "null")
		c.get(t, storedFiles+"/"+strings.Trim(list.at("data.0.sid"), `"`)+"/content").exactly(t, 200, oneType)
	})
}
