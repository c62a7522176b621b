package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"quartermaster/internal/storetest"
)

// edited returns a bundle with one entry changed; an empty text takes it out.
func edited(t *testing.T, file, name string, change func(string) string) string {
	t.Helper()
	r, err := zip.NewReader(strings.NewReader(file), int64(len(file)))
	check(t, err)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range r.File {
		in, err := f.Open()
		check(t, err)
		data, err := io.ReadAll(in)
		check(t, err)
		text := string(data)
		if f.Name == name {
			text = change(text)
		}
		if text != "" {
			w, err := z.Create(f.Name)
			check(t, err)
			_, err = io.WriteString(w, text)
			check(t, err)
		}
	}
	check(t, z.Close())
	return b.String()
}

func (c tried) install(t *testing.T, file string, fields map[string]string) reply {
	t.Helper()
	return c.uploadWith(t, c.path+"/layers", fields, upload{"bundle.qmb", file})
}

// TestBundlesOverTheWire: what is exported installs elsewhere, is updated with what was edited since, and goes without a trace; what is not
// the bundle's stays as it was, byte for byte.
func TestBundlesOverTheWire(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		author, other := s.user(t), s.user(t)
		from, _ := author.instance(t)
		to, _ := other.instance(t)
		a, b := tried{author, from}, tried{other, to}
		events := `<?xml version="1.0" encoding="UTF-8"?>` + "\r\n<!-- mine -->\r\n<events>\r\n" +
			strings.Repeat(strings.ReplaceAll(`<event name="NAME"><nominal>5</nominal><min>1</min><max>2</max><lifetime>3</lifetime>`+
				`<restock>4</restock><saferadius>0</saferadius><distanceradius>0</distanceradius><cleanupradius>0</cleanupradius>`+
				`<flags deletable="0" init_random="0" remove_damaged="1"/><position>fixed</position><limit>child</limit><active>1</active>`+
				`<children/></event>`+"\r\n", "NAME", "Other"), 1) + "</events>\r\n"
		b.upload(t, to+"/files", upload{"db/events.xml", events}).expect(t, 200)
		file := func() string { return b.get(t, to+"/files/"+main+"db/events.xml").body }
		before := file()
		layer := a.layer(t, "Winter", 5, 9, "Other")
		added := `{"resource":"events","name":"StaticSnowman","state":"added","changes":{"nominal":[null,%d],"min":[null,1],"max":[null,2],` +
			`"lifetime":[null,3],"restock":[null,4],"position":[null,"fixed"],"limit":[null,"child"]}}`
		rows := `{"changes":[{"resource":"events","name":"Other","changes":{"nominal":[5,%d],"lifetime":[3,%d]}},` + added + `]}`
		a.must(t, 200, "PATCH", layer, fmt.Sprintf(rows, 9, 30, 7))
		one := a.get(t, layer+"/bundle?version=1.0.0&about=Snow&licence=CC0-1.0")
		if got := one.header.Get("Content-Disposition"); one.status != 200 || got != "attachment; filename=winter-1.0.0.qmb" {
			t.Fatalf("exported as %d, %s: %s", one.status, got, one.body)
		}
		key := a.get(t, "/api/v1/bundle-key").at("data.key")
		b.install(t, one.body, map[string]string{"dry_run": "1"}).expect(t, 201, "data.signature", `"good"`, "data.sid", `""`, "data.rows.0.now",
			`"applies"`)
		b.get(t, to+"/layers").expect(t, 200, "data", "[]")
		installed := b.install(t, one.body, nil)
		installed.expect(t, 201, "data.signature", `"good"`, "data.key", key, "data.missing", "[]", "data.version", `"1.0.0"`, "data.name",
			`"Winter"`, "data.state", `"off"`)
		at := to + "/layers/" + strings.Trim(installed.at("data.sid"), `"`)
		if file() != before {
			t.Error("installing has changed a file")
		}
		b.must(t, 200, "POST", at+"/on", `{}`)
		sid := strings.Trim(b.get(t, to+"/events?q=name:StaticSnowman").at("data.0.sid"), `"`)
		b.patch(t, sid, 8)

		a.must(t, 200, "PATCH", layer, fmt.Sprintf(rows, 9, 60, 7))
		two := a.get(t, layer+"/bundle?version=1.1.0").body
		b.install(t, one.body[:len(one.body)-30], nil).expect(t, 422)
		b.install(t, two, nil).expect(t, 201, "data.replaced", `"1.0.0"`, "data.state", `"on"`, "data.sid", `"`+sidOf(at)+`"`, "data.kept.0.name",
			`"StaticSnowman"`)
		b.get(t, to+"/events?q=name:Other").expect(t, 200, "data.0.nominal", "9", "data.0.lifetime", "60")
		b.get(t, to+"/events/"+sid).expect(t, 200, "data.nominal", "8")
		b.install(t, one.body, nil).expect(t, 422, "message", `"Version 1.1.0 is installed, and this is 1.0.0. Delete its layer first."`)

		b.must(t, 200, "POST", at+"/off", `{}`)
		b.must(t, 200, "DELETE", at, "")
		b.must(t, 200, "DELETE", to+"/events/"+sid, "")
		if after := file(); after != before {
			t.Errorf("after all the file is %q, and was %q", after, before)
		}
	})
}

// TestSignaturesOfBundlesOverTheWire: what was altered or is not signed says so, and takes nobody's place.
func TestSignaturesOfBundlesOverTheWire(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	layer := c.layer(t, "Winter", 5, 9, "One")
	file := c.get(t, layer+"/bundle").body
	altered := edited(t, file, "rows/events.json", func(text string) string { return strings.Replace(text, "9", "8", 1) })
	unsigned := edited(t, file, "bundle.minisig", func(string) string { return "" })
	c.install(t, altered, map[string]string{"dry_run": "1"}).expect(t, 201, "data.signature", `"altered"`)
	c.install(t, unsigned, map[string]string{"dry_run": "1"}).expect(t, 201, "data.signature", `"unsigned"`, "data.key", "absent")
	c.install(t, file, nil).expect(t, 201)
	c.install(t, unsigned, nil).expect(t, 422)
	c.install(t, unsigned, map[string]string{"new_key": "1"}).expect(t, 201, "data.replaced", `"1.0.0"`)
	c.install(t, "no ZIP", nil).expect(t, 422)
	c.uploadWith(t, c.path+"/layers", map[string]string{"name": "x"}).expect(t, 422)
	for _, rows := range []string{
		`[{"resource":"player-lists","name":"x","state":"added","changes":{}}]`,
		`[{"resource":"schedules","name":"x","state":"added","changes":{}}]`,
		`[{"resource":"nothing","name":"x","state":"added","changes":{}}]`, `[{"resource":"events","name":"x","changes":{"sid":[1,2]}}]`,
		`[{"resource":"events","name":"x","state":"added","changes":{"nominal":[null,"many"]}}]`,
	} {
		c.install(t, edited(t, file, "rows/events.json", func(string) string { return rows }), nil).expect(t, 422)
	}
	c.must(t, 422, "GET", layer+"/bundle?version=1", "")
}

// TestMissingNamesAreMapped: what the instance does not have is named by the keys that map takes.
func TestMissingNamesAreMapped(t *testing.T) {
	t.Parallel()
	c := tryIn(t)
	body := `{"name":"Loot","from":{"changes":[{"resource":"types","name":"Old","changes":{"nominal":[1,2],"usage":{"added":["Harbour"]}}}]}}`
	made := c.must(t, 201, "POST", c.path+"/layers", body)
	file := c.get(t, c.path+"/layers/"+strings.Trim(made.at("data.sid"), `"`)+"/bundle").body
	c.create(t, c.path+"/classnames", `{"name":"New"}`)
	c.install(t, file, map[string]string{"dry_run": "1"}).expect(t, 201, "data.missing", `["class:Old","usage:Harbour"]`)
	c.install(t, file, map[string]string{"dry_run": "1", "map[class:Old]": "New", "map[usage:Harbour]": "Military"}).expect(t, 201,
		"data.missing", "[]", "data.rows.0.name", `"New"`)
	c.install(t, file, map[string]string{"map": `{"class:Old":"New"}`}).expect(t, 201, "data.missing", `["usage:Harbour"]`)
	c.install(t, file, map[string]string{"map[Old]": "New"}).expect(t, 422)
	const mod = "1590841260"
	needing := edited(t, file, "bundle.json", func(text string) string {
		return strings.Replace(text, `"mods":[]`, `"mods":["`+mod+`","@CF"]`, 1)
	})
	c.install(t, needing, map[string]string{"dry_run": "1", "new_key": "1"}).expect(t, 201, "data.missing",
		`["class:Old","usage:Harbour","mod:`+mod+`","mod:@CF"]`)
	c.create(t, c.path+"/server-mods", `{"name":"@Trader","steam_id":"`+mod+`"}`)
	c.create(t, c.path+"/server-mods", `{"name":"@cf"}`)
	c.install(t, needing, map[string]string{"dry_run": "1", "new_key": "1"}).expect(t, 201, "data.missing", `["class:Old","usage:Harbour"]`)
}

// TestBundlesForAll: those of the program install with their answers, and users make theirs public and take them back.
func TestBundlesForAll(t *testing.T) {
	t.Parallel()
	s := start(t)
	author, other := s.user(t), s.user(t)
	path, _ := author.instance(t)
	c := tried{author, path}
	c.event(t, "StaticHeliCrash", 3)
	c.event(t, "VehicleTruck", 3)
	before := c.get(t, path+"/files").body
	list := other.get(t, "/api/v1/bundles")
	list.expect(t, 200, "data.5.built_in", "true", "data.6", "absent", "data.0.built_in", "true", "data.0.by", "null")
	for i := range 6 {
		sid := strings.Trim(list.at(fmt.Sprintf("data.%d.sid", i)), `"`)
		other.get(t, "/api/v1/bundles/"+sid).expect(t, 200, "data.signature", `"good"`)
		made := c.must(t, 201, "POST", path+"/layers", `{"from":{"bundle":"`+sid+`"}}`)
		made.expect(t, 201, "data.signature", `"good"`)
		layer := path + "/layers/" + strings.Trim(made.at("data.sid"), `"`)
		c.must(t, 200, "POST", layer+"/on", `{}`)
		if made.at("data.rows.0") == "absent" {
			t.Errorf("%s does nothing", made.at("data.name"))
		}
		c.get(t, path+"/files").expect(t, 200)
		c.must(t, 200, "POST", layer+"/off", `{}`)
		if file := other.get(t, "/api/v1/bundles/"+sid+"/file"); file.status != 200 || !strings.HasPrefix(file.body, "PK") {
			t.Errorf("%s is sent with status %d", sid, file.status)
		}
	}
	if after := c.get(t, path+"/files").body; after != before {
		t.Errorf("with all of them off the files are %s, and were %s", after, before)
	}
	c.must(t, 422, "POST", path+"/layers", `{"from":{"bundle":"aaaaaaaaaa"}}`)
	c.must(t, 422, "POST", path+"/layers", `{"from":{"bundle":"HeliLoot01"},"answers":{"more":1}}`)

	public := c.must(t, 201, "POST", c.layer(t, "Mine", 5, 9, "One")+"/bundle", `{"version":"2.0.0"}`)
	public.expect(t, 201, "data.name", `"Mine"`, "data.mine", "true", "data.version", `"2.0.0"`)
	sid := strings.Trim(public.at("data.sid"), `"`)
	other.get(t, "/api/v1/bundles").expect(t, 200, "data.6.name", `"Mine"`, "data.6.mine", "false")
	theirs, _ := other.instance(t)
	other.must(t, 201, "POST", theirs+"/layers", `{"from":{"bundle":"`+sid+`"}}`).expect(t, 201, "data.name", `"Mine"`)
	other.must(t, 422, "DELETE", "/api/v1/bundles/"+sid, "")
	author.must(t, 200, "DELETE", "/api/v1/bundles/"+sid, "")
	author.must(t, 404, "DELETE", "/api/v1/bundles/"+sid, "")
	author.must(t, 422, "DELETE", "/api/v1/bundles/HeliLoot01", "")
	other.get(t, theirs+"/layers").expect(t, 200, "data.0.name", `"Mine"`, "data.1", "absent")
	author.get(t, path+"/bundle?name=All&resource=messages&version=1.0.0").expect(t, 422)
}
