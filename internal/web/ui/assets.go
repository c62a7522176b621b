package ui

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed static
var embedded embed.FS

// StaticPrefix is where the static files are served.
const StaticPrefix = "/static/"

// assets are the style sheets, scripts and pictures of the pages: the files of static/page, each joined with what it imports from the
// other folders. Their addresses hold a hash over all of them, so that browsers may keep them for good and that they find one another
// by relative paths.
type assets struct {
	files map[string]asset
	hash  string
}

// asset is a static file, as it is and compressed: the one that is not embedded is made when it is first asked for.
type asset struct {
	plain   func() []byte
	gzipped func() []byte
}

// newAsset returns a file of static/page, and the name that pages have for it. A large one is embedded compressed.
func newAsset(files fs.FS, name string) (string, asset) {
	content := sync.OnceValue(func() []byte {
		joined, _ := (&joiner{files, map[string]*module{}}).join(name) // which the tests have done
		return joined
	})
	if plain, compressed := strings.CutSuffix(path.Base(name), ".gz"); compressed {
		return plain, asset{sync.OnceValue(func() []byte { return gunzipped(content()) }), content}
	}
	return path.Base(name), asset{content, sync.OnceValue(func() []byte { return gzipped(content()) })}
}

// newAssets reads the embedded static files. It fails only when the binary was built without them.
func newAssets() (*assets, error) {
	read, sum := map[string]asset{}, sha256.New()
	files, err := fs.Sub(embedded, "static")
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	err = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(files, name)
		fmt.Fprintf(sum, "%s %d\n%s", name, len(content), content)
		if path.Dir(name) == "page" {
			base, made := newAsset(files, name)
			read[base] = made
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("static files: %w", err)
	}
	return &assets{read, hex.EncodeToString(sum.Sum(nil))[:12]}, nil
}

// url returns the address of the static file name.
func (a *assets) url(name string) string {
	return StaticPrefix + a.hash + "/" + name
}

// serve answers /static/<hash>/<name>. Under another hash, which a page of an older or newer server asks for,
// it serves the file that it has and lets nobody keep it.
func (a *assets) serve(w http.ResponseWriter, r *http.Request) {
	hash, name, found := strings.Cut(strings.TrimPrefix(r.URL.Path, StaticPrefix), "/")
	file, known := a.files[name]
	if !found || !known {
		http.NotFound(w, r)
		return
	}
	content, tag := file.plain, a.hash
	if takesGzip(w, r) {
		content, tag = file.gzipped, a.hash+"-gzip"
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", strconv.Itoa(len(content()))) // which ServeContent leaves out of what is encoded
	}
	w.Header().Set("Cache-Control", cacheControl(hash == a.hash))
	w.Header().Set("ETag", `"`+tag+`"`)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content()))
}

func cacheControl(current bool) string {
	if current {
		return "public, max-age=31536000, immutable"
	}
	return "no-cache"
}
