package webtest

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// LoadoutsOf is the address of the list of an instance's loadouts.
func LoadoutsOf(instance string) string {
	return "/instance" + strings.TrimPrefix(instance, "/instances") + "/expansion/gui/ai-loadouts"
}

// LoadoutJSON is a loadout with what editors of files leave in them: an own layout, and a key that the mod does not know.
const LoadoutJSON = `{
    "ClassName": "",
    "Comment": {"by": "Ada", "n": 12345678901234567890},
    "Chance": 1.00,
    "InventoryAttachments": [
        {"SlotName": "Shoulder", "Items": [
            {"ClassName": "M4A1", "Chance": 0.70},
            {"ClassName": "FAL", "Chance": 0.25}
        ]}
    ],
    "InventoryCargo": []
}
`

// AddLoadout makes a loadout as an import does, and returns its address.
func (b *Browser) AddLoadout(instance, name, text string) string {
	b.TB.Helper()
	base := LoadoutsOf(instance)
	b.ImportDocument(base, File{name + ".json", text}).LeadsTo(base)
	row := b.Named(instance, record.AILoadouts, name)
	return base + "/" + record.AILoadouts.SID(row)
}

// ImportDocument sends files to the import of a list.
func (b *Browser) ImportDocument(base string, files ...File) Answer {
	b.TB.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("_token", b.Token(base))
	for _, file := range files {
		part, err := form.CreateFormFile("json_file[]", file.Name)
		if err != nil {
			b.TB.Fatal(err)
		}
		_, _ = io.WriteString(part, file.Text)
	}
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+base+"/import", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.Do(request)
}

// Named returns the record of that name.
func (b *Browser) Named(instance string, res *record.Resource, name string) record.Row {
	b.TB.Helper()
	rows, err := b.DB.All(b.TB.Context(), res, b.Scope(instance), "r.name = $", name)
	if err != nil || len(rows) != 1 {
		b.TB.Fatalf("%s: %d records, %v", name, len(rows), err)
	}
	return rows[0]
}

// Revisions returns the number of the newest revision of an instance.
func (b *Browser) Revisions(instance string) int64 {
	b.TB.Helper()
	return b.Count(`SELECT count(*) FROM revisions WHERE instance_id = $1`, b.Scope(instance).InstanceID)
}

// GenuineLoadouts reads the loadouts of the collection of genuine files that have the shape of one.
func GenuineLoadouts(t *testing.T) (files []File) {
	t.Helper()
	paths, err := filepath.Glob("../../../shared/data/expansion/*/profiles/ExpansionMod/Loadouts/*.json")
	if err != nil || len(paths) == 0 {
		t.Skip("no genuine loadouts beside the project")
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(`"InventoryCargo"`)) {
			files = append(files, File{filepath.Base(path), string(data)})
		}
	}
	return files
}
