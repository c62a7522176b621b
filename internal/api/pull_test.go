package api_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// TestPullTakesWhatWasChangedOnTheServer: first everything, then nothing, then what somebody has changed there by hand.
func TestPullTakesWhatWasChangedOnTheServer(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		dir := gameServer(t, smallServer())
		s := start(t, reaching(dir))
		s.deliver(t)
		c := s.user(t)
		path, _ := c.instance(t)
		c.must(t, 404, "POST", path+"/pull", "")
		c.must(t, 200, "PUT", path+"/target", `{"protocol":"folder","dir":"`+dir+`"}`)
		c.must(t, 422, "POST", path+"/pull", `{"mode":"all"}`)
		c.order(t, path+"/pull", `{"dry_run":true}`).expect(t, 200, "data.dry_run", "true", "data.listed", "4", "data.fetched", "4")
		c.get(t, path+"/types").expect(t, 200, "meta.total", "0")
		c.order(t, path+"/pull", "").expect(t, 200, "data.fetched", "4")
		c.get(t, path+"/types").expect(t, 200, "meta.total", "1")
		c.order(t, path+"/pull", "").expect(t, 200, "data.differences", "[]", "data.files", "[]", "data.fetched", "0")
		check(t, os.WriteFile(filepath.Join(dir, main+"db/types.xml"), []byte(strings.Replace(oneType, "<type ", "<!-- by hand --> <type ", 1)),
			0o600))
		c.order(t, path+"/pull", "").expect(t, 200, "data.differences.0.status", `"changed"`, "data.files.0.status", `"imported"`,
			"data.files.1", "absent")
		c.must(t, 200, "PATCH", surfaceB(path), `{"review":"required"}`)
		nominal := c.get(t, path+"/types").at("data.0.nominal")
		check(t, os.WriteFile(filepath.Join(dir, main+"db/types.xml"), []byte(strings.Replace(oneType, "<nominal>", "<nominal>7", 1)), 0o600))
		proposed := c.order(t, path+"/pull", "")
		proposed.expect(t, 200, "data.layer.state", `"proposed"`, "data.layer.rows_count", "1", "data.dry_run", "true")
		c.get(t, path+"/types").expect(t, 200, "data.0.nominal", nominal)
		c.get(t, path+"/layers/"+strings.Trim(proposed.at("data.layer.sid"), `"`)).expect(t, 200, "data.rows.0.now", `"applies"`,
			"data.rows.0.changes.nominal.0", nominal)
		c.order(t, path+"/pull", `{"override":true,"reason":"It burns"}`).expect(t, 200, "data.files.0.status", `"imported"`,
			"data.dry_run", "absent")
		c.must(t, 200, "PATCH", surfaceB(path), `{"review":"off"}`)
		check(t, os.RemoveAll(dir))
		if r := c.order(t, path+"/pull", ""); r.status != 422 {
			t.Error(r.status, r.body)
		}
	})
}

// TestPullIsAJob where nobody works: it waits.
func TestPullIsAJob(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		dir := gameServer(t, smallServer())
		c := start(t, reaching(dir)).user(t)
		path, _ := c.instance(t)
		c.must(t, 200, "PUT", path+"/target", `{"protocol":"folder","dir":"`+dir+`"}`)
		answer := c.must(t, 202, "POST", path+"/pull", "")
		answer.expect(t, 202, "data.status", `"queued"`, "data.kind", `"pull"`)
		c.must(t, 200, "DELETE", strings.TrimPrefix(answer.header.Get("Location"), c.server.url), "")
	})
}
