package palette_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/web/webtest"
)

// searched returns what the palette finds, as "group: text | note | address".
func searched(b *webtest.Browser, base, query string) (found []string) {
	b.TB.Helper()
	var body struct {
		Data []struct{ Group, Text, Note, URL string }
	}
	if err := json.Unmarshal(b.Get(base+"/search/results?"+query).Status(200).Body.Bytes(), &body); err != nil {
		b.TB.Fatal(err)
	}
	for _, one := range body.Data {
		found = append(found, one.Group+": "+one.Text+" | "+one.Note+" | "+one.URL)
	}
	return found
}

// TestPalette finds records of all instances, pages, settings and actions.
func TestPalette(t *testing.T) {
	t.Parallel()
	b := webtest.Open(t).User("Ada", false)
	instance, other := b.Instance("Here"), b.Instance("There")
	for _, in := range []string{instance, other} {
		b.Import(in, nil, webtest.File{Name: "db/types.xml", Text: webtest.TypesXML}).Status(200)
	}
	rows, err := b.DB.All(t.Context(), record.Types, b.Scope(instance), "ic.name = $", "AKM")
	if err != nil {
		t.Fatal(err)
	}
	sid := record.Types.SID(rows[0])
	types := instance + "/types"
	at := "&at=" + url.QueryEscape(types+"?q=cat:weapons")
	for query, want := range map[string]string{
		"q=go+to+akm": "Records: AKM | type · Here | " + types + "/" + sid + "/edit",
		"q=KM":        "Records: AKM | type · There | " + other + "/types/",
		"q=problems":  "Pages: Problems | Here | " + instance + "/lint",
		"q=there":     "Pages: There | server | " + other,
		"q=reference": "",
		"q=ban+76561198000000001": "Actions: Ban 76561198000000001 | Bans and whitelist | " + instance +
			"/player-lists/ban?who=76561198000000001",
		"q=download+types.xml": "Actions: Download types.xml | mpmissions/dayzOffline.chernarusplus/db/types.xml | " + instance +
			"/files/mpmissions/dayzOffline.chernarusplus/db/types.xml",
		"q=new+event": "Actions: New event |  | " + instance + "/events/create",
		"q=halve+nominal" + at: "Actions: Divide Nominal by 2 | types of this view: cat:weapons | " + types +
			"/bulk/preview?change%5Bnominal%5D%5Bdo%5D=divide&change%5Bnominal%5D%5Bvalue%5D=2&q=cat%3Aweapons",
		"q=multiply+Lifetime+1.2" + at:      "Actions: Multiply Lifetime by 1.2 | types of this view: cat:weapons | ",
		"q=halve+nominal":                   "",
		"q=set+lifetime+to+4+h" + at:        "Actions: Set Lifetime to 4 h | types of this view: cat:weapons | ",
		"q=ban+Bad+Guy":                     "Actions: Ban Bad Guy | Bans and whitelist | " + instance + "/player-lists/ban?who=Bad+Guy",
		"q=20+%25+more+lifetime" + at:       "Actions: Multiply Lifetime by 1.2 | types of this view: cat:weapons | ",
		"q=-30%25+nominal" + at:             "Actions: Multiply Nominal by 0.7 | ",
		"q=raise+lifetime+by+12,5+%25" + at: "Actions: Multiply Lifetime by 1.125 | ",
		"q=halve+nominal+of+this+view" + at: "Actions: Divide Nominal by 2 | types of this view: cat:weapons | ",
		"q=run+more+loot":                   "Actions: Run More loot | recipe | " + instance + "/recipes/more-loot",
		"q=grid+of+types":                   "Pages: Grid of types | Here | " + types + "/grid",
		"q=paste":                           "Pages: Paste from a file | Here | " + instance + "/paste",
		"q=cfggameplay":                     "Settings: Gameplay | Settings of the game | " + instance + "/documents/gameplay",
		"q=ZombieMaxCount":                  "Global variables | " + instance + "/documents/globals?q=ZombieMaxCount",
		"q=disablebasedamage": "Settings: Bases cannot be damaged | Gameplay · General | " + instance +
			"/documents/gameplay?q=disableBaseDamage",
		"q=why+does+nobody+find+akm?": "Actions: Why does nobody find AKM? | Loot economy | " + instance + "/economy/type?class=AKM",
		"q=where+is+SVD":              "Actions: Why does nobody find SVD? | Loot economy | " + instance + "/economy/type?class=SVD",
		"q=30+ak": "Actions: 30 AKM in the world: what to set | Loot economy | " + instance +
			"/economy/type?class=AKM&wish=30",
		"q=30+svd":          "",
		"q=market+settings": "Settings: Market | Settings of the Expansion mod | ",
		"q=bleeding+ai":     "",
	} {
		found := strings.Join(searched(b, instance, query), "\n")
		if !strings.Contains(found, want) || want == "" && strings.Contains(found, "Actions") {
			t.Errorf("%s: %s, want %s", query, found, want)
		}
	}
	if first := searched(b, instance, "q=akm")[0]; !strings.Contains(first, "Here") {
		t.Errorf("what is here comes first: %s", first)
	}
	if found := strings.Join(searched(b, "", "q=akm"), "\n"); !strings.Contains(found, "There") || strings.Contains(found, "Settings:") {
		t.Errorf("outside of an instance: %s", found)
	}
	preview, _, _ := strings.Cut(searched(b, instance,
		"q=halve+nominal"+at)[0][len("Actions: Divide Nominal by 2 | types of this view: cat:weapons | "):],
		" ")
	b.Get(instance + "/player-lists/ban?who=Bad+Guy").Says(`value="Bad Guy"`)
	b.Get(preview).Says("Divide nominal by 2", "1 type changes")
	b.Get(instance+"/search?q=akm").Says("<h2>Records</h2>", "type · Here", `value="akm"`)
	b.Get("/search?q=zzz").Says("No results for “zzz”.")
	b.Get("/search").Says("ban 7656").SaysNot("No results")
}

// TestPaletteShowsNothingOfOthers, whatever they are called.
func TestPaletteShowsNothingOfOthers(t *testing.T) {
	t.Parallel()
	s := webtest.Open(t)
	owner, other := s.User("Ada", false), s.User("Bo", false)
	instance := owner.Instance("Secretissimo")
	owner.Import(instance, nil, webtest.File{
		Name: "db/types.xml", Text: strings.ReplaceAll(webtest.TypesXML, "AKM", "Secret_Gun"),
	}).Status(200)
	owner.Add(instance, record.Events, record.Values{"name": "SecretEvent"})
	owner.Add(instance, record.MarketTraders, record.Values{"name": "SecretTrader"})
	own := other.Instance("Own")
	for _, base := range []string{"", own} {
		for _, q := range []string{"secret", "s", "a", "e", "Secret_Gun", "%", "download types"} {
			if found := strings.Join(searched(other, base, "q="+url.QueryEscape(q)),
				"\n"); strings.Contains(strings.ToLower(found), "secret") || strings.Contains(found, instance) || strings.Contains(found, "Records:") {
				t.Errorf("%s finds %s", q, found)
			}
		}
	}
	other.Get(instance + "/search?q=a").Status(403)
	other.Get(instance + "/search/results?q=a").Status(403)
	s.Visitor().Get("/search?q=a").Status(302)
}
