package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"time"

	"quartermaster/internal/mission"
)

// documentsResult is what files of mods with many entries take of the processor, beside as many types.
type documentsResult struct{ files []measuredPage }

// measuredPage is what one file takes: its page for the first time and again, with its bytes, and one changed value.
type measuredPage struct {
	what         string
	first, again time.Duration
	bytes        int
	save         time.Duration
}

// largeFile is a file of a mod with many entries.
type largeFile struct {
	what, path string
	text       string
	changed    string // pointer to a number in it
}

// largeFiles are of each sort that a file of a mod may be: one of them is known by a pack.
func largeFiles() []largeFile {
	const folder = "profiles/Large/"
	const item = `{"ClassName": "Item_Class%05d", "Price": %d}`
	const inXML = `<item name="Item_Class%05[1]d" price="%[2]d"/>`
	categories := make([]string, manyTypes/100)
	for n := range categories {
		categories[n] = fmt.Sprintf("{\"CategoryName\": \"Category %d\", \"Products\": [\n%s]}", n,
			entries(100, `"Item_Class%05d,1,-1,1,%d,50"`, ",\n"))
	}
	return []largeFile{
		{"a list of objects", folder + "list.json", "[" + entries(manyTypes, item, ",\n") + "]", "/0/Price"},
		{"free keys", folder + "keys.json", "{" + entries(manyTypes, `"Item_Class%05d": %d`, ",\n") + "}", "/Item_Class00000"},
		{"XML", folder + "shop.xml", "<shop>\n" + entries(manyTypes, inXML, "\n") + "\n</shop>\n", "/item/0/price"},
		{
			"products by a pack", "profiles/TraderPlus/TraderPlusConfig/TraderPlusPriceConfig.json",
			`{"EnableDefaultTraderStock": 0, "TraderCategories": [` + strings.Join(categories, ",\n") + "]}", "/EnableDefaultTraderStock",
		},
	}
}

func entries(count int, format, between string) string {
	list := make([]string, count)
	for n := range list {
		list[n] = fmt.Sprintf(format, n, 1+n%900)
	}
	return strings.Join(list, between)
}

// measureDocuments opens and saves files of mods and types.
func (s settings) measureDocuments(ctx context.Context, dir string, p programs) (r documentsResult, err error) {
	f := fixture{service: filepath.Join(dir, "documents")}
	if err := f.fill(ctx, p, f.service+".xml", manyTypes); err != nil {
		return r, err
	}
	service, err := p.serveQuartermaster(ctx, f)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, service.stop()) }()
	by := script{"http://" + service.addr + "/api/v1/instances/" + f.instance, f.token, service.pid}
	owner, err := signedIn(ctx, "http://"+service.addr)
	if err != nil {
		return r, err
	}
	pages := "http://" + service.addr + "/instances/" + f.instance
	types := measuredPage{what: "types, as the grid’s rows"}
	if err := types.open(ctx, by, owner, pages+"/types/grid/rows"); err != nil {
		return r, err
	}
	if types.save, err = by.changeOfType(ctx); err != nil {
		return r, err
	}
	r.files = append(r.files, types)
	for _, file := range largeFiles() {
		one, err := file.measure(ctx, by, owner, pages)
		if err != nil {
			return r, err
		}
		r.files = append(r.files, one)
	}
	return r, nil
}

func (s script) changeOfType(ctx context.Context) (time.Duration, error) {
	sid, err := s.firstType(ctx)
	if err != nil {
		return 0, err
	}
	return s.processor(1, s.sending(ctx, http.MethodPatch, "/types/"+sid, `{"nominal":78}`))
}

func (f largeFile) measure(ctx context.Context, by script, owner *member, pages string) (m measuredPage, err error) {
	beside := mission.Upload{Path: "profiles/Other.json", Data: []byte("{}")}
	if err := by.upload(ctx, []mission.Upload{{Path: f.path, Data: []byte(f.text)}, beside}, "merge"); err != nil {
		return m, err
	}
	slug := strings.ToLower(strings.NewReplacer("/", "-", ".", "-").Replace(f.path))
	m.what = f.what
	if err := m.open(ctx, by, owner, pages+"/documents/mods/"+slug); err != nil {
		return m, err
	}
	patch := fmt.Sprintf(`[{"op":"replace","path":%q,"value":2}]`, f.changed)
	m.save, err = by.processor(1, func() error {
		_, _, err := by.ask(ctx, http.MethodPatch, "/documents/"+slug, "application/json-patch+json", strings.NewReader(patch), "", http.StatusOK)
		return err
	})
	return m, err
}

func (m *measuredPage) open(ctx context.Context, by script, owner *member, address string) (err error) {
	ask := func() error {
		text, err := owner.text(ctx, address)
		m.bytes = len(text)
		return err
	}
	if m.first, err = by.processor(1, ask); err == nil {
		m.again, err = by.processor(asksAgain, ask)
	}
	return err
}

func (r documentsResult) write(w io.Writer) {
	fmt.Fprintf(w, "\n| %d entries, processor time | Opened | Again | Page | One value saved |\n| --- | --- | --- | --- | --- |\n", manyTypes)
	for _, m := range r.files {
		fmt.Fprintf(w, "| %s | %s | %s | %.1f kB | %s |\n", m.what, milliseconds(m.first), milliseconds(m.again), float64(m.bytes)/1000,
			milliseconds(m.save))
	}
}
