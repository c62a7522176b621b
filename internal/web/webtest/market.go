package webtest

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// Shop is the market of an instance as its owner's browser sees it.
type Shop struct {
	*Browser
	Instance, Gui string
}

// OpenShop returns an owner with an instance for files of the market.
func OpenShop(t *testing.T, change ...func(*Site)) *Shop {
	t.Helper()
	s := Open(t)
	for _, alter := range change {
		alter(s)
	}
	b := s.User("Ada", false)
	instance := b.Instance("A")
	return &Shop{b, instance, MarketOf(instance)}
}

// MarketOf returns where the pages of the Expansion mod are, for an instance.
func MarketOf(instance string) string {
	return "/instance" + strings.TrimPrefix(instance, "/instances") + "/expansion/gui"
}

// Import sends files to the import of a list.
func (s *Shop) Import(list string, files ...File) Answer {
	s.TB.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("_token", s.Token(s.Gui+list))
	for _, file := range files {
		part, err := form.CreateFormFile("json_file[]", file.Name)
		if err != nil {
			s.TB.Fatal(err)
		}
		_, _ = io.WriteString(part, file.Text)
	}
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+s.Gui+list+"/import", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return s.Do(request)
}

// Imported imports a file and returns the address of its record.
func (s *Shop) Imported(list, name, text string) string {
	s.TB.Helper()
	s.Import(list, File{name + ".json", text}).LeadsTo(s.Gui + list)
	return s.Address(list, name)
}

// Address is that of the record of a name.
func (s *Shop) Address(list, name string) string {
	s.TB.Helper()
	res := record.Named("expansion_" + strings.ReplaceAll(list[1:], "-", "_"))
	rows, err := s.DB.All(context.Background(), res, s.Scope(s.Instance), "r.name = $", name)
	if err != nil || len(rows) != 1 {
		s.TB.Fatalf("%s: %d records, %v", name, len(rows), err)
	}
	return s.Gui + list + "/" + res.SID(rows[0])
}

// File is the generated file of a record.
func (s *Shop) File(address string) string {
	s.TB.Helper()
	return s.Get(address + "/generate").Status(200).Body.String()
}

// Revision is the number of the last change.
func (s *Shop) Revision() int64 {
	return s.Count(`SELECT revision FROM instances WHERE id = $1`, s.Scope(s.Instance).InstanceID)
}

// CategoryJSON is a category as a server has it, with what nobody knows, a version of its own and hand-made numbers.
const CategoryJSON = `{
  "m_Version": 12,
  "DisplayName": "Ammo",
  "Icon": "Gun Bullets",
  "Color": "8A3DC1FF",
  "InitStockPercent": 100.00,
  "IsExchange": 0,
  "Unknown": {"a": [1, 2.50]},
  "Items": [
    {"ClassName": "ammo_12gaslug", "MaxPriceThreshold": 45, "MinPriceThreshold": 25, "SellPricePercent": -1.0, ` +
	`"MaxStockThreshold": 1000, "MinStockThreshold": 300, "QuantityPercent": 100, ` +
	`"SpawnAttachments": [], "Variants": ["ammo_red", "ammo_blue"], "Note": "mine"},
    {"ClassName": "ammo_45acp", "MaxPriceThreshold": 90, "MinPriceThreshold": 40, "SellPricePercent": 50.00, "MaxStockThreshold": 1, ` +
	`"MinStockThreshold": 1, "QuantityPercent": -1, "SpawnAttachments": ["box"], "Variants": []}
  ]
}
`

// TraderJSON is the file of a trader of the market.
const TraderJSON = `{
    "m_Version": 13,
    "DisplayName": "Weapons",
    "MinRequiredReputation": 100,
    "MaxRequiredReputation": 2147483647,
    "RequiredFaction": "",
    "RequiredCompletedQuestID": -1,
    "TraderIcon": "Gun",
    "Currencies": ["coin"],
    "DisplayCurrencyValue": 1,
    "DisplayCurrencyName": "",
    "UseCategoryOrder": 0,
    "Categories": ["Ammo", "Batteries:3", "Guns:1"],
    "Items": {"ammo_45acp": 0, "nothing": 2}
}
`

// ZoneJSON is the file of a trader zone.
const ZoneJSON = `{
    "m_Version": 6,
    "m_DisplayName": "Green Mountain",
    "Position": [3700.50, 402.0, 6000.0],
    "Radius": 300.0,
    "BuyPricePercent": 100.0,
    "SellPricePercent": -1.0,
    "Stock": {"ammo_45acp": 12, "akm": 3}
}
`

// Categories is where market categories are, below MarketOf.
const Categories = "/market-categories"

// AmmoForm is the form of the category of categoryJSON as the browser sends it unchanged.
func AmmoForm() url.Values {
	return url.Values{
		"name": {"Ammo"}, "display_name": {"Ammo"}, "icon": {"Gun Bullets"}, "color": {"8A3DC1FF"}, "IsExchange": {"0"},
		"InitStockPercent":    {"100.00"},
		"items[0][ClassName]": {"ammo_12gaslug"}, "items[0][MinPriceThreshold]": {"25"}, "items[0][MaxPriceThreshold]": {"45"},
		"items[0][SellPricePercent]":  {"-1.0"},
		"items[0][MinStockThreshold]": {"300"}, "items[0][MaxStockThreshold]": {"1000"}, "items[0][QuantityPercent]": {"100"},
		"items[0][Variants]": {"ammo_red\r\nammo_blue"}, "items[0][SpawnAttachments]": {""},
		"items[1][ClassName]": {"ammo_45acp"}, "items[1][MinPriceThreshold]": {"40"}, "items[1][MaxPriceThreshold]": {"90"},
		"items[1][SellPricePercent]":  {"50.00"},
		"items[1][MinStockThreshold]": {"1"}, "items[1][MaxStockThreshold]": {"1"}, "items[1][QuantityPercent]": {"-1"},
		"items[1][Variants]": {""}, "items[1][SpawnAttachments]": {"box"},
		"items[2][ClassName]": {""}, "items[2][MinPriceThreshold]": {""}, "items[2][Variants]": {""},
	}
}

// Traders is where market traders are, below MarketOf.
const Traders = "/market-traders"

// Zones is where trader zones are, below MarketOf.
const Zones = "/trader-zones"

// Items is where the grid of market items is, below an instance.
const Items = "/expansion/market-items"

// KnivesJSON is a second category, whose list holds what is no item.
const KnivesJSON = `{
  "m_Version": 12, "DisplayName": "Knives",
  "Items": [
    {"ClassName": "Knife", "MaxPriceThreshold": 5, "MinPriceThreshold": 5},
    null,
    {"ClassName": "Axe", "MaxPriceThreshold": 7, "MinPriceThreshold": 6, "SellPricePercent": -1.00}
  ]
}
`

// CategoryIDs are the ids of the categories that the grid offers, by name.
func (g GridRows) CategoryIDs() map[string]string {
	ids := map[string]string{}
	for _, o := range g.Options["expansion_market_categories"] {
		ids[o.Name] = o.ID
	}
	return ids
}
