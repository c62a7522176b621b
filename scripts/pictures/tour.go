package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"time"

	"github.com/chromedp/chromedp"
)

// page is a page to take a picture of.
type page struct {
	name string
	path string // from the root; {Name} stands for the address of the server of that name, {gui Name} for its pages of the Expansion mod
	open string // a link to follow from there: the start of its text; empty for none
	then string // a script to run on the page; empty for none
}

// tour is a browser at a server.
type tour struct {
	context.Context
	base    string
	servers map[string]string // their sids, by name
}

// patience is how long a step may take, and rest how long a page may take to settle.
const (
	patience = 20 * time.Second
	rest     = 600 * time.Millisecond
)

func (t *tour) do(steps ...chromedp.Action[chromedp.Void]) error {
	ctx, stop := context.WithTimeout(t, patience)
	defer stop()
	return chromedp.Do(ctx, steps...)
}

// signIn logs in and notes where the servers are.
func (t *tour) signIn(email, password string) error {
	err := t.do(
		chromedp.Navigate(t.base+"/login"), chromedp.SetValue(chromedp.CSS(`[name=email]`), email),
		chromedp.SetValue(chromedp.CSS(`[name=password]`), password), chromedp.Submit(chromedp.CSS(`main form`)), chromedp.Sleep(5*rest),
		chromedp.Navigate(t.base+"/instances"),
	)
	if err != nil {
		return err
	}
	text, err := chromedp.Run(t, chromedp.Evaluate[string](`JSON.stringify(Object.fromEntries([...document.querySelectorAll(".instance h2 `+
		`a")].map((a) => [a.innerText, a.getAttribute("href").split("/")[2]])))`))
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(text), &t.servers); err != nil || len(t.servers) > 0 {
		return err
	}
	return errors.New("the account sees no servers: was it signed in?")
}

var placeholder = regexp.MustCompile(`\{(gui )?([^}]*)\}`)

// address replaces the placeholders of a path.
func (t *tour) address(path string) string {
	return t.base + placeholder.ReplaceAllStringFunc(path, func(text string) string {
		parts := placeholder.FindStringSubmatch(text)
		if parts[1] != "" {
			return "/instance/" + t.servers[parts[2]] + "/expansion/gui"
		}
		return "/instances/" + t.servers[parts[2]]
	})
}

// visit goes to a page.
func (t *tour) visit(p page) error {
	if err := t.do(chromedp.Navigate(t.address(p.path)), chromedp.Sleep(rest)); err != nil {
		return err
	}
	if p.open != "" {
		found, err := chromedp.Run(t, chromedp.Evaluate[bool](fmt.Sprintf(`(() => {
			const link = [...document.querySelectorAll("main a")].find((a) => a.innerText.startsWith(%q));
			link?.click();
			return Boolean(link);
		})()`, p.open)))
		if err != nil {
			return err
		}
		if !found {
			return fmt.Errorf("there is no link %q", p.open)
		}
	}
	if err := t.settle(); err != nil || p.then == "" {
		return err
	}
	if _, err := chromedp.Run(t, chromedp.Evaluate[any](p.then, chromedp.EvalAwaitPromise)); err != nil {
		return err
	}
	return t.settle()
}

// settle waits until a page has drawn what it fetches, the rows of a grid among it.
func (t *tour) settle() error {
	if err := t.do(chromedp.Sleep(rest)); err != nil {
		return err
	}
	_, err := chromedp.Run(t, chromedp.Evaluate[bool](`new Promise((done) => {
		const look = () => document.querySelector("[data-grid-body][hidden]") ? setTimeout(look, 100) : done(true);
		look();
	})`, chromedp.EvalAwaitPromise))
	return err
}
