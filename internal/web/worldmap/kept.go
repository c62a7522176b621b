package worldmap

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"quartermaster/internal/store"
	"quartermaster/internal/web/site"
)

// layout is part of the tags of answers, and is raised when what they look like changes.
const layout = "1-"

// unlessKept answers what make makes under a tag, or 304 to a browser that has kept it.
func unlessKept(r *site.Request, tag string, make func() (site.Response, error)) (site.Response, error) {
	tag = `"` + layout + tag + `"`
	header := map[string]string{"ETag": "W/" + tag}
	if strings.Contains(strings.Join(r.Header.Values("If-None-Match"), ","), tag) {
		return site.Response{Header: header, Write: func(w http.ResponseWriter) error {
			w.WriteHeader(http.StatusNotModified)
			return nil
		}}, nil
	}
	answer, err := make()
	answer.Header = header
	return answer, err
}

// mostGround is how many bytes of grounds are remembered; that of a map of the game takes half a megabyte.
const mostGround = 4 << 20

// grounds remembers the grounds that were asked for last, so that the buildings are not read anew for every browser.
type grounds struct {
	mu    sync.Mutex
	size  int
	texts map[groundKey][]byte
}

// groundKey names a ground and its state.
type groundKey struct {
	scope store.Scope
	tag   string
}

// show answers with the size of the map and its buildings.
func (g *grounds) show(ctx context.Context, r *site.Request) (site.Response, error) {
	size, err := sizeOf(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	if size == 0 {
		size = unknownSize
	}
	tag, err := service(r).GroundTag(ctx, r.Scope())
	if err != nil {
		return site.Response{}, err
	}
	key := groundKey{r.Scope(), tag + "-" + strconv.FormatInt(size, 10)}
	return unlessKept(r, key.tag, func() (site.Response, error) {
		return answer(r, func() ([]byte, error) {
			if text := g.get(key); text != nil {
				return text, nil
			}
			text, err := service(r).AppendGround(ctx, append(strconv.AppendInt([]byte(`{"size":`), size, 10), ','), r.Scope())
			if err == nil {
				g.put(key, text)
			}
			return text, err
		})
	})
}

func (g *grounds) get(key groundKey) []byte {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.texts[key]
}

// put remembers a ground; when they become too large, all others are forgotten.
func (g *grounds) put(key groundKey, text []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(text) > mostGround {
		return
	}
	if g.size+len(text) > mostGround {
		clear(g.texts)
		g.size = 0
	}
	g.size += len(text) - len(g.texts[key])
	g.texts[key] = text
}
