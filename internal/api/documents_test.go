package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

// A category as a server wrote it: with numbers of its own spelling, an empty text and a text with blanks.
const ammo = `{"m_Version":12,"DisplayName":" Ammo ","Icon":"","InitStockPercent":75.50,"Items":[` +
	`{"ClassName":"ammo_9x39","MaxPriceThreshold":100,"MinPriceThreshold":50},{"ClassName":"ammo_45acp","MaxPriceThreshold":30}],"Custom":1e2}`

// documents makes an instance and returns the address of its records of the Expansion mod.
func (c client) documents(t testing.TB) (base string, scope store.Scope) {
	t.Helper()
	path, scope := c.instance(t)
	return path + "/expansion/", scope
}

// document is the JSON of a record's document, without blanks between its parts.
func (r reply) document() string { return r.at("data.document") }

func TestDocumentsKeepWhatWasSent(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	base, _ := c.documents(t)
	list := base + "market-categories"
	one, _ := c.create(t, list, `{"name":" Ammo ","document":`+ammo+`}`)
	made := c.get(t, one)
	made.expect(t, 200, "data.name", `"Ammo"`, "data.display_name", `" Ammo "`, "data.items_count", "2", "data.document.Icon", `""`,
		"data.document.InitStockPercent", "75.5", "data.document.Custom", "1e2")

	changed := strings.Replace(made.document(), `"MaxPriceThreshold":100`, `"MaxPriceThreshold":110`, 1)
	r := c.must(t, 200, http.MethodPatch, one, `{"document":`+changed+`}`)
	if diff := cmp.Diff(changed, r.document()); diff != "" {
		t.Error(diff)
	}
	c.must(t, 200, http.MethodPatch, one, `{"name":"Rounds"}`).expect(t, 200, "data.name", `"Rounds"`, "data.items_count", "2")
	r = c.must(t, 200, http.MethodPut, one, `{"name":"Rounds","document":{"DisplayName":"Rounds","Items":[]}}`)
	if r.document() != `{"DisplayName":"Rounds","Items":[]}` {
		t.Errorf("PUT did not take the place of the whole document: %s", r.document())
	}
	c.get(t, list+"?search=rounds&sort=-items_count").expect(t, 200, "meta.total", "1", "data.0.document", "absent")
	c.get(t, list+"?include=document").expect(t, 200, "data.0.document.DisplayName", `"Rounds"`)
}

// TestDocumentsKeepTheirText: the text of the file stays but for what changes.
func TestDocumentsKeepTheirText(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	base, scope := c.documents(t)
	const text = "{\r\n  \"B\" : 1.50,\r\n  \"DisplayName\":\"x\"  }\r\n"
	imported := record.Values{"name": "Odd", "document": text, "display_name": "x", "items_count": int64(0), "has_bom": int64(0)}
	row := record.MarketCategories.EmptyRow()
	for name, value := range imported {
		row[record.MarketCategories.Index(name)] = value
	}
	check(t, c.server.db.Edit(t.Context(), scope, "import", func(e *store.Edit) error {
		return e.InsertAll(t.Context(), record.MarketCategories, []record.Row{row})
	}))
	one := base + "market-categories/" + strings.Trim(c.get(t, base+"market-categories").at("data.0.sid"), `"`)
	r := c.must(t, 200, http.MethodPatch, one, `{"document":{"DisplayName":"y","B":1.5}}`)
	if want := strings.Replace(text, `"x"`, `"y"`, 1); !strings.Contains(r.body, want) {
		t.Errorf("%s does not hold %s", r.body, want)
	}
}

func TestDocumentsWithoutOneBeginWithDefaults(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	base, _ := c.documents(t)
	tests := map[string]struct{ body, member, value string }{
		"settings":          {`{"setting":"general"}`, "data.document.EnableLighthouses", "1"},
		"market-traders":    {`{"name":"A"}`, "data.document.Currencies.0", `"expansionbanknotehryvnia"`},
		"market-categories": {`{"name":"A"}`, "data.document.InitStockPercent", "75.0"},
		"ai-loadouts":       {`{"name":"A"}`, "data.document.Chance", "1.0"},
		"trader-zones":      {`{"name":"A"}`, "data.stock_count", "0"},
	}
	for segment, tt := range tests {
		t.Run(segment, func(t *testing.T) {
			t.Parallel()
			c.must(t, 201, http.MethodPost, base+segment, tt.body).expect(t, 201, tt.member, tt.value)
		})
	}
}

func TestSettingsAreAddressedBySlug(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	base, _ := c.documents(t)
	elsewhere, _ := c.documents(t)
	one := base + "settings/raid"
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodPatch, http.MethodDelete} {
		c.send(t, method, one, "").exactly(t, 404, body404)
	}
	made := c.must(t, 201, http.MethodPost, base+"settings", `{"setting":"raid"}`)
	c.get(t, one).exactly(t, 200, made.body)
	c.get(t, base+"settings/"+strings.Trim(made.at("data.sid"), `"`)).exactly(t, 200, made.body)
	c.get(t, elsewhere+"settings/raid").exactly(t, 404, body404)
	s.user(t).get(t, one).exactly(t, 404, body404)

	c.send(t, http.MethodPost, base+"settings", `{"setting":"raid"}`).exactly(t, 422, invalid("setting",
		"The setting has already been taken."))
	c.send(t, http.MethodPost, base+"settings", `{"setting":"nothing"}`).exactly(t, 422, invalid("setting",
		"The selected setting is invalid."))
	for _, method := range []string{http.MethodPut, http.MethodPatch} {
		c.must(t, 200, method, one, `{"setting":"raid"}`)
		c.send(t, method, one, `{"setting":"general"}`).exactly(t, 422, invalid("setting", "The setting field cannot be changed."))
		c.must(t, 200, method, one, `{"document":{"m_Version":`+map[string]string{http.MethodPut: "1", http.MethodPatch: "2"}[method]+`}}`)
	}
	c.headed(t, http.MethodDelete, one, "", "If-Match", made.etag()).exactly(t, 412, body412)
	c.must(t, 200, http.MethodDelete, one, "")
	c.get(t, one).exactly(t, 404, body404)
}

func TestProblemsOfDocumentsNameTheirPath(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	base, _ := c.documents(t)
	one, _ := c.create(t, base+"market-categories", `{"name":"Ammo","document":`+ammo+`}`)
	before := c.get(t, one).body
	for _, number := range []string{"1e39", "-1e999"} {
		c.send(t, http.MethodPatch, one, `{"document":{"InitStockPercent":`+number+`}}`).
			exactly(t, 422, invalid("document.InitStockPercent", "The document.InitStockPercent field must be a number that fits into 32 bits."))
	}
	const path = "document.Items.0.ClassName"
	for method, url := range map[string]string{http.MethodPost: base + "market-categories", http.MethodPut: one, http.MethodPatch: one} {
		c.send(t, method, url, `{"name":"Other","document":{"Items":[{"ClassName":5}]}}`).exactly(t, 422,
			invalid(path, "The "+path+" field must be a string."))
		for _, row := range []string{`{}`, `{"ClassName":""}`, `{"ClassName":null,"MaxPriceThreshold":5}`} {
			c.send(t, method, url, `{"name":"Other","document":{"Items":[`+row+`]}}`).exactly(t, 422, invalid(path,
				"The "+path+" field is required."))
		}
	}
	c.get(t, one).exactly(t, 200, before)
	c.send(t, http.MethodPost, base+"market-categories", `{"name":"ammo"}`).exactly(t, 422, invalid("name",
		"The name has already been taken."))
	c.send(t, http.MethodPost, base+"market-categories", `{"name":"a/b"}`).exactly(t, 422, invalid("name",
		"The name field format is invalid."))
	deep := `{"name":"Deep","document":{"a":` + strings.Repeat("[", 101) + strings.Repeat("]", 101) + `}}`
	c.send(t, http.MethodPost, base+"market-categories", deep).exactly(t, 422, invalid("document",
		"The document field must not be nested more than 100 levels deep."))
	large := `{"name":"Large","document":{"DisplayName":"` + strings.Repeat("x", 1<<20) + `"}}`
	c.send(t, http.MethodPost, base+"market-categories", large).expect(t, 413)
}

func TestDocumentsInABatch(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		base, _ := c.documents(t)
		batch := strings.TrimSuffix(base, "expansion/") + "batch"
		upsert := `{"op":"upsert","resource":"expansion/settings","data":{"setting":"general","document":{"EnableLamps":2,"DisplayName":" a ` +
			`","Icon":""}}}`
		c.must(t, 200, http.MethodPost, batch, `{"operations":[`+upsert+`]}`).expect(t, 200, "data.results.0.status", "201",
			"data.results.0.data.document.DisplayName", `" a "`, "data.results.0.data.document.Icon", `""`)
		c.must(t, 200, http.MethodPost, batch, `{"operations":[`+strings.Replace(upsert, " a ", " b ", 1)+`]}`).expect(t, 200,
			"data.results.0.status", "200", "data.results.0.data.document.DisplayName", `" b "`)
		sid := strings.Trim(c.get(t, base+"settings/general").at("data.sid"), `"`)
		c.send(t, http.MethodPost, batch, `{"operations":[{"op":"update","resource":"expansion/settings","sid":"`+sid+
			`","data":{"setting":"raid"}}]}`).
			exactly(t, 422, invalid("operations.0.data.setting", "The setting field cannot be changed."))
	})
}

func TestDocumentsAsCSV(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	base, _ := c.documents(t)
	list := base + "trader-zones"
	c.do(t, http.MethodPost, list, "text/csv", "name\nGreen\nBlue\n").expect(t, 200, "data.created", "2")
	r := c.headed(t, http.MethodGet, list, "", "Accept", "text/csv")
	if header, _, _ := strings.Cut(r.body, "\r\n"); header != "id,sid,instance_id,name,display_name,stock_count,created_at,updated_at" {
		t.Errorf("%s", header)
	}
	if got := r.header.Get("Content-Disposition"); got != "attachment; filename=trader-zones.csv" {
		t.Error(got)
	}
}

// TestHistoryTellsWhatOfADocumentChanged asks all that tells of changes about one value of a large document.
func TestHistoryTellsWhatOfADocumentChanged(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		base, _ := c.documents(t)
		instance := strings.TrimSuffix(base, "/expansion/")
		large := strings.Replace(ammo, `"Custom":1e2`, `"Custom":"`+strings.Repeat("x", 5000)+`"`, 1)
		one, _ := c.create(t, base+"market-categories", `{"name":"Ammo","document":`+large+`}`)
		made := c.get(t, one)
		made.expect(t, 200, "data.items_count", "2")
		c.must(t, 200, http.MethodPatch, one, `{"document":`+strings.Replace(large, `:100,`, `:110,`, 1)+`}`)

		const before, after = `{"document":{"Items[ammo_9x39].MaxPriceThreshold":100}}`, `{"document":{"Items[ammo_9x39].MaxPriceThreshold":110}}`
		c.get(t, instance+"/revisions/3").expect(t, 200, "data.changes.0.before", before, "data.changes.0.after", after)
		record := instance + "/revisions?resource=expansion/market-categories&sid=" + sidOf(one)
		c.get(t, record).expect(t, 200, "data.0.changes.0.before", before, "data.0.changes.0.after", after)
		c.get(t, instance+"/revisions/2/diff").expect(t, 200, "data.0.before", before, "data.0.after", after)
		c.get(t, instance+"/revisions/3/diff?to=2").expect(t, 200, "data.0.before", after, "data.0.after", before)
		if got := c.get(t, instance+"/revisions/2").at("data.changes.0.after.document"); got != made.document() {
			t.Errorf("the record that was made is told as %.200s", got)
		}

		c.must(t, 200, http.MethodDelete, one, "")
		c.must(t, 200, http.MethodPost, instance+"/revisions/2/revert", "")
		if got := c.get(t, one).document(); got != made.document() {
			t.Errorf("the document came back as %.200s", got)
		}
	})
}

// TestRecordGoesBackToAnImperfectDocument: what came from a file with a mistake can come back after it was mended.
func TestRecordGoesBackToAnImperfectDocument(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	base, scope := c.documents(t)
	one, _ := c.create(t, base+"market-categories", `{"name":"Ammo"}`)
	check(t, c.server.db.Edit(t.Context(), scope, "import", func(e *store.Edit) error {
		rows, err := c.server.db.All(t.Context(), record.MarketCategories, scope, "")
		if err != nil {
			return err
		}
		imported := append(record.Row{}, rows[0]...)
		imported[record.MarketCategories.Index("document")] = `{"InitStockPercent": 500.0}`
		return e.UpdateAll(t.Context(), record.MarketCategories, rows, []record.Row{imported})
	}))
	c.must(t, 200, http.MethodPatch, one, `{"document":{"InitStockPercent":50}}`)
	body := `{"resource":"expansion/market-categories","sid":"` + sidOf(one) + `"}`
	c.must(t, 200, http.MethodPost, strings.TrimSuffix(base, "expansion/")+"revisions/3/revert", body)
	c.get(t, one).expect(t, 200, "data.document.InitStockPercent", "500.0")
}

// TestDocumentsOfTheirPlace: a record whose document was emptied is the same record when its file comes back; what would come back
// as something else is not taken.
func TestDocumentsOfTheirPlace(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	for segment, odd := range map[string]string{
		"market-categories": `{"m_Version":1,"Icon":"Box"}`, "ai-loadouts": `{"Chance":0.5}`, "market-traders": `{"m_Version":1}`,
		"trader-zones": `{"Radius":1}`,
	} {
		t.Run(segment, func(t *testing.T) {
			t.Parallel()
			instance, _ := c.instance(t)
			list := instance + "/expansion/" + segment
			one, _ := c.create(t, list, `{"name":"GeneralSettings"}`)
			for _, document := range []string{"{}", odd} {
				c.must(t, 200, http.MethodPut, one, `{"name":"GeneralSettings","document":`+document+`}`)
				files := c.upload(t, instance+"/files", upload{"own.zip", c.get(t, instance+"/files.zip").body})
				files.expect(t, 200, "data.files.1.status", `"imported"`, "data.files.1.unchanged", "1", "data.files.1.created", "0",
					"data.files.1.updated", "0", "data.files.2", "absent")
				c.get(t, list).expect(t, 200, "meta.total", "1", "data.0.sid", c.get(t, one).at("data.sid"))
			}
			for _, document := range []string{`{"Mine":1}`, `{"Patrols":[],"Enabled":1}`} {
				r := c.send(t, http.MethodPatch, one, `{"document":`+document+`}`)
				if r.status != 422 || !strings.Contains(r.at("errors.document.0"), "does not fit this kind of file") {
					t.Errorf("%s: %d %s", document, r.status, r.body)
				}
			}
		})
	}
}

// TestNamesThatAreOneFile: names that a server takes for one file are one name, and every name is that of a file.
func TestNamesThatAreOneFile(t *testing.T) {
	t.Parallel()
	c := start(t).user(t)
	base, _ := c.documents(t)
	list := base + "trader-zones"
	one, _ := c.create(t, list, `{"name":"Éze"}`)
	c.create(t, list, `{"name":"Nice"}`)
	c.send(t, http.MethodPost, list, `{"name":"éZE"}`).exactly(t, 422, invalid("name", "The name has already been taken."))
	c.send(t, http.MethodPatch, base+"trader-zones/"+strings.Trim(c.get(t, list+"?search=Nice").at("data.0.sid"), `"`),
		`{"name":"éze"}`).exactly(t,
		422, invalid("name", "The name has already been taken."))
	c.must(t, 200, http.MethodPatch, one, `{"name":"éze"}`)
	c.send(t, http.MethodPost, list, `{"name":"`+strings.Repeat("é", 126)+`"}`).exactly(t, 422,
		invalid("name", "The name field must not be greater than 250 bytes: it is the name of a file."))
}
