package web

import (
	"bytes"
	"html"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

// sentForm is a form as a browser sends it: names and values in the order of the controls.
type sentForm [][2]string

func (f sentForm) encode() string {
	pairs := make([]string, len(f))
	for i, pair := range f {
		pairs[i] = url.QueryEscape(pair[0]) + "=" + url.QueryEscape(pair[1])
	}
	return strings.Join(pairs, "&")
}

// with replaces the values of a name.
func (f sentForm) with(name string, values ...string) sentForm {
	changed := slices.DeleteFunc(slices.Clone(f), func(pair [2]string) bool { return pair[0] == name })
	for _, value := range values {
		changed = append(changed, [2]string{name, value})
	}
	return changed
}

// untouchedForm reads what a browser sends of a form in which nothing is touched.
func untouchedForm(t testing.TB, page document, id string) (form sentForm, action string) {
	t.Helper()
	owner := page.byID(id)
	if owner == nil {
		t.Fatalf("no form %s", id)
	}
	for _, e := range page.named("input", "select", "textarea") {
		if !slices.Contains(e.parents, owner) || e.inside("template") || !e.has("name") {
			continue
		}
		box := e.attrs["type"] == "checkbox"
		if !box || e.has("checked") {
			form = append(form, [2]string{html.UnescapeString(e.attrs["name"]), valueOf(page, e)})
		}
	}
	return form, html.UnescapeString(owner.attrs["action"])
}

func valueOf(page document, control *element) string {
	switch control.name {
	case "textarea":
		text := strings.TrimPrefix(html.UnescapeString(control.text.String()), "\n")
		return strings.ReplaceAll(text, "\n", "\r\n")
	case "select":
		first := slices.IndexFunc(page.named("option"), func(o *element) bool { return slices.Contains(o.parents, control) })
		for _, option := range page.named("option") {
			if slices.Contains(option.parents, control) && option.has("selected") {
				return html.UnescapeString(option.attrs["value"])
			}
		}
		if first >= 0 {
			return html.UnescapeString(page.named("option")[first].attrs["value"])
		}
	}
	return html.UnescapeString(control.attrs["value"])
}

// settingsOf is where the settings of an instance are.
func settingsOf(instance string) string {
	return strings.Replace(instance, "/instances/", "/instance/", 1) + "/expansion/gui"
}

// openForm reads the form of a page of the editor.
func (b *browser) openForm(t *testing.T, page string) (form sentForm, action string) {
	t.Helper()
	return untouchedForm(t, parseHTML(t, b.get(page).status(200).Body.String()), "setting")
}

// sendForm posts a form as it is.
func (b *browser) sendForm(action string, form sentForm) answer {
	b.t.Helper()
	request := httptest.NewRequest("POST", "http://qm.test"+action, strings.NewReader(form.encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(request)
}

// importJSON sends a file to the import of a settings file, or of other documents.
func (b *browser) importJSON(page, name, text string) answer {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("_token", b.token(page))
	part, err := form.CreateFormFile("json_file", name)
	if err != nil {
		b.t.Fatal(err)
	}
	_, _ = part.Write([]byte(text))
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+page+"/import", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(request)
}

// settingText is the stored text of a settings file, or else the defaults of the mod.
func (b *browser) settingText(instance, slug string) string {
	b.t.Helper()
	rows, err := b.db.All(b.t.Context(), record.ExpansionSettings, b.scope(instance), "r.setting = $", slug)
	if err != nil || len(rows) > 1 {
		b.t.Fatalf("%s: %d records, %v", slug, len(rows), err)
	}
	if len(rows) == 0 {
		return expansion.Setting(slug).NewDocument().Text
	}
	text, _ := rows[0][record.ExpansionSettings.Index("document")].(string)
	return text
}

func (b *browser) settingRevision(instance string) int64 {
	b.t.Helper()
	return b.count(`SELECT revision FROM instances WHERE id = $1`, b.scope(instance).InstanceID)
}

// genuineSettings calls fn with each genuine settings file beside the project.
func genuineSettings(t *testing.T, fn func(slug, name, text string)) {
	t.Helper()
	root := filepath.Join("..", "..", "..", "shared", "data", "expansion")
	if _, err := os.Stat(root); err != nil {
		t.Skip("no genuine files beside the project: ", err)
	}
	files, err := filepath.Glob(filepath.Join(root, "*", "*", "*", "*", "*ettings*.json"))
	deeper, _ := filepath.Glob(filepath.Join(root, "*", "*", "*", "*", "*", "*ettings*.json"))
	if err != nil || len(files)+len(deeper) == 0 {
		t.Fatal("no settings among the genuine files: ", err)
	}
	for _, file := range append(files, deeper...) {
		d := expansion.Claim(filepath.ToSlash(file))
		data, err := os.ReadFile(file)
		if d == nil || expansion.Setting(d.Slug) == nil || err != nil {
			continue
		}
		if tree, err := expansion.Parse(string(data)); err == nil && d.Fits(tree) == nil {
			fn(d.Slug, filepath.Base(file), string(data))
		}
	}
}

// sendJSON sends a body as JSON.
func (b *browser) sendJSON(method, path, body string) answer {
	b.t.Helper()
	request := httptest.NewRequest(method, "http://qm.test"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	return b.do(request)
}
