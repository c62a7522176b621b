package web

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// searched returns what the palette finds, as "group: text | note | address".
func (b *browser) searched(base, query string) (found []string) {
	b.t.Helper()
	var body struct {
		Data []struct{ Group, Text, Note, URL string }
	}
	if err := json.Unmarshal(b.get(base+"/search/results?"+query).status(200).Body.Bytes(), &body); err != nil {
		b.t.Fatal(err)
	}
	for _, one := range body.Data {
		found = append(found, one.Group+": "+one.Text+" | "+one.Note+" | "+one.URL)
	}
	return found
}

// TestPalette finds records of all instances, pages, settings and actions.
func TestPalette(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance, other := b.instance("Here"), b.instance("There")
	for _, in := range []string{instance, other} {
		b.importing(in, nil, uploaded{"db/types.xml", typesXML}).status(200)
	}
	rows, err := b.db.All(t.Context(), record.Types, b.scope(instance), "ic.name = $", "AKM")
	if err != nil {
		t.Fatal(err)
	}
	sid := record.Types.SID(rows[0])
	types := instance + "/types"
	at := "&at=" + url.QueryEscape(types+"?q=cat:weapons")
	for query, want := range map[string]string{
		"q=go+to+akm":                       "Records: AKM | type · Here | " + types + "/" + sid + "/edit",
		"q=KM":                              "Records: AKM | type · There | " + other + "/types/",
		"q=problems":                        "Pages: Problems | Here | " + instance + "/lint",
		"q=there":                           "Pages: There | server | " + other,
		"q=reference":                       "",
		"q=ban+76561198000000001":           "Actions: Ban 76561198000000001 | Bans and whitelist | " + instance + "/player-lists/ban?who=76561198000000001",
		"q=download+types.xml":              "Actions: Download types.xml | mpmissions/dayzOffline.chernarusplus/db/types.xml | " + instance + "/files/mpmissions/dayzOffline.chernarusplus/db/types.xml",
		"q=new+event":                       "Actions: New event |  | " + instance + "/events/create",
		"q=halve+nominal" + at:              "Actions: Divide Nominal by 2 | types of this view: cat:weapons | " + types + "/bulk/preview?change%5Bnominal%5D%5Bdo%5D=divide&change%5Bnominal%5D%5Bvalue%5D=2&q=cat%3Aweapons",
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
		"q=disablebasedamage":               "Settings: Bases cannot be damaged | Gameplay · General | " + instance + "/documents/gameplay?q=disableBaseDamage",
		"q=market+settings":                 "Settings: Market | Settings of the Expansion mod | ",
		"q=bleeding+ai":                     "",
	} {
		found := strings.Join(b.searched(instance, query), "\n")
		if !strings.Contains(found, want) || want == "" && strings.Contains(found, "Actions") {
			t.Errorf("%s: %s, want %s", query, found, want)
		}
	}
	if first := b.searched(instance, "q=akm")[0]; !strings.Contains(first, "Here") {
		t.Errorf("what is here comes first: %s", first)
	}
	if found := strings.Join(b.searched("", "q=akm"), "\n"); !strings.Contains(found, "There") || strings.Contains(found, "Settings:") {
		t.Errorf("outside of an instance: %s", found)
	}
	preview, _, _ := strings.Cut(b.searched(instance, "q=halve+nominal"+at)[0][len("Actions: Divide Nominal by 2 | types of this view: cat:weapons | "):], " ")
	b.get(instance + "/player-lists/ban?who=Bad+Guy").says(`value="Bad Guy"`)
	b.get(preview).says("Nominal: divide by 2", "1 type changes")
	b.get(instance+"/search?q=akm").says("<h2>Records</h2>", "type · Here", `value="akm"`)
	b.get("/search?q=zzz").says("Nothing is called “zzz”.")
	b.get("/search").says("ban 7656").saysNot("Nothing is called")
}

// TestPaletteShowsNothingOfOthers, whatever they are called.
func TestPaletteShowsNothingOfOthers(t *testing.T) {
	t.Parallel()
	s := openSite(t)
	owner, other := s.user("Ada", false), s.user("Bo", false)
	instance := owner.instance("Secretissimo")
	owner.importing(instance, nil, uploaded{"db/types.xml", strings.ReplaceAll(typesXML, "AKM", "Secret_Gun")}).status(200)
	owner.add(instance, record.Events, record.Values{"name": "SecretEvent"})
	owner.add(instance, record.MarketTraders, record.Values{"name": "SecretTrader"})
	own := other.instance("Own")
	for _, base := range []string{"", own} {
		for _, q := range []string{"secret", "s", "a", "e", "Secret_Gun", "%", "download types"} {
			if found := strings.Join(other.searched(base, "q="+url.QueryEscape(q)), "\n"); strings.Contains(strings.ToLower(found), "secret") || strings.Contains(found, instance) || strings.Contains(found, "Records:") {
				t.Errorf("%s finds %s", q, found)
			}
		}
	}
	other.get(instance + "/search?q=a").status(403)
	other.get(instance + "/search/results?q=a").status(403)
	s.visitor().get("/search?q=a").status(302)
}
