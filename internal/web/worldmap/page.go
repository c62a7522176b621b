package worldmap

import (
	"cmp"
	"context"
	"encoding/json"
	"path"
	"strconv"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/geo"
	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

// unknownSize is the side in metres of a map whose size is not known: that of the largest map of the game.
const unknownSize = 15360

// layer describes a layer to the scripts of the page.
type layer struct {
	Slug      string   `json:"slug"`
	Title     string   `json:"title"`
	Edit      bool     `json:"edit"`                // positions can be moved
	Sorts     []string `json:"sorts,omitempty"`     // that new positions may have
	Known     []string `json:"known,omitempty"`     // names that new positions may have as their sort
	Choose    bool     `json:"choose,omitempty"`    // and no others
	SortLabel string   `json:"sortLabel,omitempty"` // what the sort is called; empty without one
	Named     bool     `json:"named,omitempty"`     // new ones need a name
	Routes    bool     `json:"routes,omitempty"`
	Radius    bool     `json:"radius,omitempty"` // positions have one of their own
	InFiles   bool     `json:"inFiles,omitempty"`
	Whole     []string `json:"whole,omitempty"`   // paths of positions that a file is about
	Goes      bool     `json:"goes,omitempty"`    // the file goes with such a position, which stays otherwise
	Heights   bool     `json:"heights,omitempty"` // new positions are written with a height
	Files     []file   `json:"files,omitempty"`   // in which new positions may be
}

// file is a file without records.
type file struct {
	SID  string `json:"sid"`
	Path string `json:"path"`
}

// show answers with the page; its scripts fetch what it shows.
func show(ctx context.Context, r *site.Request) (site.Response, error) {
	view, err := Ground(ctx, r)
	if err != nil {
		return site.Response{}, err
	}
	view.Features, view.Save, view.Undo, view.Open = mapURL(r)+"/features", mapURL(r), mapURL(r)+"/undo", mapURL(r)+"/open"
	view.MayEdit = r.May(access.Edit)
	if view.Layers, err = layersJSON(ctx, r); err != nil {
		return site.Response{}, err
	}
	if view.Picture, err = pictureView(ctx, r); err != nil {
		return site.Response{}, err
	}
	view.Lists = placedLists(r)
	return site.Response{Page: r.Inside("Map"), View: view}, nil
}

// Ground returns the frame of a map without positions: what is built and painted on it.
func Ground(ctx context.Context, r *site.Request) (pages.WorldMap, error) {
	size, err := sizeOf(ctx, r)
	if err != nil {
		return pages.WorldMap{}, err
	}
	view := pages.WorldMap{
		Size: cmp.Or(size, unknownSize), SizeKnown: size > 0, Name: r.Instance.Name(), Ground: mapURL(r) + "/ground", Areas: mapURL(r) + "/areas",
	}
	view.Legend, err = legend(ctx, r)
	return view, err
}

// layersJSON describes the layers to the scripts of the page.
func layersJSON(ctx context.Context, r *site.Request) (string, error) {
	layers, err := layersFor(ctx, r)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(layers)
	return string(text), err
}

// placedLists links to the lists of records with positions, for those whose browser runs no scripts.
func placedLists(r *site.Request) (links []ui.Link) {
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if len(c.Resource.Located) > 0 {
			links = append(links, ui.Link{Label: c.Title, URL: c.URL(r)})
		}
	}
	return links
}

// sizeOf returns the side of the instance's map in metres; 0 if it is not known.
func sizeOf(ctx context.Context, r *site.Request) (int64, error) {
	id, _ := r.Instance.Row[record.Instances.Index("map_id")].(int64)
	rows, err := r.Site.DB.All(ctx, record.Maps, r.Scope(), "r.id = $", id)
	if err != nil || len(rows) == 0 {
		return 0, err
	}
	size, _ := rows[0][record.Maps.Index("world_size")].(int64)
	return size, nil
}

// mostNames is how many names of events the page offers.
const mostNames = 1_000

func layersFor(ctx context.Context, r *site.Request) ([]layer, error) {
	files, err := service(r).Files(ctx, r.Scope())
	if err != nil {
		return nil, err
	}
	var list []layer
	for _, l := range geo.Layers() {
		if !r.May(access.Edit) {
			list = append(list, layer{Slug: l.Slug, Title: l.Title, Routes: l.Routes(), Radius: l.HasRadius()})
			continue
		}
		drawn := layer{
			Slug: l.Slug, Title: l.Title, Edit: l.Edits(), Sorts: l.Sorts(), Named: l.NeedsName(), Routes: l.Routes(), Radius: l.HasRadius(),
			InFiles: l.Resource == nil && !l.MakesFiles(), Whole: l.Whole(), Goes: l.GoesWithFiles(), Heights: l.NeedsHeight(),
		}
		for _, f := range files[l.Slug] {
			drawn.Files = append(drawn.Files, file(f))
		}
		if l.Resource == record.EventSpawns {
			names, err := r.Site.DB.ValuesOf(ctx, record.Events, r.Scope(), "name", mostNames)
			if err != nil {
				return nil, err
			}
			drawn.Known = names
		}
		if f := l.SortField(); f != nil {
			drawn.SortLabel, drawn.Choose = f.Label, len(f.In) > 0
			drawn.Known = append(drawn.Known, f.In...)
		}
		list = append(list, drawn)
	}
	return list, nil
}

// legend lists what areaflags.map has painted, and in which colours it is drawn.
func legend(ctx context.Context, r *site.Request) (list []pages.MapArea, err error) {
	painted, err := service(r).Areas(ctx, r.Scope())
	if err != nil || painted == nil {
		return nil, err
	}
	usages, values, err := service(r).AreaNames(ctx, r.Scope())
	if painted.Values.Bits > 0 {
		list = append(list, pages.MapArea{Value: "values/all", Label: "Tiers"})
	}
	for bit, name := range named(values, painted.Values.Used()) {
		list = append(list, pages.MapArea{Value: "values/" + strconv.Itoa(bit), Label: name})
	}
	for bit, name := range named(usages, painted.Usages.Used()) {
		list = append(list, pages.MapArea{Value: "usages/" + strconv.Itoa(bit), Label: "Usage " + name})
	}
	return list, err
}

// named yields the bits that are used, with the names that they stand for.
func named(names []string, used uint32) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		for bit := range 32 {
			if used&(1<<bit) == 0 {
				continue
			}
			name := "bit " + strconv.Itoa(bit+1)
			if bit < len(names) {
				name = names[bit]
			}
			if !yield(bit, name) {
				return
			}
		}
	}
}

// open leads to the form of a record or file, at the position that was chosen.
func open(ctx context.Context, r *site.Request) (site.Response, error) {
	if r.Param("resource") == record.Files.Path {
		return openFile(ctx, r)
	}
	for _, l := range geo.Layers() {
		if l.Resource == nil || strings.ReplaceAll(l.Resource.Path, "/", "-") != r.Param("resource") {
			continue
		}
		row, err := r.Site.DB.Get(ctx, l.Resource, r.Scope(), r.Param("sid"))
		if err != nil {
			return site.Response{}, err
		}
		form := ui.Query{Path: r.EditURL(l.Resource, l.Resource.TitleOf(row), r.Param("sid"))}
		if l.Setting == "" {
			return site.Redirect(form.Path), nil
		}
		return site.Redirect(form.With("at", r.Text("at"))), nil
	}
	return site.Response{}, site.ErrNotFound
}

// openFile leads to the form of a file at a position in it, or to its text if it has none. Paths of files are relative to the mission
// folder unless they begin with a slash.
func openFile(ctx context.Context, r *site.Request) (site.Response, error) {
	row, err := r.Site.DB.Get(ctx, record.Files, r.Scope(), r.Param("sid"))
	if err != nil {
		return site.Response{}, err
	}
	file, rooted := strings.CutPrefix(record.Files.TitleOf(row), "/")
	if !rooted {
		file = path.Join("mpmissions", r.Instance.Text("mission"), file)
	}
	return site.Redirect(r.FormURL(file).With("at", r.Text("at"))), nil
}
