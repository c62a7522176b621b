package api_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/expansion"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// TestWhatIsWrittenReadsBack: whatever a body sets, what is generated is read again as just that, and comes out the same.
func TestWhatIsWrittenReadsBack(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		for _, r := range []*record.Resource{
			record.EffectAreas, record.ExpansionSettings, record.MarketTraders, record.MarketCategories, record.AILoadouts, record.TraderZones,
		} {
			t.Run(r.Path, func(t *testing.T) {
				t.Parallel()
				c := start(t).user(t)
				storetest.Check(t, func(rt *rapid.T) {
					instance, _ := c.instance(t)
					w := written{client: c, instance: instance, resource: r}
					w.begin(rt, t)
					for range rapid.IntRange(1, 4).Draw(rt, "writes") {
						w.write(rt, t)
					}
					w.readBack(rt, t)
				})
			})
		}
	})
}

// written is an instance with records of one resource that are written at random.
type written struct {
	client
	instance string
	resource *record.Resource
}

func (w written) list() string { return w.instance + "/" + w.resource.Path }

// begin imports a file, or none.
func (w written) begin(rt *rapid.T, t *testing.T) {
	files := startFiles[w.resource]
	if at := rapid.IntRange(-1, len(files)-1).Draw(rt, "file"); at >= 0 {
		w.upload(t, w.instance+"/files", files[at]).expect(t, 200, "data.files.0.status", `"imported"`)
	}
}

// startFiles are files as people have them: spelled oddly, with values of other types and keys that nobody knows.
var startFiles = map[*record.Resource][]upload{
	record.EffectAreas: {
		{
			"cfgEffectArea.json",
			`{"Areas":[{"AreaName":"Bow","Type":"","Data":{"Pos":[1.505, 2e0 ` +
				`,-0.001],"Radius":7.50001,"NegHeight":3,"Own":null},"PlayerData":{"TinyPartName":"t","AroundPartName":"a"}},` +
				`{"Data":{"Pos":[1],"Radius":"x"}},{"AreaName":"Bow","AreaName":"Stern","PlayerData":{}}]}`,
		},
		{"cfgEffectArea.json", "{\n\t\"SafePositions\": [[1, 2]]\n}\n"},
	},
	record.ExpansionSettings: {{
		"GeneralSettings.json", "{\r\n  \"m_Version\": 3, \"EnableLamps\": \"x\",\r\n  \"HUDColors\": [], \"Own\": 1e2\r\n}",
	}},
	record.MarketTraders: {{
		"Traders/Boris.json", "\ufeff{\"m_Version\":12,\"Categories\":[\"Ammo\", \"Ammo:2\"],\"Currencies\":[],\"Items\":{}}",
	}},
	record.MarketCategories: {{"Market/Ammo.json", ammo}},
	record.AILoadouts: {{
		"Loadouts/Guard.json",
		`{"ClassName":"", "InventoryAttachments":[{"SlotName":"Body","Items":[{"ClassName":"A","Chance":1}]}], "Sets":{}}`,
	}},
	record.TraderZones: {{"traderzones/World.json", `{"m_Version":6,"Position":[1,2,3],"Radius":1.50,"Stock":{"akm":4,"akm":5}}`}},
}

// write makes, changes or deletes a record with any body. What is refused is so by validation.
func (w written) write(rt *rapid.T, t *testing.T) {
	one := w.list() + "/" + strings.Trim(w.get(t, w.list()+"?sort=-id").at("data.0.sid"), `"`)
	method := rapid.SampledFrom([]string{"POST", "PUT", "PATCH", "PATCH", "DELETE"}).Draw(rt, "method")
	if strings.HasSuffix(one, "/absent") {
		method = "POST"
	}
	if method == "POST" {
		one = w.list()
	}
	body := w.body(rt, method)
	if r := w.send(t, method, one, body); r.status > 201 && r.status != 422 {
		rt.Fatalf("%s %s: %d %s", method, body, r.status, r.body)
	}
}

func (w written) body(rt *rapid.T, method string) string {
	if w.resource == record.EffectAreas {
		return areaBody(rt)
	}
	var members []string
	d := expansion.Setting("general")
	switch slug := rapid.SampledFrom([]string{"general", "raid", "ai-patrol", "spawn", "market"}).Draw(rt, "slug"); {
	case w.resource == record.ExpansionSettings && method == "POST":
		members, d = append(members, strconv.Quote("setting")+":"+strconv.Quote(slug)), expansion.Setting(slug)
	case w.resource == record.ExpansionSettings:
	default:
		d = w.resource.DocumentOf("")
		if method != "PATCH" || rapid.Bool().Draw(rt, "renamed") {
			members = append(members, `"name":`+documentName().Draw(rt, "name"))
		}
	}
	if rapid.IntRange(0, 5).Draw(rt, "document") > 0 {
		members = append(members, `"document":`+documentText(d.Fields(), 3).Draw(rt, "text"))
	}
	return "{" + strings.Join(members, ",") + "}"
}

func documentName() *jsonText {
	return rapid.Map(rapid.SampledFrom([]string{
		"Ammo", "AMMO", "A.b", "a.JSON", "É", "é", "日本", "GeneralSettings", "cfgEffectArea", "types", "x y", ".", "..", "'&<>", "CON", "-",
		"a,b;c",
		strings.Repeat("x", 200), strings.Repeat("é", 200), strings.Repeat("日", 200), "ǅ", "İ", "ſ", "s",
	}), strconv.Quote)
}

// areaBody draws the fields of an effect area: right and wrong ones, and none.
func areaBody(rt *rapid.T) string {
	number := rapid.SampledFrom([]string{
		"null", "0", "-1.25", "13917.005", `"3.14159"`, "1e6", "-0.001", "2147483647", "-2147483648", "1e-9", `"0.005"`, "21474836.479",
	})
	text := rapid.SampledFrom([]string{"null", `""`, `"A"`, `"é/\"]},{"`, `"` + strings.Repeat("x", 255) + `"`, `"日本"`, `" "`})
	object := rapid.SampledFrom([]string{
		"null", "{}", "[]", `{"NegHeight":1.0}`, `{"NegHeight":1,"OuterRingToggle":true,"Own":{"a":[1,{"b":null}]}}`, `{"NegHeight":null}`,
		`{"Own":[]}`,
		`{"Pos":[1,2,3]}`, `{"Radius":5,"NegHeight":2}`, `{"AroundPartName":"a","TinyPartName":"é"}`, `{"TinyPartName":"t"}`,
		`{"":"","a":"\u0000"}`, `{"a":1e400,"b":-0}`,
		strings.Repeat(`{"a":`, 99) + "1" + strings.Repeat("}", 99), strings.Repeat(`{"a":`, 505) + "1" + strings.Repeat("}", 505),
	})
	fields := map[string]*jsonText{
		"area_name":     text,
		"type":          text,
		"trigger_type":  text,
		"particle_name": text,
		"x":             number,
		"y":             number,
		"z":             number,
		"radius":        number,
		"height":        number,
		"data":          object,
		"player_data":   object,
	}
	var members []string
	for _, f := range record.EffectAreas.Fields {
		if draw := fields[f.Name]; draw != nil && (f.Required || rapid.IntRange(0, 2).Draw(rt, "has") == 0) {
			members = append(members, fmt.Sprintf("%q:%s", f.Name, draw.Draw(rt, f.Name)))
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}

// documentText draws a document of the fields: some of them, in any order and spelling, with null, other types, and other keys.
func documentText(fields []*expansion.Field, depth int) *jsonText {
	return rapid.Custom(func(t *rapid.T) string {
		var members []string
		for _, at := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(fields)), 0, 6, rapid.ID).Draw(t, "fields") {
			if at == len(fields) {
				members = append(members, `"Öwn \u0001":`+rapid.SampledFrom([]string{"1.50", "null", `{"a":[]}`, `"\ud83d\ude00"`}).Draw(t, "own"))
				continue
			}
			members = append(members, fmt.Sprintf("%q:%s", fields[at].Name, documentValue(fields[at], depth).Draw(t, fields[at].Name)))
		}
		return "{" + strings.Join(members, ",") + "}"
	})
}

func documentValue(f *expansion.Field, depth int) *jsonText {
	one := documentOne(f, depth)
	odd := rapid.SampledFrom([]string{"null", "{}", "[]", "0", "-1", `""`, `"x"`})
	several := listOf(one)
	members := rapid.Map(rapid.SliceOfN(one, 0, 3), func(list []string) string {
		for i := range list {
			list[i] = fmt.Sprintf(`"%d":%s`, i, list[i])
		}
		return "{" + strings.Join(list, ",") + "}"
	})
	right := map[expansion.Shape]*jsonText{
		expansion.Single: one, expansion.List: several, expansion.Map: members, expansion.MapLists: odd,
	}[f.Shape]
	return rapid.Custom(func(t *rapid.T) string {
		if rapid.IntRange(0, 9).Draw(t, "odd") == 0 {
			return odd.Draw(t, "value")
		}
		return right.Draw(t, "value")
	})
}

func documentOne(f *expansion.Field, depth int) *jsonText {
	switch f.Type {
	case expansion.Object:
		if depth == 0 {
			return rapid.Just("{}")
		}
		return documentText(f.Fields, depth-1)
	case expansion.String:
		return rapid.SampledFrom([]string{`""`, `" é \"\\ "`, `"\u0000"`, `"akm"`, `"\u2028"`, `"Sunday"`, `"JOG"`, "null"})
	case expansion.Vector:
		return rapid.SampledFrom([]string{"[1,2.50,-3e2]", "[0.0,0.1,1e-7]", "[]"})
	case expansion.Float:
		return rapid.SampledFrom([]string{"0", "1.0", "0.3", "-1", "123456.789012345", "1e-30", "3.4e38", "16777217"})
	}
	return rapid.SampledFrom([]string{"0", "1", "-1", "2147483647", "1.0", "true", "7", "2e0"})
}

// readBack generates the files, imports them as they are, and compares.
func (w written) readBack(rt *rapid.T, t *testing.T) {
	records, archive := w.records(t), w.get(t, w.instance+"/files.zip").body
	r := w.upload(t, w.instance+"/files", upload{"own.zip", archive})
	for i := 0; r.at("data.files."+strconv.Itoa(i)) != "absent"; i++ {
		file := r.at("data.files." + strconv.Itoa(i))
		for _, want := range []string{`"status":"imported"`, `"created":0`, `"updated":0`, `"deleted":0`} {
			if !strings.Contains(file, want) {
				rt.Fatalf("%s\n%s\nwas read back as %s", records,
					w.get(t, w.instance+"/files/"+strings.Trim(r.at("data.files."+strconv.Itoa(i)+".path"), `"`)).body, file)
			}
		}
	}
	if diff := cmp.Diff(records, w.records(t)); diff != "" {
		rt.Fatal(diff)
	}
	if list := w.get(t, w.instance+"/files"); strings.Trim(list.names("state"), `u"nchaged `) != "" {
		rt.Fatal(list.body)
	}
	if w.get(t, w.instance+"/files.zip").body != archive {
		rt.Fatal("what was read back is written differently")
	}
}

// records is what the list of the records says, with all that is nested.
func (w written) records(t *testing.T) string {
	stamp := regexp.MustCompile(`"(created|updated)_at":"[^"]*",?`) // a file that is imported first gives its records their places
	return stamp.ReplaceAllString(strings.ReplaceAll(w.get(t, w.list()+"?per_page=100&include=document").at("data"), "},{", "},\n{"), "")
}
