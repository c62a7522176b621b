package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"quartermaster/internal/mission"
)

// echoTime is how long the service is left alone after a change.
const echoTime = 20 * time.Second

// jobInterval is how often a script looks for the end of a job.
const jobInterval = 100 * time.Millisecond

// asksAgain is how often a question is asked whose answer is known.
const asksAgain = 20

// proportionResult is what work takes of the processor beside what has changed.
type proportionResult struct {
	worlds []proportion
	few    [2]smallFiles // one file with all types, and many with two each
	typing typing
	drafts drafted
}

// proportion is the work on one set of files, as processor time.
type proportion struct {
	source                     string
	echo                       time.Duration // of one change, with nobody looking
	upload, uploaded           time.Duration // the first time, and again
	update, updated            time.Duration // of the same files: the first time, and again
	zip, zipAgain              time.Duration
	file, fileAgain, unchanged time.Duration // of the types, after a change of all of them
	csv, csvHeld               time.Duration // of the types: as they are, and to a client that has it
	merged                     time.Duration // an update after that change
	peak                       int64         // the most resident memory of all of it, in bytes
}

// measureProportion measures the game's own mission and many types.
func (s settings) measureProportion(ctx context.Context, dir string, p programs) (r proportionResult, err error) {
	vanilla, err := vanillaFiles()
	if err != nil {
		return r, err
	}
	for n, w := range []fileWork{vanilla, {source: fmt.Sprintf("%d types", manyTypes), files: []mission.Upload{
		{Path: "db/types.xml", Data: sampleTypes(manyTypes)},
	}}} {
		f := fixture{service: filepath.Join(dir, fmt.Sprint("proportion-", n))}
		if err := f.fill(ctx, p, f.service+".xml", 1); err != nil {
			return r, err
		}
		one, err := s.measureWorld(ctx, p, f, w)
		if err != nil {
			return r, fmt.Errorf("%s: %w", w.source, err)
		}
		r.worlds = append(r.worlds, one)
	}
	if r.few, err = measureSmallFiles(ctx, dir); err != nil {
		return r, err
	}
	if r.typing, err = measureTyping(ctx, dir); err != nil {
		return r, err
	}
	r.drafts, err = measureDrafts(ctx, dir)
	return r, err
}

// script is a program with a token that asks a service.
type script struct {
	base, token string
	pid         int
}

// measureWorld does all of the work in turn, each in a service that has done what comes before.
func (s settings) measureWorld(ctx context.Context, p programs, f fixture, w fileWork) (m proportion, err error) {
	m.source = w.source
	service, err := p.serveQuartermaster(ctx, f)
	if err != nil {
		return m, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	by := script{"http://" + service.addr + "/api/v1/instances/" + f.instance, f.token, service.pid}
	const types = "/files/mpmissions/dayzOffline.chernarusplus/db/types.xml"
	tag := ""
	get := func(path string, wanted int) func() error {
		return func() (err error) { tag, _, err = by.ask(ctx, http.MethodGet, path, "", nil, tag, wanted); return err }
	}
	upload := func(mode string) func() error {
		return func() error { return by.upload(ctx, w.files, mode) }
	}
	const all = `{"q":"*","operations":[{"op":"add","field":"lifetime","value":1}]}`
	for _, step := range []struct {
		into  *time.Duration
		times int
		run   func() error
	}{
		{&m.upload, 1, upload("merge")},
		{&m.uploaded, 3, upload("merge")},
		{&m.update, 1, upload("update")},
		{&m.updated, 3, upload("update")},
		{new(time.Duration), 1, by.queueing(ctx, "/types/bulk", all)},
		{&m.file, 1, get(types, http.StatusOK)},
		{&m.unchanged, asksAgain, get(types, http.StatusNotModified)},
		{&m.fileAgain, asksAgain, func() error { tag = ""; return get(types, http.StatusOK)() }},
		{&m.zip, 1, func() error { tag = ""; return get("/files.zip", http.StatusOK)() }},
		{&m.zipAgain, asksAgain, func() error { tag = ""; return get("/files.zip", http.StatusOK)() }},
		{&m.csv, 1, func() error { tag = ""; return get("/types.csv", http.StatusOK)() }},
		{&m.csvHeld, asksAgain, get("/types.csv", http.StatusNotModified)},
		{&m.merged, 1, upload("update")},
	} {
		if *step.into, err = by.processor(step.times, step.run); err != nil {
			return m, err
		}
	}
	if m.echo, err = by.echo(ctx); err != nil {
		return m, err
	}
	used, err := memoryOf(service.pid)
	m.peak = used.peak
	return m, err
}

// processor returns the processor time of one of so many runs.
func (s script) processor(times int, run func() error) (time.Duration, error) {
	worked, err := processorTime(s.pid)
	for n := 0; n < times && err == nil; n++ {
		err = run()
	}
	done, failed := processorTime(s.pid)
	return (done - worked) / time.Duration(times), errors.Join(err, failed)
}

// echo returns what the service does after a change of one type, while nobody asks.
func (s script) echo(ctx context.Context) (time.Duration, error) {
	time.Sleep(echoTime)
	sid, err := s.firstType(ctx)
	if err != nil {
		return 0, err
	}
	if err := s.sending(ctx, http.MethodPatch, "/types/"+sid, `{"nominal":77}`)(); err != nil {
		return 0, err
	}
	return s.processor(1, func() error { time.Sleep(echoTime); return nil })
}

// firstType returns the public identifier of a type.
func (s script) firstType(ctx context.Context) (string, error) {
	_, body, err := s.ask(ctx, http.MethodGet, "/types?per_page=1", "", nil, "", http.StatusOK)
	if err != nil {
		return "", err
	}
	var page struct{ Data []struct{ SID string } }
	if err := json.Unmarshal(body, &page); err != nil || len(page.Data) == 0 {
		return "", errors.Join(err, errors.New("there is no type"))
	}
	return page.Data[0].SID, nil
}

func (s script) sending(ctx context.Context, method, path, body string) func() error {
	return func() error {
		_, _, err := s.ask(ctx, method, path, "application/json", strings.NewReader(body), "", http.StatusOK)
		return err
	}
}

// queueing sends what may become a job, and waits for its end.
func (s script) queueing(ctx context.Context, path, body string) func() error {
	return func() error {
		_, job, err := s.ask(ctx, http.MethodPost, path, "application/json", strings.NewReader(body), "", anySuccess)
		if err != nil {
			return err
		}
		return s.finish(ctx, job)
	}
}

// upload imports files as one form.
func (s script) upload(ctx context.Context, files []mission.Upload, mode string) error {
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	err := w.WriteField("mode", mode)
	for _, f := range files {
		part, failed := w.CreateFormFile("files[]", f.Path)
		if failed == nil {
			_, failed = part.Write(f.Data)
		}
		err = errors.Join(err, failed)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		return err
	}
	_, body, err := s.ask(ctx, http.MethodPost, "/files?async=1", w.FormDataContentType(), &form, "", http.StatusAccepted)
	if err != nil {
		return err
	}
	return s.finish(ctx, body)
}

// finish waits for the end of a job that an answer tells of.
func (s script) finish(ctx context.Context, body []byte) error {
	var job struct{ Data struct{ SID, State string } }
	for {
		if err := json.Unmarshal(body, &job); err != nil {
			return err
		}
		switch job.Data.State {
		case "", "done":
			return nil
		case "failed", "cancelled":
			return fmt.Errorf("an import has ended with: %.300s", body)
		}
		time.Sleep(jobInterval)
		var err error
		if _, body, err = s.ask(ctx, http.MethodGet, "/jobs/"+job.Data.SID, "", nil, "", http.StatusOK); err != nil {
			return err
		}
	}
}

// anySuccess stands for every status of success.
const anySuccess = 2

// ask returns the tag and the body of an answer with that status.
func (s script) ask(ctx context.Context, method, path, kind string, body io.Reader, tag string, wanted int) (string, []byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, s.base+path, body)
	if err != nil {
		return "", nil, err
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	if kind != "" {
		request.Header.Set("Content-Type", kind)
	}
	if tag != "" {
		request.Header.Set("If-None-Match", tag)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return "", nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != wanted && (wanted != anySuccess || answer.StatusCode/100 != 2) {
		err = fmt.Errorf("%s %s is answered with %s: %.300s", method, path, answer.Status, text)
	}
	return answer.Header.Get("ETag"), text, err
}

func (r proportionResult) write(w io.Writer) {
	fmt.Fprintf(w, "\n| Processor time | First | Again | Times | Aim |\n| --- | --- | --- | --- | --- |\n")
	for n, m := range r.worlds {
		row := func(what string, first, again time.Duration, aim string) {
			fmt.Fprintf(w, "| %s: %s | %s | %s | %.3f | %s |\n", m.source, what, milliseconds(first), milliseconds(again),
				float64(again)/float64(max(first, clockTick)), aim)
		}
		row("upload", m.upload, m.uploaded, "at most 0.1")
		row("upload, then as an update", m.upload, m.update, "")
		row("upload, then as an update again", m.upload, m.updated, "at most 0.1")
		row("the types, all of them changed", m.file, m.fileAgain, "at most 0.05")
		row("the same, which the client has (304)", m.file, m.unchanged, "under 5.0 ms")
		row("files.zip", m.zip, m.zipAgain, "at most 0.05")
		row("the types as CSV, and a client that has it (304)", m.csv, m.csvHeld, "at most 0.05")
		row("upload, then as an update after a change of all types", m.upload, m.merged, "")
		fmt.Fprintf(w, "| %s: the 20 s after a change, nobody looking | | %s | | under %d ms |\n", m.source, milliseconds(m.echo),
			[]int{20, 30}[n])
		fmt.Fprintf(w, "| %s: most resident memory of all of this | | %s | | under 128 MB |\n", m.source, megabytes(m.peak))
	}
	r.writeSmall(w)
	r.typing.write(w)
	r.drafts.write(w)
}
