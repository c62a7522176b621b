package api_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/jsontree"
)

// flat are the fields of a body as a form sends them: nested ones as a[b][0].
func flat(name string, value any) (fields [][2]string) {
	switch v := value.(type) {
	case *jsontree.Object:
		for key, member := range v.All() {
			inner := key
			if name != "" {
				inner = name + "[" + key + "]"
			}
			fields = append(fields, flat(inner, member)...)
		}
	case []any:
		for i, member := range v {
			fields = append(fields, flat(name+"["+number(int64(i))+"]", member)...)
		}
	case bool:
		fields = append(fields, [2]string{name, map[bool]string{true: "1", false: "0"}[v]})
	case string:
		fields = append(fields, [2]string{name, v})
	case jsontree.Number:
		fields = append(fields, [2]string{name, string(v)})
	}
	return fields
}

// asMultipart sends a JSON body as a multipart form, with a file in it that nobody asked for.
func (c client) asMultipart(t testing.TB, method, path, body string) reply {
	t.Helper()
	var sent bytes.Buffer
	form := multipart.NewWriter(&sent)
	file, err := form.CreateFormFile("name", "name.txt")
	check(t, err)
	_, err = io.WriteString(file, "a file")
	check(t, err)
	fields := jsontree.ParseBody([]byte(body))
	fields.Delete("document") // holds values of types that a form cannot tell
	for _, field := range flat("", fields) {
		check(t, form.WriteField(field[0], field[1]))
	}
	check(t, form.Close())
	return c.do(t, method, path, form.FormDataContentType(), sent.String())
}

// TestMultipartWrites: every endpoint that makes or changes a record takes the fields of a multipart form.
func TestMultipartWrites(t *testing.T) {
	t.Parallel()
	f := furnish(t, start(t).user(t), "Mine")
	for _, e := range served() {
		switch e.Action {
		case endpoint.Create:
			got := f.asMultipart(t, e.Method, f.path(e), f.further().body(e.Record))
			if got.status != http.StatusCreated {
				t.Errorf("%s: %d %s", e.Path, got.status, got.body)
			}
		case endpoint.Update, endpoint.Patch:
			stored := f.get(t, f.one(e.Record))
			got := f.asMultipart(t, e.Method, f.path(e), f.body(e.Record))
			if got.status != http.StatusOK || got.at("data.sid") != stored.at("data.sid") {
				t.Errorf("%s %s: %d %s", e.Method, e.Path, got.status, got.body)
			}
		}
	}
}

func TestMultipartBodies(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	instance, _ := c.instance(t)
	path := instance + "/events"
	const kind = "multipart/form-data; boundary=b"
	part := func(name, value string) string {
		return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n"
	}
	event := part("name", " Loot ") + part("nominal", "1") + part("min", "0") + part("max", "2") + part("lifetime", "60")
	c.do(t, "POST", path, kind, event+part("name", "Last")+"--b--\r\n").expect(t, 201, "data.name", `"Last"`)
	c.do(t, "POST", path, kind, event+part("children[0][type]", "Car")+"--b--\r\n").expect(t, 201, "data.name", `"Loot"`,
		"data.children.0.type", `"Car"`)
	for name, broken := range map[string]string{
		"nothing": "", "no parts": "--b--\r\n", "a part that does not end": event, "no form": "name=Loot",
		"another boundary": strings.ReplaceAll(event, "--b", "--c") + "--c--\r\n",
	} {
		if got := c.do(t, "POST", path, kind, broken); got.status != 422 {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	c.do(t, "POST", path, kind, part("name", strings.Repeat("x", 2<<20))+"--b--\r\n").exactly(t, 413,
		`{"message":"The POST data is too large."}`)
	c.get(t, path).expect(t, 200, "meta.total", "2")
}
