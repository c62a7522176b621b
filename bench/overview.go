package main

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// The aims of the overview of an instance and of the first start, as processor time.
const (
	overviewFilesAim = 20 * time.Millisecond
	overviewBytesAim = 100_000
	overviewNewAim   = 100 * time.Millisecond
	firstStartAim    = 80 * time.Millisecond
)

// overviewFiles is how many files an instance has whose overview is measured, in folders of fifty.
const overviewFiles, filesInFolder = 1000, 50

// restTime lets a service do what follows a start.
const restTime = 8 * time.Second

// overviewResult is what overviews and first starts take of the processor.
type overviewResult struct {
	unremembered time.Duration // 20,000 types, the first one after a start
	files        time.Duration // 1,000 files whose states are known
	filesBytes   int
	firstStart   time.Duration
}

// measureOverviews measures the overview of many types after a start and that of many files, and starts without any data.
func (s settings) measureOverviews(ctx context.Context, dir string, p programs) (r overviewResult, err error) {
	types := fixture{service: filepath.Join(dir, "overview-types")}
	if err := types.fill(ctx, p, filepath.Join(dir, "overview-types.xml"), manyTypes); err != nil {
		return r, err
	}
	if r.unremembered, _, err = p.overviewTime(ctx, types, "", 1); err != nil {
		return r, err
	}
	files := fixture{service: filepath.Join(dir, "overview-files")}
	if err := files.fillFiles(ctx, p, filepath.Join(dir, "overview-files.zip")); err != nil {
		return r, err
	}
	const asked = 50
	if r.files, r.filesBytes, err = p.overviewTime(ctx, files, "/tree", asked); err != nil {
		return r, err
	}
	r.firstStart, err = s.firstStart(ctx, dir, p)
	return r, err
}

// overviewTime asks for an overview so many times after a start, and for another page before. It returns the processor time of one, and
// its bytes before compression.
func (p programs) overviewTime(ctx context.Context, f fixture, before string, times int) (took time.Duration, bytes int, err error) {
	service, err := p.serveQuartermaster(ctx, f)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	owner, err := signedIn(ctx, "http://"+service.addr)
	if err != nil {
		return 0, 0, err
	}
	address := "http://" + service.addr + "/instances/" + f.instance
	if before != "" {
		if _, err := owner.text(ctx, address+before); err != nil {
			return 0, 0, err
		}
	}
	time.Sleep(restTime)
	worked, err := processorTime(service.pid)
	if err != nil {
		return 0, 0, err
	}
	for range times {
		text, err := owner.text(ctx, address)
		if err != nil {
			return 0, 0, err
		}
		bytes = len(text)
	}
	done, err := processorTime(service.pid)
	return (done - worked) / time.Duration(times), bytes, err
}

// firstStart returns the median processor time of starts without any data, until the first healthy answer.
func (s settings) firstStart(ctx context.Context, dir string, p programs) (time.Duration, error) {
	var took []time.Duration
	for range s.starts {
		f := fixture{service: filepath.Join(dir, "first-start")}
		service, err := p.serveQuartermaster(ctx, f)
		if err != nil {
			return 0, err
		}
		worked, err := processorTime(service.pid)
		if err := errors.Join(err, service.stop(), os.RemoveAll(f.service)); err != nil {
			return 0, err
		}
		took = append(took, worked)
	}
	return medianTime(took), nil
}

// fillFiles makes a user, and an instance of many files of two types each.
func (f *fixture) fillFiles(ctx context.Context, p programs, file string) error {
	if err := f.fill(ctx, p, file+".xml", 1); err != nil {
		return err
	}
	out, err := os.Create(file)
	if err != nil {
		return err
	}
	packed := zip.NewWriter(out)
	err = errors.Join(writeManyFiles(packed), packed.Close(), out.Close())
	if err != nil {
		return err
	}
	_, err = p.quartermaster(ctx, "import", "--data", f.service, "--instance", f.instance, file)
	return err
}

func writeManyFiles(packed *zip.Writer) error {
	const mission = "mpmissions/dayzOffline.chernarusplus/"
	var core strings.Builder
	for n := range overviewFiles {
		folder, name := fmt.Sprintf("mod%d", n/filesInFolder), fmt.Sprintf("types%d.xml", n)
		if n%filesInFolder == 0 {
			fmt.Fprintf(&core, "<ce folder=\"%s\">\n", folder)
		}
		fmt.Fprintf(&core, "<file name=\"%s\" type=\"types\"/>\n", name)
		if n%filesInFolder == filesInFolder-1 {
			core.WriteString("</ce>\n")
		}
		text := fmt.Sprintf("<types><type name=\"A%d\"><nominal>1</nominal></type><type name=\"B%d\"><nominal>2</nominal></type></types>\n", n, n)
		if err := addEntry(packed, mission+folder+"/"+name, text); err != nil {
			return err
		}
	}
	return addEntry(packed, mission+"cfgeconomycore.xml", "<economycore>\n"+core.String()+"</economycore>\n")
}

func addEntry(packed *zip.Writer, name, text string) error {
	w, err := packed.Create(name)
	if err == nil {
		_, err = io.WriteString(w, text)
	}
	return err
}

// member is an owner who is signed in.
type member struct{ http.Client }

var tokenOfForm = regexp.MustCompile(`name="csrf-token" content="([^"]*)"`)

// signedIn signs the owner of a fixture in.
func signedIn(ctx context.Context, base string) (*member, error) {
	cookies, err := cookiejar.New(nil)
	if err != nil {
		return nil, err
	}
	m := &member{http.Client{Jar: cookies}}
	text, err := m.text(ctx, base+"/login")
	if err != nil {
		return nil, err
	}
	token := tokenOfForm.FindStringSubmatch(text)
	if token == nil {
		return nil, errors.New("the page to sign in has no token")
	}
	form := url.Values{"_token": {token[1]}, "email": {"bench@example.org"}, "password": {"bench bench bench"}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/login", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	answer, err := m.Do(request)
	if err != nil {
		return nil, err
	}
	return m, answer.Body.Close()
}

// text returns a page; a redirect to another one is an error.
func (m *member) text(ctx context.Context, address string) (string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	answer, err := m.Do(request)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && (answer.StatusCode != http.StatusOK || answer.Request.URL.String() != address) {
		err = fmt.Errorf("%s is answered with %s at %s", address, answer.Status, answer.Request.URL)
	}
	return string(text), err
}

func (r overviewResult) write(w io.Writer) {
	fmt.Fprintf(w, "\n| Processor time of | Measured | Aim |\n| --- | --- | --- |\n")
	fmt.Fprintf(w, "| overview of %d types, nothing remembered | %s | under %s |\n", manyTypes, milliseconds(r.unremembered),
		milliseconds(overviewNewAim))
	fmt.Fprintf(w, "| overview of %d files (%.1f kB) | %s | under %s, %d kB |\n",
		overviewFiles, float64(r.filesBytes)/1000, milliseconds(r.files), milliseconds(overviewFilesAim), overviewBytesAim/1000)
	fmt.Fprintf(w, "| first start, on an empty folder | %s | under %s |\n", milliseconds(r.firstStart), milliseconds(firstStartAim))
}
