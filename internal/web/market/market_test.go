package market_test

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
	"quartermaster/internal/web/webtest"
)

func TestMarketArchive(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	s.Get(s.Gui + "/market/generate-all").Status(200)
	s.Imported(webtest.Categories, "Guns", webtest.CategoryJSON)
	s.Imported(webtest.Categories, "Ammo", "\ufeff"+webtest.CategoryJSON)
	s.Imported(webtest.Traders, "Weapons", webtest.TraderJSON)
	s.Imported(webtest.Zones, "World", webtest.ZoneJSON)
	first := s.Get(s.Gui + "/market/generate-all").Status(200)
	if got := first.Header().Get("Content-Disposition"); got != "attachment; filename=ExpansionMarket.zip" {
		t.Errorf("Content-Disposition %q", got)
	}
	if again := s.Get(s.Gui + "/market/generate-all"); !bytes.Equal(again.Body.Bytes(), first.Body.Bytes()) {
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
	want := [][2]string{
		{"ExpansionMod/Market/Ammo.json", "\ufeff" + webtest.CategoryJSON},
		{"ExpansionMod/Market/Guns.json", webtest.CategoryJSON},
		{"ExpansionMod/Traders/Weapons.json", webtest.TraderJSON},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	s.Get("/stored-files" + "?kind=generate").Says("ExpansionMarket.zip")
}

// TestMarketGuards asks each endpoint of the market as everybody who may not, and for what is not there.
func TestMarketGuards(t *testing.T) {
	t.Parallel()
	s := webtest.OpenShop(t)
	category, trader, zone := s.Imported(webtest.Categories, "Ammo", webtest.CategoryJSON),
		s.Imported(webtest.Traders, "Weapons", webtest.TraderJSON), s.Imported(webtest.Zones, "World", webtest.ZoneJSON)
	params := map[string]string{
		"{instance}": s.Instance[len("/instances/"):], "{expansionMarketCategory}": sidIn(category), "{expansionMarketTrader}": sidIn(trader),
		"{expansionTraderZone}": sidIn(zone), "{item}": itemID(category, "ammo_45acp"),
	}
	other := s.Site.User("Bo", false)
	otherToken, token := other.Token("/instances"), s.Token("/instances")
	visitor := s.Visitor()
	visitorToken := visitor.Token("/login")
	program := *visitor
	program.Header = map[string]string{"Accept": "application/json"}
	n := 0
	for _, e := range marketEndpoints() {
		n++
		address := routeOf(e.Path, params)
		form := func(token string) url.Values { return url.Values{"_token": {token}} }
		other.Send(e.Method, address, form(otherToken)).Status(http.StatusForbidden)
		s.Send(e.Method, routeOf(e.Path, nil), form(token)).Status(http.StatusNotFound)
		if absent := routeOf(e.Path, map[string]string{"{instance}": params["{instance}"]}); absent != address {
			s.Send(e.Method, absent, form(token)).Status(http.StatusNotFound)
		}
		visitor.Send(e.Method, address, form(visitorToken)).LeadsTo("/login")
		program.Send(e.Method, address, form(visitorToken)).Status(http.StatusUnauthorized)
		if e.Method == http.MethodGet {
			s.Get(address).Status(http.StatusOK)
		} else {
			s.Send(e.Method, address, form("wrong")).Status(419)
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
	s := webtest.OpenShop(t)
	for _, name := range []string{"Guns", "Ammo", "Boats"} {
		s.Imported("/market-categories", name, webtest.CategoryJSON)
	}
	page := s.Get(s.Gui + "/market-categories").Body.String()
	ammo, boats, guns := strings.Index(page, ">Ammo</a>"), strings.Index(page, ">Boats</a>"), strings.Index(page, ">Guns</a>")
	if ammo < 0 || ammo > boats || boats > guns {
		t.Errorf("they stand at %d, %d and %d", ammo, boats, guns)
	}
	if page := s.Get(s.Gui + "/market-categories?sort=-name").Body.String(); strings.Index(page, ">Ammo</a>") <
		strings.Index(page, ">Guns</a>") {
		t.Error("the order that was asked for is not kept")
	}
	s.Get(s.Instance).Says(`href="` + s.Gui + `/market-categories">Market categories</a>`)
}
