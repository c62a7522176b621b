package webtest

import (
	"bytes"
	"html"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
)

// SentForm is a form as a browser sends it: names and values in the order of the controls.
type SentForm [][2]string

// Encode returns the form as a browser sends it.
func (f SentForm) Encode() string {
	pairs := make([]string, len(f))
	for i, pair := range f {
		pairs[i] = url.QueryEscape(pair[0]) + "=" + url.QueryEscape(pair[1])
	}
	return strings.Join(pairs, "&")
}

// With replaces the values of a name.
func (f SentForm) With(name string, values ...string) SentForm {
	changed := slices.DeleteFunc(slices.Clone(f), func(pair [2]string) bool { return pair[0] == name })
	for _, value := range values {
		changed = append(changed, [2]string{name, value})
	}
	return changed
}

// UntouchedForm reads what a browser sends of a form in which nothing is touched.
func UntouchedForm(t testing.TB, page Document, id string) (form SentForm, action string) {
	t.Helper()
	owner := page.ByID(id)
	if owner == nil {
		t.Fatalf("no form %s", id)
	}
	for _, e := range page.Named("input", "select", "textarea") {
		if !slices.Contains(e.Parents, owner) || e.inside("template") || !e.Has("name") {
			continue
		}
		box := e.Attrs["type"] == "checkbox"
		if !box || e.Has("checked") {
			form = append(form, [2]string{html.UnescapeString(e.Attrs["name"]), valueOf(page, e)})
		}
	}
	return form, html.UnescapeString(owner.Attrs["action"])
}

func valueOf(page Document, control *Element) string {
	switch control.Name {
	case "textarea":
		text := strings.TrimPrefix(html.UnescapeString(control.Text.String()), "\n")
		return strings.ReplaceAll(text, "\n", "\r\n")
	case "select":
		first := slices.IndexFunc(page.Named("option"), func(o *Element) bool { return slices.Contains(o.Parents, control) })
		for _, option := range page.Named("option") {
			if slices.Contains(option.Parents, control) && option.Has("selected") {
				return html.UnescapeString(option.Attrs["value"])
			}
		}
		if first >= 0 {
			return html.UnescapeString(page.Named("option")[first].Attrs["value"])
		}
	}
	return html.UnescapeString(control.Attrs["value"])
}

// SettingsOf is where the settings of an instance are.
func SettingsOf(instance string) string {
	return strings.Replace(instance, "/instances/", "/instance/", 1) + "/expansion/gui"
}

// OpenForm reads the form of a page of the editor.
func (b *Browser) OpenForm(t *testing.T, page string) (form SentForm, action string) {
	t.Helper()
	return UntouchedForm(t, ParseHTML(t, b.Get(page).Status(200).Body.String()), "setting")
}

// SendForm posts a form as it is.
func (b *Browser) SendForm(action string, form SentForm) Answer {
	b.TB.Helper()
	request := httptest.NewRequest("POST", "http://qm.test"+action, strings.NewReader(form.Encode()))
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.Do(request)
}

// ImportJSON sends a file to the import of a settings file, or of other documents.
func (b *Browser) ImportJSON(page, name, text string) Answer {
	b.TB.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("_token", b.Token(page))
	part, err := form.CreateFormFile("json_file", name)
	if err != nil {
		b.TB.Fatal(err)
	}
	_, _ = part.Write([]byte(text))
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+page+"/import", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return b.Do(request)
}

// SettingText is the stored text of a settings file, or else the defaults of the mod.
func (b *Browser) SettingText(instance, slug string) string {
	b.TB.Helper()
	rows, err := b.DB.All(b.TB.Context(), record.ExpansionSettings, b.Scope(instance), "r.setting = $", slug)
	if err != nil || len(rows) > 1 {
		b.TB.Fatalf("%s: %d records, %v", slug, len(rows), err)
	}
	if len(rows) == 0 {
		return expansion.Setting(slug).NewDocument().Text
	}
	text, _ := rows[0][record.ExpansionSettings.Index("document")].(string)
	return text
}

// SettingRevision returns the revision that the settings of an instance are at.
func (b *Browser) SettingRevision(instance string) int64 {
	b.TB.Helper()
	return b.Count(`SELECT revision FROM instances WHERE id = $1`, b.Scope(instance).InstanceID)
}
