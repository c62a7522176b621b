package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// traded are the resources whose records stand in the files of the traders and in lists of players.
var traded = []*record.Resource{
	record.TraderSellers, record.TraderCategories, record.TraderItems, record.TraderCurrencies, record.PlayerLists,
}

// lineTexts are texts of one line that mean something in one of these files.
var lineTexts = []string{
	`"a / b"`, `"Food"`, `"food"`, `"<b> x"`, `"<Trader> a"`, `"a, b;c"`, `"- x"`, `"a - b"`, `"\u00a0 \t x"`, `"é/"`, `"\ufeffa"`,
	`"0123456789abcdef0123456789abcdef 5 x"`, `"SteamId"`, `"{"`, `"76561198000000001"`, `"#"`,
}

// traderHistory changes the traders and lists of an instance at random, as a client does.
type traderHistory struct{ history }

// body is one that the declaration of the resource allows, of texts that mean something and of what else is there.
func (h *traderHistory) body(r *record.Resource) string {
	h.ids["instance_classnames"] = rapid.SampledFrom(h.classes).Draw(h.T, "class")
	body := bodyOf(r, h.ids).Draw(h.T, "body")
	for _, f := range r.Fields {
		if f.Format == "line" && f.Writable() && rapid.Bool().Draw(h.T, "odd") {
			body = writable{}.spoiled(body, f.Name, rapid.SampledFrom(lineTexts).Draw(h.T, f.Name))
		}
	}
	if rapid.Bool().Draw(h.T, "decimals") {
		body = strings.NewReplacer(`"value":`, `"value":3725.606636,"x":`, `"buy":`, `"buy":"0.5","x":`).Replace(body)
	}
	return body
}

// choose takes a category and its trader for what is made next.
func (h *traderHistory) choose() bool {
	made := h.made[record.TraderCategories]
	if len(made) == 0 {
		return false
	}
	answer := h.get(h.t, rapid.SampledFrom(made).Draw(h.T, "category"))
	_, err := fmt.Sscan(answer.at("data.id"), ptr(h.ids, "trader_categories"))
	check(h.t, err)
	_, err = fmt.Sscan(answer.at("data.seller_id"), ptr(h.ids, "trader_sellers"))
	check(h.t, err)
	return true
}

// step makes, changes or deletes a record. A body may be refused.
func (h *traderHistory) step() {
	r := rapid.SampledFrom(traded).Draw(h.T, "resource")
	switch sellers := h.made[record.TraderSellers]; {
	case r == record.TraderItems && !h.choose():
		return
	case r == record.TraderCategories && len(sellers) == 0:
		return
	case r == record.TraderCategories:
		_, err := fmt.Sscan(h.get(h.t, rapid.SampledFrom(sellers).Draw(h.T, "seller")).at("data.id"), ptr(h.ids, "trader_sellers"))
		check(h.t, err)
	}
	made := h.made[r]
	if len(made) == 0 || rapid.IntRange(0, 2).Draw(h.T, "create") == 0 {
		if answer := h.send(h.t, http.MethodPost, h.instance+"/"+r.Path, h.body(r)); h.allows(answer, 201) {
			h.made[r] = append(made, h.instance+"/"+r.Path+"/"+sidIn(answer))
		}
		return
	}
	address := rapid.SampledFrom(made).Draw(h.T, "which")
	switch rapid.IntRange(0, 6).Draw(h.T, "verb") {
	case 0:
		h.must(h.t, 200, http.MethodDelete, address, "")
		h.forget()
	case 1:
		h.allows(h.send(h.t, http.MethodPut, address, h.body(r)), 200)
	default:
		h.allows(h.send(h.t, http.MethodPatch, address, h.body(r)), 200)
	}
}

// forget drops what is gone, with what it took along.
func (h *traderHistory) forget() {
	for r, list := range h.made {
		h.made[r] = slices.DeleteFunc(list, func(address string) bool { return h.get(h.t, address).status == 404 })
	}
}

func ptr(ids map[string]int64, name string) *idIn { return &idIn{ids, name} }

// idIn is an id that is scanned into a map.
type idIn struct {
	ids  map[string]int64
	name string
}

func (i *idIn) Scan(state fmt.ScanState, _ rune) error {
	var n int64
	_, err := fmt.Fscan(state, &n)
	i.ids[i.name] = n
	return err
}

// otherServers are files of other servers, which are imported in between.
var otherServers = []mission.Upload{
	{
		Path: "profiles/Trader/TraderConfig.txt",
		Data: []byte("<CurrencyName> #x\n\t<Currency> AKM,\t5 // five\n\n<Trader> Food //\n\t<Category> a, b\n\t\tAKM,\t*,\t1,\t2\n\t\takm, " +
			"W, 1.5, x\n<Trader> Guns\n<Trader> food\n\t<Category> c\n<FileEnd>\n"),
	},
	{
		Path: "profiles/Trader/TraderObjects.txt",
		Data: []byte("<Object> Barrel\n<ObjectPosition> 1, 2, 3\n\n<TraderMarker> 0\n<TraderMarkerPosition> 1, 2, 3\n<TraderMarkerSafezone> " +
			"5\n<Object> Boris\n<ObjectPosition> 9, 9, 9\n<ObjectAttachment> Hat\n\n<TraderMarker> 2\n<TraderMarkerPosition> 1, 2, " +
			"3\n<TraderMarker> 1\n<TraderMarkerPosition> 4, 5, 6\n<TraderMarker> 7\n<FileEnd>\n"),
	},
	{
		Path: "profiles/Trader/TraderObjects.txt",
		Data: []byte("<TraderMarker> 0\n<TraderMarkerPosition> 1, 2, 3\n<TraderMarker> 1\n<TraderMarkerPosition> 1, 2, 3\n<Object> " +
			"B\n<ObjectPosition> 1, 2, 3\n<TraderMarker> 1\n<FileEnd>\n"),
	},
	{Path: "profiles/Trader/TraderConfig.txt", Data: []byte("<Trader> A\n<Trader> B\n\t<Category> D\n<Trader> Guns\n<FileEnd>\n")},
	{Path: "ban.txt", Data: []byte("76561198000000001 //a - b\n x\n")},
	{Path: "whitelist.txt", Data: []byte("")},
	{Path: "BattlEye/bans.txt", Data: []byte("0123456789abcdef0123456789abcdef 60 x\n")},
}

// TestWhatTradersAreReadsBack: after anything that clients may do with traders and lists, also between imports of the files of other
// servers, the generated files are read back as what is stored already, and come out the same again.
func TestWhatTradersAreReadsBack(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		service := mission.New(s.db)
		storetest.Check(t, func(rt *rapid.T) {
			instance, scope := c.instance(t)
			h := &traderHistory{history{client: c, T: rt, t: t, instance: instance, ids: map[string]int64{}, made: map[*record.Resource][]string{}}}
			for _, name := range []string{"AKM", "Rag"} {
				_, id := c.create(t, instance+"/classnames", fmt.Sprintf(`{"name":%q}`, name))
				h.classes = append(h.classes, id)
			}
			for range rapid.IntRange(1, 4).Draw(rt, "rounds") {
				if rapid.IntRange(0, 2).Draw(rt, "imports") == 0 {
					mode := rapid.SampledFrom([]mission.Mode{mission.Merge, mission.Replace}).Draw(rt, "mode")
					_, err := service.Import(t.Context(), scope, []mission.Upload{rapid.SampledFrom(otherServers).Draw(rt, "file")},
						mission.Options{Mode: mode})
					check(t, err)
					h.forget()
				}
				for range rapid.IntRange(1, 6).Draw(rt, "steps") {
					h.step()
				}
				h.settles(service, scope)
			}
		})
	})
}
