// Command pictures takes pictures of the pages of a running server for docs/pages.md, or with -width and -dark of how they look on
// other screens: go run ./scripts/pictures http://127.0.0.1:8080 EMAIL PASSWORD. Scripts/pictures.sh starts such a server.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// look is how the pictures are taken.
type look struct {
	width, height int64
	dark          bool
	out           string
	only          *regexp.Regexp
}

func main() {
	var l look
	flag.Int64Var(&l.width, "width", 1280, "of the screen, in pixels")
	flag.Int64Var(&l.height, "height", 900, "of the screen, in pixels")
	flag.BoolVar(&l.dark, "dark", false, "as the theme")
	flag.StringVar(&l.out, "out", "docs/screenshots/pages", "the folder that takes the pictures")
	only := flag.String("only", "", "a pattern of the names of pictures; empty for all")
	flag.Parse()
	l.only = regexp.MustCompile(*only)
	if flag.NArg() != 3 {
		fmt.Fprintln(os.Stderr, "usage: pictures [flags] ADDRESS EMAIL PASSWORD")
		os.Exit(2)
	}
	if err := l.take(flag.Arg(0), flag.Arg(1), flag.Arg(2)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// take signs in and takes all pictures.
func (l look) take(address, email, password string) error {
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox)
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			options = append(options, chromedp.ExecPath(path))
			break
		}
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	ctx, end := chromedp.NewContext(allocator)
	defer end()
	if err := l.dress(ctx); err != nil {
		return err
	}
	t := &tour{Context: ctx, base: address, servers: map[string]string{}}
	for _, p := range visitorPages {
		if err := l.picture(t, p); err != nil {
			return err
		}
	}
	if err := t.signIn(email, password); err != nil {
		return err
	}
	var failed error
	for _, p := range pages {
		failed = errors.Join(failed, l.picture(t, p))
	}
	return failed
}

// dress gives the browser the screen and the theme.
func (l look) dress(ctx context.Context) error {
	scheme := map[bool]string{true: "dark", false: "light"}[l.dark]
	if err := chromedp.Do(ctx); err != nil {
		return err
	}
	_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: l.width, Height: l.height, DeviceScaleFactor: 1, Mobile: l.width < 600,
	})
	if err != nil {
		return err
	}
	_, err = chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
	return err
}

// picture goes to a page and takes its picture.
func (l look) picture(t *tour, p page) error {
	if !l.only.MatchString(p.name) {
		return nil
	}
	if err := t.visit(p); err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	png, err := chromedp.Run(t, chromedp.CaptureScreenshot())
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	small, err := shrink(png)
	if err != nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	fmt.Println(p.name, len(small)/1000, "kB")
	return os.WriteFile(filepath.Join(l.out, p.name+".png"), small, 0o644) //nolint:gosec // pictures are for everybody
}
