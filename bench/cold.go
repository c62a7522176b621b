package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// The aims of pages that a browser has nothing of yet, and how late the first byte of each answer is then.
const (
	coldRequestsAim = 10
	coldBytesAim    = 120_000
	coldTimeAim     = 900 * time.Millisecond
	coldLatency     = 150 * time.Millisecond
	longestTaskAim  = 100 * time.Millisecond
)

// coldPage is a page that was opened with an empty cache.
type coldPage struct {
	name            string
	requests, bytes int
	took            time.Duration // until its last answer was there
}

// coldPaths are pages of every sort, below the address of an instance.
var coldPaths = []struct{ name, path string }{
	{"overview", ""},
	{"list of 20000 types", "/types"},
	{"grid of 20000 types, its first rows", "/types/grid"},
	{"form of a new type", "/types/create"},
	{"map", "/map"},
	{"settings page of the game", "/game-files/db/globals.xml"},
	{"economy", "/economy"},
	{"problems", "/lint"},
}

// cold opens pages of an instance with an empty cache and late answers.
func (v visitor) cold(instance string) (list []coldPage, err error) {
	loads := new(coldLoads)
	if err := chromedp.Listen(v.tab, loads.listen); err != nil {
		return nil, err
	}
	if err := v.slow(coldLatency, true); err != nil {
		return nil, err
	}
	for _, p := range coldPaths {
		opened, err := v.openCold(loads, instance+p.path)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		opened.name = p.name
		list = append(list, opened)
	}
	return list, v.slow(0, false)
}

// emulateNetwork is the command of all versions of Chromium; that of the newest has another name.
var emulateNetwork = cdp.Command[network.OverrideNetworkStateParams, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// slow has every answer of the server wait, and the browser keep nothing.
func (v visitor) slow(latency time.Duration, forgetful bool) error {
	_, err := chromedp.Call(v.tab, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: forgetful})
	if err != nil {
		return err
	}
	_, err = chromedp.Call(v.tab, emulateNetwork, network.OverrideNetworkStateParams{
		Latency: float64(latency.Milliseconds()), DownloadThroughput: -1, UploadThroughput: -1,
	})
	return err
}

// usable is when all that a page was opened with is there and drawn: of a grid, its first rows.
const usable = `document.readyState === "complete" &&
	(!document.querySelector("[data-grid]") || document.querySelectorAll("[data-grid] tbody tr").length > 5)`

// sinceStart is the time since the navigation began.
const sinceStart = `performance.now()`

func (v visitor) openCold(loads *coldLoads, path string) (p coldPage, err error) {
	var times []time.Duration
	for range coldVisits {
		loads.forget()
		if err := chromedp.Do(v.tab, chromedp.Navigate(v.base+path)); err != nil {
			return p, err
		}
		if _, err := chromedp.Run(v.tab, chromedp.Poll[bool](usable)); err != nil {
			return p, err
		}
		ms, err := chromedp.Run(v.tab, chromedp.Evaluate[float64](sinceStart))
		if err != nil {
			return p, err
		}
		times = append(times, time.Duration(ms*float64(time.Millisecond)))
		time.Sleep(coldRest) // what scripts ask for later counts too
		p.requests, p.bytes = loads.sum()
	}
	p.took = medianTime(times)
	return p, nil
}

// coldVisits is how often each page is opened cold, and coldRest how long it may ask for more.
const (
	coldVisits = 3
	coldRest   = time.Second
)

// coldLoads counts what the browser asks for and receives.
type coldLoads struct {
	mu       sync.Mutex
	requests int
	bytes    float64
}

func (c *coldLoads) listen(event any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if !strings.HasPrefix(e.Request.URL, "data:") {
			c.requests++
		}
	case *network.EventLoadingFinished:
		c.bytes += e.EncodedDataLength
	}
}

func (c *coldLoads) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.requests, c.bytes = 0, 0
}

func (c *coldLoads) sum() (requests, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.requests, int(c.bytes)
}

// gridTasks opens the grid of all types and returns the longest task until everything is drawn, and when the last row was there.
func (v visitor) gridTasks(ctx context.Context, list string) (longest, whole time.Duration, err error) {
	const saidAll = `document.querySelector("[data-grid-said]").textContent.endsWith("types.") && ` +
		`/^[0-9]/.test(document.querySelector("[data-grid-said]").textContent)`
	const computed = `performance.getEntriesByType("resource").some(({ name, responseEnd }) => name.endsWith("/computed") && responseEnd > 0)`
	const tasks = `new Promise((done) => setTimeout(() => done(Math.max(0, ...longTasks)), 1000))`
	const observe = `globalThis.longTasks = []; new PerformanceObserver((entries) =>
		longTasks.push(...entries.getEntries().map(({ duration }) => duration))).observe({ type: "longtask" })`
	if _, err := chromedp.Call(v.tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
		Source: observe,
	}); err != nil {
		return 0, 0, err
	}
	var longs, wholes []time.Duration
	for n := range coldVisits {
		if err := chromedp.Do(v.tab, chromedp.Navigate(v.base+withNumber(list+"/grid", n))); err != nil {
			return 0, 0, err
		}
		if _, err := chromedp.Run(v.tab, chromedp.Poll[bool](saidAll)); err != nil {
			return 0, 0, err
		}
		ms, err := chromedp.Run(v.tab, chromedp.Evaluate[float64](sinceStart))
		if err != nil {
			return 0, 0, err
		}
		wholes = append(wholes, time.Duration(ms*float64(time.Millisecond)))
		if _, err := chromedp.Run(v.tab, chromedp.Poll[bool](computed)); err != nil {
			return 0, 0, err
		}
		if ms, err = chromedp.Run(v.tab, chromedp.Evaluate[float64](tasks, chromedp.EvalAwaitPromise)); err != nil {
			return 0, 0, err
		}
		longs = append(longs, time.Duration(ms*float64(time.Millisecond)))
	}
	return medianTime(longs), medianTime(wholes), ctx.Err()
}

func (r pagesResult) writeCold(w io.Writer) {
	fmt.Fprintf(w,
		"\n| Pages in a browser that has kept nothing, answers %s late | Requests (aim: at most %d) | Received (aim: under %d kB) | Usable "+
			"after, median of %d (aim: under %s) |\n| --- | --- | --- | --- |\n",
		milliseconds(coldLatency), coldRequestsAim, coldBytesAim/1000, coldVisits, milliseconds(coldTimeAim))
	for _, p := range r.cold {
		fmt.Fprintf(w, "| %s | %d | %.1f kB | %s |\n", p.name, p.requests, float64(p.bytes)/1000, milliseconds(p.took))
	}
}
