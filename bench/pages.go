package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"
)

// The aims of the pages.
const (
	pageBytesAim  = 30_000
	firstPaintAim = 200 * time.Millisecond
	typingAim     = 100 * time.Millisecond
)

// visits is how often each page is opened; the first does not count, because a browser keeps styles and scripts.
const visits = 11

// pagesPatience ends a measurement that waits for what a page never shows.
const pagesPatience = 10 * time.Minute

// pagesResult is what a browser says of the list of types.
type pagesResult struct {
	compressed int           // bytes of the page of 100 types
	paint      time.Duration // from the click to the first paint of it
	completion time.Duration // from a letter in the search box to the completions
	followed   time.Duration // from a word in the search box to the rows that it finds
	cold       []coldPage    // pages that the browser has nothing of
	task       time.Duration // the longest task of the grid of all types
	whole      time.Duration // until its last row was there
	missing    string        // why there are no figures
}

// measurePages opens the list of 20,000 types in a browser.
func (s settings) measurePages(ctx context.Context, dir string, p programs) (r pagesResult, err error) {
	path, err := findBrowser()
	if err != nil {
		return pagesResult{missing: err.Error()}, nil
	}
	f := fixture{service: filepath.Join(dir, "pages")}
	if err := f.fill(ctx, p, filepath.Join(dir, "many-types.xml"), manyTypes); err != nil {
		return r, err
	}
	service, err := p.serveQuartermaster(ctx, f)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	tab, closeBrowser, err := openBrowser(ctx, path)
	if err != nil {
		return r, err
	}
	defer closeBrowser()
	tab, giveUp := context.WithTimeout(tab, pagesPatience)
	defer giveUp()
	v := visitor{tab, "http://" + service.addr}
	if err := v.signIn(); err != nil {
		return r, fmt.Errorf("signing in: %w", err)
	}
	if err := v.measure(&r, "/instances/"+f.instance+"/types"); err != nil {
		return r, err
	}
	if r.task, r.whole, err = v.gridTasks(tab, "/instances/"+f.instance+"/types"); err != nil {
		return r, fmt.Errorf("the grid: %w", err)
	}
	r.cold, err = v.cold("/instances/" + f.instance)
	return r, err
}

func findBrowser() (string, error) {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no Chromium")
}

func openBrowser(ctx context.Context, path string) (tab context.Context, closeAll func(), err error) {
	profile, err := os.MkdirTemp("", "quartermaster-bench-browser-")
	if err != nil {
		return nil, nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(profile),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-background-networking", true),
	}
	ctx, end := chromedp.NewExecAllocator(ctx, options...)
	tab, closeTab := chromedp.NewContext(ctx)
	closeAll = func() { closeTab(); end(); _ = os.RemoveAll(profile) }
	if err := chromedp.Do(tab); err != nil {
		closeAll()
		return nil, nil, fmt.Errorf("starting the browser: %w", err)
	}
	return tab, closeAll, nil
}

// visitor is a browser at the service.
type visitor struct {
	tab  context.Context
	base string
}

func (v visitor) signIn() error {
	_, err := chromedp.RunResponse(v.tab, chromedp.Navigate(v.base+"/login"))
	if err != nil {
		return err
	}
	if err := chromedp.Do(v.tab, chromedp.SendKeys(chromedp.ID("login-email"), "bench@example.org")); err != nil {
		return err
	}
	_, err = chromedp.RunResponse(v.tab, chromedp.SendKeys(chromedp.ID("login-password"), "bench bench bench\r"))
	return err
}

func (v visitor) measure(r *pagesResult, list string) (err error) {
	if r.paint, err = v.paint(list + "?per_page=100"); err != nil {
		return err
	}
	size, err := chromedp.Run(v.tab, chromedp.Evaluate[float64](`performance.getEntriesByType("navigation")[0].encodedBodySize`))
	if err != nil {
		return err
	}
	r.compressed = int(size)
	if r.completion, err = v.typing(list, "n", completed); err != nil {
		return err
	}
	r.followed, err = v.typing(list, "class_19", followed)
	return err
}

// paint returns the median time from the start of a navigation to the first paint.
func (v visitor) paint(path string) (time.Duration, error) {
	const painted = `performance.getEntriesByName("first-paint").length > 0`
	const when = `performance.getEntriesByName("first-paint")[0].startTime`
	return v.median(func(n int) (float64, error) {
		if err := chromedp.Do(v.tab, chromedp.Navigate(v.base+withNumber(path, n))); err != nil {
			return 0, err
		}
		if _, err := chromedp.Run(v.tab, chromedp.Poll[bool](painted)); err != nil {
			return 0, err
		}
		return chromedp.Run(v.tab, chromedp.Evaluate[float64](when))
	})
}

// What typing leads to: the completions, and other rows in the list.
const (
	completed = `document.getElementById(box.getAttribute("aria-controls") ?? "")?.querySelector('[role="option"]')`
	followed  = `document.querySelector("[data-rows-part]").innerText !== rows`
)

// typing returns the median time from a text in the search box until it has led to something on the page.
func (v visitor) typing(path, text, leadsTo string) (time.Duration, error) {
	typing := fmt.Sprintf(`new Promise(async (done) => {
		const box = document.querySelector("#filter-search");
		const rows = document.querySelector("[data-rows-part]").innerText;
		box.focus();
		const begin = performance.now();
		box.value = %q;
		box.setSelectionRange(box.value.length, box.value.length);
		box.dispatchEvent(new Event("input", { bubbles: true }));
		while (!(%s)) await new Promise(requestAnimationFrame);
		done(performance.now() - begin);
	})`, text, leadsTo)
	return v.median(func(n int) (float64, error) {
		if _, err := chromedp.RunResponse(v.tab, chromedp.Navigate(v.base+withNumber(path, n))); err != nil {
			return 0, err
		}
		return chromedp.Run(v.tab, chromedp.Evaluate[float64](typing, chromedp.EvalAwaitPromise))
	})
}

// median returns the median of what measure returns, in milliseconds.
func (v visitor) median(measure func(n int) (float64, error)) (time.Duration, error) {
	var took []time.Duration
	for n := range visits {
		ms, err := measure(n)
		if err != nil {
			return 0, err
		}
		took = append(took, time.Duration(ms*float64(time.Millisecond)))
	}
	return medianTime(took[1:]), nil
}

func (r pagesResult) write(w io.Writer) {
	if r.missing != "" {
		fmt.Fprintf(w, "\nPages were not measured: %s.\n", r.missing)
		return
	}
	fmt.Fprintf(w, "\n| Pages of %d types in Chromium, median of %d | Measured | Aim |\n| --- | --- | --- |\n", manyTypes, visits-1)
	fmt.Fprintf(w, "| page of 100 types, compressed | %.1f kB | under %d kB |\n", float64(r.compressed)/1000, pageBytesAim/1000)
	fmt.Fprintf(w, "| first paint of it | %s | under %s |\n", milliseconds(r.paint), milliseconds(firstPaintAim))
	fmt.Fprintf(w, "| completions after a letter in the search box | %s | under %s |\n", milliseconds(r.completion), milliseconds(typingAim))
	fmt.Fprintf(w, "| rows of a word in the search box | %s | under %s |\n", milliseconds(r.followed), milliseconds(typingAim))
	fmt.Fprintf(w, "| longest task of the grid of all types, until everything is drawn, median of %d | %s | under %s |\n", coldVisits,
		milliseconds(r.task), milliseconds(longestTaskAim))
	fmt.Fprintf(w, "| its last row | %s |  |\n", milliseconds(r.whole))
	r.writeCold(w)
}
