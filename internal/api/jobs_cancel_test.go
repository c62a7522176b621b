package api_test

import (
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/queue"
	"quartermaster/internal/storetest"
)

func TestAWaitingImportIsCancelled(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c, other := s.user(t), s.user(t)
		instance, _ := c.instance(t)
		job := c.async(t, instance+"/files?async=1", upload{"types.xml", oneType})
		c.get(t, "/api/v1/stored-files").expect(t, 200, "meta.total", "1")
		other.send(t, http.MethodDelete, job, "").exactly(t, 404, body404)
		for range 2 {
			c.send(t, http.MethodDelete, job, "").exactly(t, 200, `{"result":true}`)
		}
		c.get(t, job).expect(t, 200, "data.state", `"cancelled"`, "data.result", "{}", "data.error", "null")
		if s.jobFiles(t, job) == nil {
			t.Error("the files are still there")
		}
		c.get(t, "/api/v1/stored-files").expect(t, 200, "meta.total", "0")
		done := c.async(t, instance+"/files?async=1", upload{"events.xml", oneEvent})
		s.runJobs(t, s.imports)
		c.ended(t, done)
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "0")
		c.send(t, http.MethodDelete, done, "").exactly(t, 409, `{"message":"The job has already ended."}`)
		c.send(t, http.MethodDelete, "/api/v1/jobs/0000000000", "").exactly(t, 404, body404)
	})
}

// TestARunningImportIsCancelled behind the first of two files, which stays.
func TestARunningImportIsCancelled(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		job := c.async(t, instance+"/files?async=1", upload{"types.xml", numberedTypes(3)}, upload{"events.xml", oneEvent})
		p := pausing{s.imports, make(chan struct{})}
		s.runJobs(t, p)
		<-p.reached
		c.send(t, http.MethodDelete, job, "").exactly(t, 200, `{"result":true}`)
		c.ended(t, job).expect(t, 200, "data.state", `"cancelled"`, "data.error", "null",
			"data.result.files.0.status", `"imported"`, "data.result.files.0.created", "3",
			"data.result.files.1.status", `"cancelled"`, "data.result.files.1.created", "0")
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "3")
		c.get(t, "/api/v1/stored-files").expect(t, 200, "meta.total", "1")
		if r := c.get(t, instance+"/files"); strings.Contains(r.body, "events.xml") {
			t.Error("the second file was imported")
		}
	})
}

func TestAnImportThatIsCancelledBeforeItsFirstFileIsNotStored(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		job := c.async(t, instance+"/files?async=1", upload{"broken_types.xml", "<types><"}, upload{"types.xml", oneType})
		p := pausing{s.imports, make(chan struct{})}
		s.runJobs(t, p)
		<-p.reached
		c.send(t, http.MethodDelete, job, "").exactly(t, 200, `{"result":true}`)
		c.ended(t, job).expect(t, 200, "data.result.files.0.status", `"failed"`, "data.result.files.1.status", `"cancelled"`)
		c.get(t, "/api/v1/stored-files").expect(t, 200, "meta.total", "0")
	})
}

func TestAFailedJobStoresNothing(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		c.upload(t, instance+"/files", upload{"notes.txt", "x"}).expect(t, 200)
		broken := c.async(t, instance+"/files?async=1", upload{"a_types.xml", "<types><"}, upload{"b_types.xml", "<types>"})
		missing := c.async(t, instance+"/files?async=1", upload{"types.xml", oneType})
		check(t, s.blobs.Delete(t.Context(), "jobs/"+sidOf(missing)+"/uploads"))
		partly := c.async(t, instance+"/files?async=1", upload{"c_types.xml", "<types>"}, upload{"events.xml", oneEvent})
		c.get(t, "/api/v1/stored-files").expect(t, 200, "meta.total", "4")
		s.runJobs(t, s.imports)
		c.ended(t, broken).expect(t, 200, "data.state", `"done"`, "data.result.files.1.status", `"failed"`)
		c.ended(t, missing).expect(t, 200, "data.state", `"failed"`)
		c.ended(t, partly).expect(t, 200, "data.state", `"done"`, "data.result.files.1.status", `"imported"`)
		c.get(t, "/api/v1/stored-files?sort=name").expect(t, 200, "meta.total", "2",
			"data.0.name", `"c_types.xml and 1 more.zip"`, "data.1.name", `"notes.txt"`)
	})
}

func TestTooMuchAtOnceTellsWhenToTryAgain(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		for range queue.MaxWaiting {
			c.async(t, instance+"/files?async=1", upload{"types.xml", oneType})
		}
		r := c.upload(t, instance+"/files?async=1", upload{"types.xml", oneType})
		if r.status != http.StatusTooManyRequests || r.header.Get("Retry-After") != "10" {
			t.Errorf("%d, Retry-After %q", r.status, r.header.Get("Retry-After"))
		}
	})
}
