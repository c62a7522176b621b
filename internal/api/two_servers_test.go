package api_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"quartermaster/internal/queue"
	"quartermaster/internal/say"
	"quartermaster/internal/storetest"
)

// twoServers is the test whose parts run on two servers with one PostgreSQL and one folder of contents.
const twoServers = "TestTwoServersOnOneDatabaseAndFolder"

// TestTwoServersOnOneDatabaseAndFolder runs the tests of jobs and stored files on two servers, which answer requests in turns, as
// behind a proxy that distributes them.
func TestTwoServersOnOneDatabaseAndFolder(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for name, test := range map[string]func(*testing.T){
			"large imports are jobs":               TestLargeImportsAreJobs,
			"a job imports":                        TestAJobImports,
			"an import survives a restart":         TestAnImportSurvivesARestart,
			"a job without its files fails":        TestAJobWithoutItsFilesFails,
			"jobs of a deleted instance":           TestJobsOfADeletedInstance,
			"dry run":                              TestDryRun,
			"events":                               TestEvents,
			"events heed the shutdown":             TestEventsHeedTheShutdown,
			"a waiting import is cancelled":        TestAWaitingImportIsCancelled,
			"a running import is cancelled":        TestARunningImportIsCancelled,
			"cancelled before the first file":      TestAnImportThatIsCancelledBeforeItsFirstFileIsNotStored,
			"a failed job stores nothing":          TestAFailedJobStoresNothing,
			"uploads are stored":                   TestUploadsAreStored,
			"generated files are stored":           TestGeneratedFilesAreStored,
			"asking again stores nothing":          TestAskingAgainStoresNothing,
			"uploads beyond the limit":             TestUploadsBeyondTheLimit,
			"storage beyond the limit":             TestStorageBeyondTheLimit,
			"large uploads are cut off":            TestLargeUploadsAreCutOff,
			"failed imports are not stored":        TestFailedImportsAreNotStored,
			"uploads at the same moment":           TestUploadsAtTheSameMoment,
			"stored files of others":               TestStoredFilesOfOthers,
			"stored files outlive their instance":  TestStoredFilesOutliveTheirInstance,
			"jobs are done once":                   jobsAreDoneOnce,
			"deletes at the same moment lose none": deletesAtTheSameMoment,
		} {
			t.Run(name, test)
		}
	})
}

// inTurns hands the requests to the handlers one after the other.
func inTurns(handlers ...http.Handler) http.Handler {
	var n atomic.Int64
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handlers[n.Add(1)%int64(len(handlers))].ServeHTTP(w, r)
	})
}

// onceEach counts how often each job is begun.
type onceEach struct {
	queue.Handler
	mu    *sync.Mutex
	begun map[string]int
}

func (c onceEach) Run(ctx context.Context, job queue.Job, progress func(int, int, say.Message)) ([]byte, error) {
	c.mu.Lock()
	c.begun[job.SID]++
	c.mu.Unlock()
	return c.Handler.Run(ctx, job, progress)
}

// jobsAreDoneOnce, whichever server was asked for them and however many workers look for some.
func jobsAreDoneOnce(t *testing.T) {
	t.Parallel()
	s := start(t)
	var jobs []string
	c := make([]client, 4)
	for i := range c {
		c[i] = s.user(t)
		instance, _ := c[i].instance(t)
		for range queue.MaxWaiting {
			jobs = append(jobs, c[i].async(t, instance+"/files?async=1", upload{"types.xml", oneType}))
		}
	}
	h := onceEach{s.imports, new(sync.Mutex), map[string]int{}}
	for range 3 {
		s.runJobs(t, h)
	}
	for i, job := range jobs {
		c[i/queue.MaxWaiting].get(t, job+"/events") // which ends with the job
		c[i/queue.MaxWaiting].get(t, job).expect(t, http.StatusOK, "data.state", `"done"`)
		if sid := job[strings.LastIndex(job, "/")+1:]; h.begun[sid] != 1 {
			t.Errorf("job %s was begun %d times", sid, h.begun[sid])
		}
	}
}

// deletesAtTheSameMoment deletes files of equal content one by one while others of it are stored: what is left can be read.
func deletesAtTheSameMoment(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	const path = "/api/v1/stored-files"
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			name := number(int64(i)) + "_types.xml"
			c.upload(t, instance+"/files", upload{name, oneType})
			stored := strings.Fields(c.get(t, path+"?search="+name).names("sid")) // none where others imported the same at that moment
			if i%2 == 0 && len(stored) > 0 {
				c.send(t, http.MethodDelete, path+"/"+stored[0], "")
			}
		})
	}
	all.Wait()
	list := c.get(t, path+"?per_page=100")
	for sid := range strings.FieldsSeq(list.names("sid")) {
		if r := c.get(t, path+"/"+sid+"/content"); r.status != http.StatusOK || r.body != oneType {
			t.Errorf("a stored file is answered %d %s", r.status, r.body)
		}
	}
}
