package web

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/endpoint"
)

func TestMarketArchive(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	s.get(s.gui + "/market/generate-all").status(200)
	s.imported(categories, "Guns", categoryJSON)
	s.imported(categories, "Ammo", "\ufeff"+categoryJSON)
	s.imported(traders, "Weapons", traderJSON)
	s.imported(zones, "World", zoneJSON)
	first := s.get(s.gui + "/market/generate-all").status(200)
	if got := first.Header().Get("Content-Disposition"); got != "attachment; filename=ExpansionMarket.zip" {
		t.Errorf("Content-Disposition %q", got)
	}
	if again := s.get(s.gui + "/market/generate-all"); !bytes.Equal(again.Body.Bytes(), first.Body.Bytes()) {
		t.Error("two archives of one market differ")
	}
	archive, err := zip.NewReader(bytes.NewReader(first.Body.Bytes()), int64(first.Body.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var got [][2]string
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(content)
		got = append(got, [2]string{file.Name, string(text)})
	}
	want := [][2]string{{"ExpansionMod/Market/Ammo.json", "\ufeff" + categoryJSON}, {"ExpansionMod/Market/Guns.json", categoryJSON}, {"ExpansionMod/Traders/Weapons.json", traderJSON}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s.get("/stored-files" + "?kind=generate").says("ExpansionMarket.zip")
}

// TestMarketGuards asks each endpoint of the market as everybody who may not, and for what is not there.
func TestMarketGuards(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	category, trader, zone := s.imported(categories, "Ammo", categoryJSON), s.imported(traders, "Weapons", traderJSON), s.imported(zones, "World", zoneJSON)
	params := map[string]string{
		"{instance}": s.instance[len("/instances/"):], "{expansionMarketCategory}": sidIn(category), "{expansionMarketTrader}": sidIn(trader),
		"{expansionTraderZone}": sidIn(zone), "{item}": itemID(category, "ammo_45acp"),
	}
	other := s.testSite.user("Bo", false)
	otherToken, token := other.token("/instances"), s.token("/instances")
	visitor := s.visitor()
	visitorToken := visitor.token("/login")
	program := *visitor
	program.header = map[string]string{"Accept": "application/json"}
	n := 0
	for _, e := range marketEndpoints() {
		n++
		address := routeOf(e.Path, params)
		form := func(token string) url.Values { return url.Values{"_token": {token}} }
		other.send(e.Method, address, form(otherToken)).status(http.StatusForbidden)
		s.send(e.Method, routeOf(e.Path, nil), form(token)).status(http.StatusNotFound)
		if absent := routeOf(e.Path, map[string]string{"{instance}": params["{instance}"]}); absent != address {
			s.send(e.Method, absent, form(token)).status(http.StatusNotFound)
		}
		visitor.send(e.Method, address, form(visitorToken)).leadsTo("/login")
		program.send(e.Method, address, form(visitorToken)).status(http.StatusUnauthorized)
		if e.Method == http.MethodGet {
			s.get(address).status(http.StatusOK)
		} else {
			s.send(e.Method, address, form("wrong")).status(419)
		}
	}
	if n != 27 {
		t.Errorf("%d endpoints", n)
	}
}

// marketEndpoints are the forms of traders, categories and zones.
func marketEndpoints() (list []endpoint.Endpoint) {
	names := []string{"market-traders", "market-categories", "trader-zones"}
	for _, group := range endpoint.Table() {
		for _, res := range group.Resources {
			if res.Surface == endpoint.C && slices.Contains(names, res.Name) {
				list = append(list, res.Endpoints...)
			}
		}
	}
	return list
}

// routeOf is the address of a route; a parameter without a value is that of a record that is not there.
func routeOf(path string, params map[string]string) string {
	return regexp.MustCompile(`\{\w+\}`).ReplaceAllStringFunc(path, func(name string) string {
		if value, known := params[name]; known {
			return value
		}
		return "nOtHeRe000"
	})
}

func sidIn(address string) string { return address[len(address)-10:] }

// TestFilesOfTheModAreListedByName, whatever the order of their import, and counted on the overview.
func TestFilesOfTheModAreListedByName(t *testing.T) {
	t.Parallel()
	s := openShop(t)
	for _, name := range []string{"Guns", "Ammo", "Boats"} {
		s.imported("/market-categories", name, categoryJSON)
	}
	page := s.get(s.gui + "/market-categories").Body.String()
	ammo, boats, guns := strings.Index(page, ">Ammo</a>"), strings.Index(page, ">Boats</a>"), strings.Index(page, ">Guns</a>")
	if ammo < 0 || ammo > boats || boats > guns {
		t.Errorf("they stand at %d, %d and %d", ammo, boats, guns)
	}
	if page := s.get(s.gui + "/market-categories?sort=-name").Body.String(); strings.Index(page, ">Ammo</a>") < strings.Index(page, ">Guns</a>") {
		t.Error("the order that was asked for is not kept")
	}
	s.get(s.instance).says(`href="` + s.gui + `/market-categories">Market categories</a>`)
}
