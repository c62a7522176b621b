package web

import (
	"archive/zip"
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

func TestImportReport(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	broken := strings.Replace(eventsXML, "</nominal>", "</nominl>", 1)
	page := b.importing(instance, map[string]string{"mode": "merge"}, uploaded{"types.xml", typesXML}, uploaded{"storage_1/players.db", "hello"}, uploaded{"events.xml", broken})
	page.status(200).says(
		"Import report", "1 file imported, 1 file skipped, 1 file failed.", "mpmissions/<wbr>dayzOffline.chernarusplus/<wbr>db/<wbr>types.xml", "line 4",
		`href="`+instance+`" aria-current="page"`,
	)
	checkForms(t, parseHTML(t, page.Body.String()), tokenPattern.FindStringSubmatch(page.Body.String())[1])
	b.get(instance).says("types.xml", `<dd>2</dd>`).saysNot("Import report")
	b.importing(instance, nil, uploaded{"events.xml", broken}).status(422).says("1 file failed", "line 4")
	for name, kind := range map[string]string{"types.xml": "application/xml", "events.xml": "application/octet-stream"} {
		if got := b.get(instance + "/files/" + missionFolder + "db/" + name).status(200).Header().Get("Content-Type"); got != kind {
			t.Errorf("%s is downloaded as %s, want %s", name, got, kind)
		}
	}
	b.get(instance + "/import").leadsTo(instance)
}

func TestImportRefused(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	large := strings.Repeat("x", 1<<20)
	tests := []struct {
		name   string
		fields map[string]string
		files  []uploaded
		status int
		text   string
	}{
		{"no file", nil, nil, 422, "Choose at least one file."},
		{"no name", nil, []uploaded{{"", ""}}, 422, "Choose at least one file."},
		{"mode", map[string]string{"mode": "x"}, []uploaded{{"types.xml", typesXML}}, 422, "The selected mode is invalid."},
		{"replace without a word", map[string]string{"mode": "replace"}, []uploaded{{"types.xml", typesXML}}, 422, "Please confirm this."},
		{"damaged archive", nil, []uploaded{{"a.zip", "PK\x03\x04"}}, 422, "a.zip is a damaged ZIP file."},
		{"too large", nil, []uploaded{{"types.xml", large}}, 413, "Too Large"},
		{"forged", map[string]string{"_token": "x"}, []uploaded{{"types.xml", typesXML}}, 419, "Page Expired"},
		{"forged and too large", map[string]string{"_token": "x"}, []uploaded{{"types.xml", large}}, 419, "Page Expired"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b.importing(instance, test.fields, test.files...).status(test.status).says(test.text)
			b := &browser{testSite: s, cookies: b.cookies, user: b.user, header: map[string]string{"Accept": "application/json"}}
			b.importing(instance, test.fields, test.files...).status(test.status).says(`{"message":`)
		})
	}
	if n := s.count(`SELECT count(*) FROM types`); n != 0 {
		t.Errorf("%d types, want none", n)
	}
}

// TestAnUploadThatIsTooLargeIsAnswered holds that a client that sends everything before it listens gets the answer.
func TestAnUploadThatIsTooLargeIsAnswered(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	server := httptest.NewServer(s.handler)
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
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(200)
	first, _, _ := strings.Cut(typesXML, `    <type name="Apple"`)
	one := first + "</types>\n"
	b.importing(instance, nil, uploaded{"types.xml", one}).status(200)
	if n := s.count(`SELECT count(*) FROM types`); n != 2 {
		t.Errorf("%d types after merging, want 2", n)
	}
	b.importing(instance, map[string]string{"mode": "replace", "confirm": "1"}, uploaded{"types.xml", one}).status(200).says("Records that were missing from the files were deleted.")
	if n := s.count(`SELECT count(*) FROM types`); n != 1 {
		t.Errorf("%d types after replacing, want 1", n)
	}
}

func TestDownloads(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"types.xml", typesXML}).status(200)
	file := b.get(instance + "/files/mpmissions/dayzOffline.chernarusplus/db/types.xml").status(200)
	if file.Body.String() != typesXML {
		t.Errorf("the file came back as %s", file.Body)
	}
	want := map[string]string{
		"Content-Disposition": "attachment; filename=types.xml", "Content-Type": "application/xml", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-cache, private",
	}
	for name, value := range want {
		if got := file.Header().Get(name); got != value {
			t.Errorf("%s: %q, want %q", name, got, value)
		}
	}
	b.get(instance + "/files/mpmissions/none.xml").status(404)
	archive := b.get(instance + "/files.zip").status(200)
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
	b := openSite(t).user("Ada", false)
	instance := b.instance("A")
	b.importing(instance, nil, uploaded{"ban.txt", "76561198000000001\n"}, uploaded{"whitelist.txt", "76561198000000002\n"}).status(200).
		says(`<input type="checkbox" name="include" value="battleye" id="include-battleye">`)
	b.get(instance + "/files/priority.txt").status(404)
	if got := b.get(instance + "/files/priority.txt?include=battleye&include=priority").status(200).Body.String(); got != "76561198000000002;" {
		t.Errorf("priority.txt: %q", got)
	}
	b.get(instance+"/files.zip?include=battleye&include=priority").status(200).says("BattlEye/bans.txt", "priority.txt")
	b.get(instance + "/files.zip?include=types").status(404)
}

func TestDownloadNames(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := b.instance("A")
	b.add(instance, record.Events, record.Values{"name": "X", "source_file": "mods/ä; x=1.xml"})
	file := b.get(instance + "/files/mpmissions/dayzOffline.chernarusplus/mods/%C3%A4%3B%20x=1.xml").status(200)
	if got := file.Header().Get("Content-Disposition"); got != "attachment; filename*=utf-8''%C3%A4%3B%20x%3D1.xml" {
		t.Errorf("Content-Disposition %q", got)
	}
	b.get(instance).says(`/mods/%C3%A4;%20x=1.xml`)
}

func TestHistory(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	b := s.user("Ada", false)
	instance := furnish(b)
	b.get(instance+"/history").says("5 records:", "imported", "db/types.xml")
	revisions, total, err := s.db.Revisions(context.Background(), b.scope(instance), 0, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, revision := range revisions {
		page := b.get(instance + "/history/" + itoa(revision.Number)).status(200)
		if revision.Action == "import" && revision.Records == 5 {
			page.says("Import db/types.xml", "AKM", "Apple", "created", "class name")
		}
	}
	for _, number := range []string{"0", "x", itoa(total + 1), "99999999999999999999"} {
		b.get(instance + "/history/" + number).status(404)
	}
	b.get(instance + "/history?page=99").says("This page of the history is empty.")
	for i := range 25 {
		b.add(instance, record.Events, record.Values{"name": "Event" + itoa(int64(i))})
	}
	b.get(instance + "/history?page=2").says("Rows 21 to 29 of 29")
	path := b.add(instance, record.Events, record.Values{"name": "Gone", "nominal": int64(3)})
	b.get(instance + "/history").says(`href="` + path + `/edit">Gone`)
	b.delete(path+"/edit", path, nil).leadsTo(instance + "/events")
	b.get(instance+"/history").says("deleted", `<th scope="row">Nominal</th><td class="before">3</td>`).saysNot(path)
}
