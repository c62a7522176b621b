package webtest

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/mission"
)

// GridTypes is how many types the test of the grid has.
const GridTypes = 20_000

// GridRows is what the rows of a grid are answered with.
type GridRows struct {
	Columns []struct{ Key, Kind, Edit string }
	Options map[string][]struct{ ID, Name string }
	Count   int
	First   GridBlock // those that the page comes with
	Blocks  []GridBlock
}

// GridBlock is a block of rows of a grid.
type GridBlock struct {
	SIDs   []string
	Values [][]any
}

// Value returns a value of the record with a name.
func (g GridRows) Value(t *testing.T, name, key string) any {
	t.Helper()
	column := slices.IndexFunc(g.Columns, func(c struct{ Key, Kind, Edit string }) bool { return c.Key == key })
	for _, block := range g.Blocks {
		if i := slices.Index(block.Values[0], any(name)); i >= 0 {
			return block.Values[column][i]
		}
	}
	t.Fatalf("no %s of %s", key, name)
	return nil
}

// SID returns the identifier of the row of a name.
func (g GridRows) SID(t *testing.T, name string) string {
	t.Helper()
	for _, block := range g.Blocks {
		if i := slices.Index(block.Values[0], any(name)); i >= 0 {
			return block.SIDs[i]
		}
	}
	t.Fatal("no " + name)
	return ""
}

// Into reads an answer as JSON.
func (a Answer) Into(value any) {
	a.TB.Helper()
	if err := json.Unmarshal(a.Body.Bytes(), value); err != nil {
		a.TB.Fatalf("%v\n%s", err, a.Body)
	}
}

// Grid returns the rows of a list as its grid reads them.
func (b *Browser) Grid(list, query string) (g GridRows) {
	b.TB.Helper()
	for i, line := range strings.Split(strings.TrimSpace(b.Get(list+"/grid/rows"+query).Status(200).Body.String()), "\n") {
		var part any = &g
		if i > 0 {
			g.Blocks = append(g.Blocks, GridBlock{})
			part = &g.Blocks[i-1]
		}
		if err := json.Unmarshal([]byte(line), part); err != nil {
			b.TB.Fatalf("%v\n%s", err, line)
		}
	}
	return g
}

// Posted sends JSON as the scripts of a grid do.
func (b *Browser) Posted(list, path, body string) Answer {
	b.TB.Helper()
	request := httptest.NewRequest("POST", "http://qm.test"+list+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-CSRF-TOKEN", b.Token(list))
	return b.Do(request)
}

// Shown returns a value as JSON has it.
func Shown(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// ManyTypes gives an instance that many types, as an import does.
func (b *Browser) ManyTypes(count int) (instance string) {
	b.TB.Helper()
	instance = b.Instance("Many")
	var text strings.Builder
	text.WriteString("<types>\n")
	for i := range count {
		fmt.Fprintf(&text,
			`<type name="Class_%05d"><nominal>%d</nominal><lifetime>14400</lifetime><restock>0</restock><min>%d</min><quantmin>-1</quantmin>`+
				`<quantmax>-1</quantmax><cost>100</cost>`,
			i, i%60, i%30)
		text.WriteString("<flags count_in_cargo=\"0\" count_in_hoarder=\"0\" count_in_map=\"1\" count_in_player=\"0\" crafted=\"0\" " +
			"deloot=\"0\"/><category name=\"weapons\"/><usage name=\"Military\"/><usage name=\"Police\"/><value name=\"Tier3\"/></type>\n")
	}
	text.WriteString("</types>\n")
	uploads := []mission.Upload{{Path: "db/types.xml", Data: []byte(text.String())}}
	if _, err := b.Missions.Import(b.TB.Context(), b.Scope(instance), uploads, mission.Options{}); err != nil {
		b.TB.Fatal(err)
	}
	return instance
}
