package bundle

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"quartermaster/internal/archive"
	"quartermaster/internal/jsontree"
)

// longText is from how many bytes on a text has an entry of its own.
const longText = 200

// Pack makes a file of a manifest with its rows and steps, signed with a key as NewKey has made it. The same makes the same bytes. It
// returns a Refusal for what no bundle holds.
func Pack(m Manifest, rows, steps []any, public, secret string) ([]byte, error) {
	m.Key = public
	if err := m.Check(); err != nil {
		return nil, err
	}
	entries, err := entriesOf(rows, steps)
	if err != nil {
		return nil, err
	}
	if len(entries)+2 > MostEntries {
		return nil, refuse("A bundle has at most %d entries.", MostEntries)
	}
	text := m.text(entries)
	signature, err := m.sign(text, secret)
	if err != nil {
		return nil, err
	}
	data, err := zipped(append([]entry{{manifestName, text}, {signatureName, signature}}, entries...))
	if err == nil {
		_, err = Open(data) // nothing leaves that would not come in
	}
	return data, err
}

// entriesOf returns the entries of rows, by their resources, of their texts and of steps.
func entriesOf(rows, steps []any) (entries []entry, err error) {
	lists := map[string][]any{}
	if len(steps) > 0 {
		lists["steps/steps.json"] = steps
	}
	for _, one := range rows {
		row, is := one.(*jsontree.Object)
		if !is {
			return nil, refuse("A row is an object.")
		}
		row, texts := withoutTexts(row, len(entries))
		entries = append(entries, texts...)
		name := "rows/" + strings.ReplaceAll(row.Text("resource"), "_", "-") + ".json"
		lists[name] = append(lists[name], row)
	}
	for name, rows := range lists {
		entries = append(entries, entry{name, listText(rows)})
	}
	slices.SortFunc(entries, func(a, b entry) int { return cmp.Compare(a.Name, b.Name) })
	return entries, nil
}

// listText is a list with a line for each of its members, so that people can read it.
func listText(rows []any) []byte {
	lines := make([][]byte, len(rows))
	for i, row := range rows {
		lines[i] = jsontree.AppendValue(nil, row)
	}
	return slices.Concat([]byte("[\n"), bytes.Join(lines, []byte(",\n")), []byte("\n]\n"))
}

// withoutTexts moves long texts of a row into entries of their own.
func withoutTexts(row *jsontree.Object, n int) (*jsontree.Object, []entry) {
	pair := row.Object("changes").List("text")
	if resource := row.Text("resource"); len(pair) != 2 || resource != "texts" && resource != "documents" {
		return row, nil
	}
	var entries []entry
	pair = slices.Clone(pair)
	for i, one := range pair {
		text, is := one.(string)
		if !is || len(text) < longText {
			continue
		}
		name := fmt.Sprintf("texts/%s/%d.txt", []string{"before", "after"}[i], n+1)
		entries = append(entries, entry{name, []byte(text)})
		of := new(jsontree.Object)
		of.Set("entry", name)
		pair[i] = of
	}
	row = row.Clone()
	changes := row.Object("changes").Clone()
	changes.Set("text", pair)
	row.Set("changes", changes)
	return row, entries
}

func zipped(entries []entry) ([]byte, error) {
	var b bytes.Buffer
	z := archive.NewWriter(&b)
	for _, e := range entries {
		err := z.Add(e.Name, func(w io.Writer) error {
			_, err := w.Write(e.Data)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}
