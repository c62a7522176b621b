package api_test

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// conditional sends JSON with a header.
func (c client) conditional(t *testing.T, method, path, body, header, value string) reply {
	t.Helper()
	req := c.request(t, method, path, strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set(header, value)
	return c.roundTrip(t, req)
}

func TestTexts(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	crlf := strings.ReplaceAll(oneType, "\n", "\r\n")
	c.upload(t, instance+"/files", upload{"types.xml", crlf}).expect(t, 200)
	types := instance + "/texts/" + main + "db/types.xml"

	r := c.get(t, types)
	r.expect(t, 200, "data.path", `"`+main+`db/types.xml"`, "data.text", strconv.Quote(crlf), "data.encoding", `"utf-8"`, "data.kind",
		`"types"`, "data.broken", "false", "data.problems", "[]")
	tag := r.header.Get("ETag")
	c.conditional(t, http.MethodGet, types, "", "If-None-Match", tag).exactly(t, 304, "")

	changed := strconv.Quote(strings.Replace(crlf, "<nominal>5<", "<nominal>6<", 1))
	dry := c.send(t, http.MethodPut, types, `{"text":"<types>","dry_run":true}`)
	dry.expect(t, 200, "data.broken", "true", "data.problems.0.line", "1", "data.problems.0.severity", `"error"`)
	c.conditional(t, http.MethodPut, types, `{"text":`+changed+`}`, "If-None-Match", "*").expect(t, 412)
	r = c.conditional(t, http.MethodPut, types, `{"text":`+changed+`}`, "If-Match", tag)
	r.expect(t, 200, "data.text", changed)
	c.conditional(t, http.MethodPut, types, `{"text":"<types/>"}`, "If-Match", tag).expect(t, 412)
	c.get(t, instance+"/types").expect(t, 200, "data.0.nominal", "6")
	c.get(t, instance+"/revisions").expect(t, 200, "data.0.summary", `"save types.xml"`, "data.0.action", `"update"`)

	broken := `"<types>\r\n<type name=\"AK101\">"`
	c.send(t, http.MethodPut, types, `{"text":`+broken+`}`).expect(t, 200, "data.text", broken, "data.broken", "true", "data.problems.0.line",
		"2")
	c.get(t, types).expect(t, 200, "data.text", broken, "data.broken", "true")
	c.get(t, instance+"/types").expect(t, 200, "data.0.nominal", "6")
	c.get(t, instance+"/lint").expect(t, 200, "data.0.rule", `"broken-file"`, "data.0.name",
		`"mpmissions/dayzOffline.chernarusplus/db/types.xml"`)
	c.send(t, http.MethodPut, types, `{"text":`+changed+`}`).expect(t, 200, "data.broken", "false")

	// New files, in whatever encoding, under whatever name.
	note := instance + "/texts/profiles/notes.txt"
	c.get(t, note).exactly(t, 404, `{"message":"Not Found."}`)
	c.conditional(t, http.MethodPut, note, `{"text":"a"}`, "If-Match", "*").expect(t, 412)
	c.conditional(t, http.MethodPut, note, `{"text":" Привет\n","encoding":"windows-1251"}`, "If-None-Match", "*").expect(t, 200,
		"data.encoding", `"windows-1251"`, "data.text", `" Привет\n"`)
	if got := c.get(t, instance+"/files/profiles/notes.txt").body; got != " \xcf\xf0\xe8\xe2\xe5\xf2\n" {
		t.Errorf("stored as %q", got)
	}
	c.send(t, http.MethodPut, note, `{"text":"日本"}`).expect(t, 422, "errors.text.0",
		`"The text cannot be written in its encoding: line 1: there is no '日' in the encoding windows-1251."`)
	c.send(t, http.MethodPut, instance+"/texts/profiles/empty.txt", `{"text":""}`).expect(t, 200, "data.text", `""`)
	c.send(t, http.MethodPut, note, `{}`).expect(t, 422, "errors.text.0", `"The text field is required."`)
	c.send(t, http.MethodPut, note, `{"text":"a\u0000"}`).expect(t, 422, "errors.text.0", `"The file is not text."`)
	c.send(t, http.MethodPut, note, `{"text":"a","encoding":"klingon"}`).expect(t, 422, "errors.encoding.0",
		`"The selected encoding is invalid."`)
	c.send(t, http.MethodPut, instance+"/texts/con.txt", `{"text":"a"}`).expect(t, 422, "errors.path.0",
		`"The file cannot be stored: its path is not valid for a file: \"con.txt\" is a device on Windows."`)
	c.send(t, http.MethodPut, note+"/more.txt", `{"text":"a"}`).expect(t, 422)

	c.send(t, http.MethodPatch, note, `{"path":"profiles/own/notes.txt"}`).expect(t, 200, "data.path", `"profiles/own/notes.txt"`,
		"data.text", `" Привет\n"`)
	moved := instance + "/texts/profiles/own/notes.txt"
	c.send(t, http.MethodPatch, moved, `{"path":"`+main+`db/types.xml"}`).expect(t, 422, "errors.path.0", `"The path has already been taken."`)
	c.send(t, http.MethodPatch, moved, `{}`).expect(t, 422, "errors.path.0", `"The path field is required."`)
	c.conditional(t, http.MethodDelete, moved, "", "If-Match", `"another"`).expect(t, 412)
	c.send(t, http.MethodDelete, moved, "").exactly(t, 200, `{"result":true}`)
	c.get(t, moved).expect(t, 404)
	c.send(t, http.MethodDelete, instance+"/texts/"+main+"cfgeconomycore.xml", "").expect(t, 422)

	c.upload(t, instance+"/files", upload{"areaflags.map", "\x00\x01"}).expect(t, 200)
	c.get(t, instance+"/texts/"+main+"areaflags.map").expect(t, 422, "errors.path.0", `"The file is not text."`)
	s.user(t).get(t, types).expect(t, 404)
}
