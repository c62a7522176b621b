package ui

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"strings"
)

//go:embed static
var embedded embed.FS

// StaticPrefix is where the static files are served.
const StaticPrefix = "/static/"

// assets are the style sheets, scripts and pictures of the pages. Their addresses hold a hash over all of
// them, so that browsers may keep them for good and modules find one another by relative paths.
type assets struct {
	files fs.FS
	hash  string
}

// newAssets reads the embedded static files. It fails only when the binary was built without them.
func newAssets() (*assets, error) {
	files, err := fs.Sub(embedded, "static")
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	hash, err := hashFiles(files)
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	return &assets{files: files, hash: hash}, nil
}

// hashFiles returns a short hash over the names and contents of all files.
func hashFiles(files fs.FS) (string, error) {
	sum := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		fmt.Fprintf(sum, "%s %d\n%s", name, len(content), content)
		return err
	})
	return hex.EncodeToString(sum.Sum(nil))[:12], err
}

// url returns the address of the static file name.
func (a *assets) url(name string) string {
	return StaticPrefix + a.hash + "/" + name
}

// serve answers /static/<hash>/<name>. Under another hash, which a page of an older or newer server asks for,
// it serves the file that it has and lets nobody keep it.
func (a *assets) serve(w http.ResponseWriter, r *http.Request) {
	hash, name, found := strings.Cut(strings.TrimPrefix(r.URL.Path, StaticPrefix), "/")
	info, err := fs.Stat(a.files, name)
	if !found || err != nil || info.IsDir() {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Cache-Control", cacheControl(hash == a.hash))
	w.Header().Set("ETag", `"`+a.hash+`"`)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeFileFS(w, r, a.files, name)
}

func cacheControl(current bool) string {
	if current {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}
