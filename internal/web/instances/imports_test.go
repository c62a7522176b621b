package instances_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

func TestImportReport(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		broken := strings.Replace(webtest.EventsXML, "</nominal>", "</nominl>", 1)
		page := b.Import(instance, map[string]string{"mode": "merge"}, webtest.File{Name: "types.xml", Text: webtest.TypesXML},
			webtest.File{Name: "storage_1/players.db", Text: "hello"}, webtest.File{Name: "events.xml", Text: broken})
		page.Status(200).Says(
			"Import report", "1 file imported, 1 file skipped, 1 file failed.", "mpmissions/<wbr>dayzOffline.chernarusplus/<wbr>db/<wbr>types.xml",
			"line 4",
			`href="`+instance+`" aria-current="page"`,
		)
		webtest.CheckForms(t, webtest.ParseHTML(t, page.Body.String()), webtest.TokenPattern.FindStringSubmatch(page.Body.String())[1])
		b.Get(instance).Says("types.xml", `<dd>2</dd>`).SaysNot("Import report")
		b.Import(instance, nil, webtest.File{Name: "events.xml", Text: broken}).Status(422).Says("1 file failed", "line 4")
		for name, kind := range map[string]string{"types.xml": "application/xml", "events.xml": "application/octet-stream"} {
			if got := b.Get(instance + "/files/" + webtest.MissionFolder + "db/" + name).Status(200).Header().Get("Content-Type"); got != kind {
				t.Errorf("%s is downloaded as %s, want %s", name, got, kind)
			}
		}
		b.Get(instance + "/import").LeadsTo(instance)
	})
}

func TestImportAsALayer(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	asLayer := map[string]string{"mode": "replace", "layer": "Halloween"}
	page := b.Import(instance, asLayer, webtest.File{Name: "types.xml", Text: webtest.TypesXML})
	page.Status(200).Says("The import is a layer now", "Nothing was changed", ">Halloween</a>").SaysNot("This was a preview")
	b.Get(instance).SaysNot(`<dd>2</dd>`)
	b.Get(instance + "/layers").Says("Halloween")
}

func TestImportRefused(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		large := strings.Repeat("x", 1<<20)
		tests := []struct {
			name   string
			fields map[string]string
			files  []webtest.File
			status int
			text   string
		}{
			{"no file", nil, nil, 422, "Choose at least one file."},
			{"no name", nil, []webtest.File{{Name: "", Text: ""}}, 422, "Choose at least one file."},
			{
				"mode",
				map[string]string{"mode": "x"},
				[]webtest.File{{Name: "types.xml", Text: webtest.TypesXML}},
				422,
				"The selected mode is invalid.",
			},
			{
				"replace without a word",
				map[string]string{"mode": "replace"},
				[]webtest.File{{Name: "types.xml", Text: webtest.TypesXML}},
				422,
				"Please confirm this.",
			},
			{"damaged archive", nil, []webtest.File{{Name: "a.zip", Text: "PK\x03\x04"}}, 422, "a.zip is a damaged ZIP file."},
			{"too large", nil, []webtest.File{{Name: "types.xml", Text: large}}, 413, "Too Large"},
			{"forged", map[string]string{"_token": "x"}, []webtest.File{{Name: "types.xml", Text: webtest.TypesXML}}, 419, "Page Expired"},
			{"forged and too large", map[string]string{"_token": "x"}, []webtest.File{{Name: "types.xml", Text: large}}, 419, "Page Expired"},
		}
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				b.Import(instance, test.fields, test.files...).Status(test.status).Says(test.text)
				b := &webtest.Browser{Site: s, Cookies: b.Cookies, User: b.User, Header: map[string]string{"Accept": "application/json"}}
				b.Import(instance, test.fields, test.files...).Status(test.status).Says(`{"message":`)
			})
		}
		if n := s.Count(`SELECT count(*) FROM types`); n != 0 {
			t.Errorf("%d types, want none", n)
		}
	})
}

// TestAnUploadThatIsTooLargeIsAnswered holds that a client that sends everything before it listens gets the answer.
func TestAnUploadThatIsTooLargeIsAnswered(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	server := httptest.NewServer(s.Handler)
	defer server.Close()
	head := "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a\"\r\n\r\n"
	request, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/login", strings.NewReader(head+strings.Repeat("x", 2<<20)))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	answer, err := server.Client().Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != 419 {
		t.Errorf("status %d, want %d", answer.StatusCode, 419)
	}
}

func TestImportReplaces(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := b.Instance("A")
		b.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
		first, _, _ := strings.Cut(webtest.TypesXML, `    <type name="Apple"`)
		one := first + "</types>\n"
		b.Import(instance, nil, webtest.File{Name: "types.xml", Text: one}).Status(200)
		if n := s.Count(`SELECT count(*) FROM types`); n != 2 {
			t.Errorf("%d types after merging, want 2", n)
		}
		b.Import(instance, map[string]string{"mode": "replace", "confirm": "1"}, webtest.File{
			Name: "types.xml", Text: one,
		}).Status(200).Says("Records that were missing from the files were deleted.")
		if n := s.Count(`SELECT count(*) FROM types`); n != 1 {
			t.Errorf("%d types after replacing, want 1", n)
		}
	})
}

func TestDownloads(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "types.xml", Text: webtest.TypesXML}).Status(200)
	file := b.Get(instance + "/files/mpmissions/dayzOffline.chernarusplus/db/types.xml").Status(200)
	if file.Body.String() != webtest.TypesXML {
		t.Errorf("the file came back as %s", file.Body)
	}
	want := map[string]string{
		"Content-Disposition": "attachment; filename=types.xml", "Content-Type": "application/xml", "X-Content-Type-Options": "nosniff",
		"Cache-Control": "no-cache, private",
	}
	for name, value := range want {
		if got := file.Header().Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
	b.Get(instance + "/files/mpmissions/none.xml").Status(404)
	archive := b.Get(instance + "/files.zip").Status(200)
	if got := archive.Header().Get("Content-Disposition"); got != "attachment; filename="+instance[len("/instances/"):]+".zip" {
		t.Errorf("Content-Disposition %q", got)
	}
	files, err := zip.NewReader(bytes.NewReader(archive.Body.Bytes()), int64(archive.Body.Len()))
	if err != nil || len(files.File) != 2 {
		t.Errorf("%v, %v, want two files", files, err)
	}
}

// TestDownloadNames holds that a name of the user's cannot write headers.
func TestDownloadsOnDemand(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance := b.Instance("A")
	b.Import(instance, nil, webtest.File{Name: "ban.txt", Text: "76561198000000001\n"}, webtest.File{
		Name: "whitelist.txt", Text: "76561198000000002\n",
	}).Status(200).
		Says(`<input type="checkbox" name="include" value="battleye" id="include-battleye">`)
	b.Get(instance + "/files/priority.txt").Status(404)
	got := b.Get(instance + "/files/priority.txt?include=battleye&include=priority").Status(200).Body.String()
	if got != "76561198000000002;" {
		t.Errorf("priority.txt: %q", got)
	}
	b.Get(instance+"/files.zip?include=battleye&include=priority").Status(200).Says("BattlEye/bans.txt", "priority.txt")
	b.Get(instance + "/files.zip?include=types").Status(404)
}

func TestDownloadNames(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	b := s.User("Ada", false)
	instance := b.Instance("A")
	b.Add(instance, record.Events, record.Values{"name": "X", "source_file": "mods/ä; x=1.xml"})
	file := b.Get(instance + "/files/mpmissions/dayzOffline.chernarusplus/mods/%C3%A4%3B%20x=1.xml").Status(200)
	if got := file.Header().Get("Content-Disposition"); got != "attachment; filename*=utf-8''%C3%A4%3B%20x%3D1.xml" {
		t.Errorf("Content-Disposition %q", got)
	}
	b.Get(instance).Says(`/mods/%C3%A4;%20x=1.xml`)
}

func TestHistory(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := webtest.Open(t)
		b := s.User("Ada", false)
		instance := webtest.Furnish(b)
		b.Get(instance+"/history").Says("5 records:", "imported", "db/types.xml")
		revisions, total, err := s.DB.Revisions(context.Background(), b.Scope(instance), 0, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, revision := range revisions {
			page := b.Get(instance + "/history/" + fmt.Sprint(revision.Number)).Status(200)
			if revision.Action == "import" && revision.Records == 5 {
				page.Says("Import db/types.xml", "AKM", "Apple", "created", "Class names")
			}
		}
		for _, number := range []string{"0", "x", fmt.Sprint(total + 1), "99999999999999999999"} {
			b.Get(instance + "/history/" + number).Status(404)
		}
		b.Get(instance + "/history?page=99").Says("This page of the history is empty.")
		for i := range 25 {
			b.Add(instance, record.Events, record.Values{"name": "Event" + fmt.Sprint(int64(i))})
		}
		b.Get(instance + "/history?page=2").Says("Rows 21 to 29 of 29")
		path := b.Add(instance, record.Events, record.Values{"name": "Gone", "nominal": int64(3)})
		b.Get(instance + "/history").Says(`href="` + path + `/edit">Gone`)
		b.Delete(path+"/edit", path, nil).LeadsTo(instance + "/events")
		b.Get(instance+"/history").Says("deleted", `<span class="label">Nominal</span><span class="before">3</span>`).SaysNot(path)
	})
}
