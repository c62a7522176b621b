package api_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"testing"

	"quartermaster/internal/api"
	"quartermaster/internal/storetest"
)

type upload struct{ name, content string }

// upload sends files as a form with file inputs.
func (c client) upload(t testing.TB, path string, files ...upload) reply {
	t.Helper()
	return c.uploadForm(t, path, "", files...)
}

func (c client) uploadForm(t testing.TB, path, mode string, files ...upload) reply {
	t.Helper()
	fields := map[string]string{}
	if mode != "" {
		fields["mode"] = mode
	}
	return c.uploadWith(t, path, fields, files...)
}

func (c client) uploadWith(t testing.TB, path string, fields map[string]string, files ...upload) reply {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for name, value := range fields {
		check(t, form.WriteField(name, value))
	}
	for _, f := range files {
		head := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="files[]"; filename="` + f.name + `"`}}
		part, err := form.CreatePart(head)
		check(t, err)
		_, err = io.WriteString(part, f.content)
		check(t, err)
	}
	check(t, form.Close())
	return c.do(t, http.MethodPost, path, form.FormDataContentType(), body.String())
}

// zipOf makes a ZIP.
func zipOf(t testing.TB, files ...upload) string {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, f := range files {
		entry, err := w.Create(f.name)
		check(t, err)
		_, err = io.WriteString(entry, f.content)
		check(t, err)
	}
	check(t, w.Close())
	return out.String()
}

const main = "mpmissions/dayzOffline.chernarusplus/"

func TestImportAndDownload(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		path := instance + "/files"
		crlf := strings.ReplaceAll(oneType, "\n", "\r\n")
		r := c.upload(t, path, upload{"types.xml", crlf}, upload{"mpmissions/any/mods/my_events.xml", oneEvent}, upload{"readme.txt", "hello"})
		r.expect(t, 200, "data.files.0.path", `"`+main+`db/types.xml"`, "data.files.0.kind", `"types"`, "data.files.0.status", `"imported"`,
			"data.files.0.created", "1", "data.files.0.updated", "0", "data.files.0.unchanged", "0", "data.files.0.deleted", "0",
			"data.files.0.error", "null",
			"data.files.1.path", `"`+main+`mods/my_events.xml"`, "data.files.1.kind", `"events"`, "data.files.1.created", "1",
			"data.files.2.path", `"readme.txt"`, "data.files.2.kind", `"other"`, "data.files.2.status", `"imported"`, "data.files.2.created", "1",
			"data.files.3", "absent", "errors", "absent")
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "1", "data.0.name", `"AK101"`, "data.0.nominal", "5", "data.0.min", "null",
			"data.0.count_in_map", "null",
			"data.0.source_file", `"db/types.xml"`)
		c.get(t, instance+"/classnames").expect(t, 200, "data.0.name", `"AK101"`)
		c.get(t, instance+"/events?include=children").expect(t, 200, "data.0.name", `"StaticX"`, "data.0.children_count", "1",
			"data.0.children.0.lootmax", "5")

		list := c.get(t, path)
		if got := list.names("path"); got != main+"cfgeconomycore.xml "+main+"db/types.xml "+main+"mods/my_events.xml readme.txt" {
			t.Errorf("files: %s", got)
		}
		list.expect(t, 200, "data.1.kind", `"types"`, "data.1.records", "1", "data.1.size", number(int64(len(crlf))), "data.1.sha256",
			`"`+digest(crlf)+`"`, "data.1.warnings", "[]")
		for name, want := range map[string]string{"db/types.xml": crlf, "mods/my_events.xml": oneEvent} {
			got := c.get(t, path+"/"+main+name)
			got.exactly(t, 200, want)
			for header, value := range map[string]string{
				"Content-Type": "application/xml", "Content-Length": number(int64(len(want))), "Cache-Control": "no-cache, private",
				"Content-Disposition": "attachment; filename=" + name[strings.LastIndexByte(name, '/')+1:], "Access-Control-Allow-Origin": "*",
			} {
				if got.header.Get(header) != value {
					t.Errorf("%s: %q, want %q", header, got.header.Get(header), value)
				}
			}
		}
		for _, missing := range []string{"/none.xml", "/" + main, "/" + main + "db/Types.xml", "/db/types.xml", "/" + main + "db/types.xml%00"} {
			c.get(t, path+missing).exactly(t, 404, body404)
		}
	})
}

func digest(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

func TestMergeAndReplace(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance, _ := c.instance(t)
		path := instance + "/files"
		two := strings.Replace(oneType, "</types>", "    <type name=\"Hammer\">\n    </type>\n</types>", 1)
		c.upload(t, path, upload{"types.xml", two}).expect(t, 200, "data.files.0.created", "2")
		changed := strings.Replace(oneType, ">5<", ">6<", 1)
		c.uploadForm(t, path, "merge", upload{"types.xml", changed}).expect(t, 200, "data.files.0.updated", "1", "data.files.0.deleted", "0")
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "2", "data.0.nominal", "6")
		c.upload(t, path, upload{"types.xml", changed}).expect(t, 200, "data.files.0.unchanged", "1", "data.files.0.updated", "0")
		c.upload(t, path+"?mode=replace", upload{"types.xml", changed}).expect(t, 200, "data.files.0.deleted", "1", "data.files.0.unchanged", "1")
		c.get(t, instance+"/types").expect(t, 200, "meta.total", "1", "data.0.name", `"AK101"`)
		c.get(t, path+"/"+main+"db/types.xml").exactly(t, 200, changed)
		c.uploadForm(t, path+"?mode=merge", "replace", upload{"types.xml", "<types>\n</types>\n"}).expect(t, 200, "data.files.0.deleted", "1")
	})
}

func TestImportOfAnArchive(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	folder := "server/mpmissions/dayzOffline.chernarusplus/"
	zipped := zipOf(t, upload{folder + "db/types.xml", oneType}, upload{folder + "db/events.xml", oneEvent},
		upload{folder + "storage/notes.txt", "x"})
	r := c.upload(t, instance+"/files", upload{"mission.zip", zipped})
	r.expect(t, 200, "data.files.0.path", `"`+main+`db/types.xml"`, "data.files.1.path", `"`+main+`db/events.xml"`, "data.files.2.status",
		`"imported"`)
	c.upload(t, instance+"/files", upload{"broken.zip", zipped[:len(zipped)/2]}).exactly(t, 422, invalid("files",
		"broken.zip is a damaged ZIP file."))
	nested := zipOf(t, upload{"inner.zip", zipped})
	c.upload(t, instance+"/files", upload{"outer.zip", nested}).exactly(t, 422, invalid("files",
		"outer.zip holds inner.zip, an archive in an archive: unpack that one first."))
	climbing := zipOf(t, upload{"db/types.xml", oneType}, upload{"../events.xml", oneEvent})
	c.upload(t, instance+"/files", upload{"a.zip", climbing}).exactly(t, 422,
		`{"message":"a.zip holds ..\/events.xml, a path that leads out of the archive.",`+
			`"errors":{"files":["a.zip holds ..\/events.xml, a path that leads out of the archive."]}}`)
}

func TestBrokenFiles(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/files"
	broken := "<types>\n    <type name=\"A\">\n    </typ>\n</types>\n"
	r := c.upload(t, path, upload{"types.xml", broken})
	if r.status != 422 || !strings.HasPrefix(r.at("message"), `"types.xml: line 3: `) || r.at("errors.files.0") != "absent" {
		t.Errorf("%d %s", r.status, r.body)
	}
	if strings.Count(r.body, `"files.0":["types.xml: line 3: `) != 1 || r.at("data.files.0.status") != `"failed"` {
		t.Errorf("%d %s", r.status, r.body)
	}
	c.get(t, instance+"/types").expect(t, 200, "meta.total", "0")
	r = c.upload(t, path, upload{"types.xml", broken}, upload{"events.xml", oneEvent})
	r.expect(t, 200, "data.files.0.status", `"failed"`, "data.files.1.status", `"imported"`, "errors", "absent")
	if !strings.HasPrefix(r.at("data.files.0.error"), `"line 3: `) {
		t.Errorf("error %s", r.at("data.files.0.error"))
	}
	c.upload(t, path, upload{"types.xml", broken}, upload{"notes.txt", "x"}).expect(t, 200, "data.files.1.status", `"imported"`)
	c.upload(t, path, upload{"notes.txt", "x"}).expect(t, 200, "data.files.0.status", `"imported"`)
}

func TestRefusedUploads(t *testing.T) {
	t.Parallel()
	const limit = 4096
	s := start(t, func(c *api.Config) { c.UploadLimit = limit })
	c := s.user(t)
	instance, _ := c.instance(t)
	path := instance + "/files"
	required := invalid("files", "The files field is required.")
	c.send(t, "POST", path, `{"files":["x"]}`).exactly(t, 422, required)
	c.send(t, "POST", path, ``).exactly(t, 422, required)
	c.do(t, "POST", path, "multipart/form-data", "x").exactly(t, 422, required)
	c.upload(t, path).exactly(t, 422, required)
	c.upload(t, path, upload{"", ""}).exactly(t, 422, required)
	c.uploadForm(t, path, "delete", upload{"types.xml", oneType}).exactly(t, 422, invalid("mode", "The selected mode is invalid."))
	c.do(t, "POST", path, "multipart/form-data; boundary=b", "--b\r\ncut off").exactly(t, 422,
		invalid("files", "The files field could not be read: the upload is incomplete or damaged."))
	c.upload(t, path, upload{"types.xml", strings.Repeat(" ", limit) + oneType}).exactly(t, 413, body413)
	c.upload(t, path, upload{"types.xml", oneType}).expect(t, 200)
}

// TestImportOfHostileNamesAndContent sends what one of the databases could not store.
func TestImportOfHostileNamesAndContent(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		entry := func(name string) string { return "<types>\n<type name=\"" + name + "\"/>\n</types>\n" }
		for _, file := range []upload{
			{"a\x00_types.xml", oneType},
			{"a\xff_types.xml", oneType},
			{"a\x01\t_types.xml", oneType},
			{`..\..\types.xml`, oneType},
			{strings.Repeat("long", 500) + "_types.xml", oneType},
			{"types.xml", entry("a\x00b")},
			{"types.xml", entry("a\xffb")},
			{"types.xml", entry("a&#0;b")},
			{"types.xml", entry("&#xD800;")},
			{"types.xml", entry(strings.Repeat("x", 5000))},
			{"types.xml", "\x00<types/>"},
			{"types.xml", "<types>\x00</types>"},
			{"types.xml", "<types><!-- \x00\xff --></types>"},
			{"types.xml", "<types><type name=\"A\"><nominal>99999999999999999999</nominal></type></types>"},
			{"types.xml", "<types><type name=\"A\"><nominal>3000000000</nominal><usage name=\"\x00\"/></type></types>"},
			{
				"events.xml",
				"<events><event name=\"A\"><nominal>3000000000</nominal><children><child type=\"\x00\" " +
					"min=\"-3000000000\"/></children></event></events>",
			},
			{"cfgeconomycore.xml", "<economycore><defaults><default name=\"dyn_radius\" value=\"3000000000\"/></defaults>\x00</economycore>"},
			{"cfglimitsdefinition.xml", "<lists><categories><category name=\"a\x00\"/></categories></lists>"},
			{"cfglimitsdefinitionuser.xml", "<user_lists>\xff</user_lists>"},
		} {
			instance, _ := c.instance(t)
			for _, sent := range []upload{file, {"a.zip", zipOf(t, file)}} {
				if r := c.upload(t, instance+"/files", sent); r.status != 200 && r.status != 422 {
					t.Errorf("%.60q %.80q: %d %s", file.name, file.content, r.status, r.body)
				}
				for _, path := range []string{"/files", "/files.zip", "/types", "/events"} {
					if r := c.get(t, instance+path); r.status != 200 {
						t.Errorf("%.60q %.80q: then %s gives %d %s", file.name, file.content, path, r.status, r.body)
					}
				}
			}
		}
	})
}

func TestZip(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	c.upload(t, instance+"/files", upload{"types.xml", oneType}, upload{"events.xml", oneEvent})
	r := c.get(t, instance+"/files.zip")
	r.exactly(t, 200, c.get(t, instance+"/files.zip").body)
	if r.header.Get("Content-Type") != "application/zip" ||
		r.header.Get("Content-Disposition") != "attachment; filename="+sidOf(instance)+".zip" {
		t.Errorf("headers %v", r.header)
	}
	files, err := zip.NewReader(strings.NewReader(r.body), int64(len(r.body)))
	check(t, err)
	var names []string
	for _, f := range files.File {
		names = append(names, f.Name)
		if f.Modified.Year() != 1980 {
			t.Errorf("%s is of %v", f.Name, f.Modified)
		}
		content, err := fs.ReadFile(files, f.Name)
		check(t, err)
		c.get(t, instance+"/files/"+f.Name).exactly(t, 200, string(content))
	}
	if got := strings.Join(names, " "); got != c.get(t, instance+"/files").names("path") {
		t.Errorf("the archive holds %s", got)
	}
}

// TestFilesOfAnotherMap are imported with a warning, or refused where the client asks for that.
func TestFilesOfAnotherMap(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	const warning = `"This is a Sakhal mission; your server runs Chernarus."`
	file := upload{"mpmissions/dayzOffline.sakhal/db/types.xml", oneType}
	c.upload(t, instance+"/files?other_map=refuse", file).expect(t, 422, "errors.files.0", warning)
	c.upload(t, instance+"/files?other_map=x", file).expect(t, 422, "errors.other_map.0", `"The selected other map is invalid."`)
	c.get(t, instance+"/types").expect(t, 200, "meta.total", "0")
	c.upload(t, instance+"/files?dry_run=1", file).expect(t, 200, "data.warnings.0", warning)
	c.upload(t, instance+"/files", file).expect(t, 200, "data.warnings.0", warning, "data.files.0.status", `"imported"`, "data.files.0.path",
		`"`+main+`db/types.xml"`)
	c.upload(t, instance+"/files", upload{"types.xml", oneType}).expect(t, 200, "data.warnings", "absent")
}
