package web

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// shop is the market of an instance as its owner's browser sees it.
type shop struct {
	*browser
	instance, gui string
}

func openShop(t *testing.T, change ...func(*testSite)) *shop {
	t.Helper()
	s := openSite(t)
	for _, alter := range change {
		alter(s)
	}
	b := s.user("Ada", false)
	instance := b.instance("A")
	return &shop{b, instance, guiOf(instance)}
}

func guiOf(instance string) string {
	return "/instance" + strings.TrimPrefix(instance, "/instances") + "/expansion/gui"
}

// importing sends files to the import of a list.
func (s *shop) importing(list string, files ...uploaded) answer {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	_ = form.WriteField("_token", s.token(s.gui+list))
	for _, file := range files {
		part, err := form.CreateFormFile("json_file[]", file.name)
		if err != nil {
			s.t.Fatal(err)
		}
		_, _ = io.WriteString(part, file.text)
	}
	_ = form.Close()
	request := httptest.NewRequest("POST", "http://qm.test"+s.gui+list+"/import", &body)
	request.Header.Set("Content-Type", form.FormDataContentType())
	return s.do(request)
}

// imported imports a file and returns the address of its record.
func (s *shop) imported(list, name, text string) string {
	s.t.Helper()
	s.importing(list, uploaded{name + ".json", text}).leadsTo(s.gui + list)
	return s.address(list, name)
}

// address is that of the record of a name.
func (s *shop) address(list, name string) string {
	s.t.Helper()
	res := record.Named("expansion_" + strings.ReplaceAll(list[1:], "-", "_"))
	rows, err := s.db.All(context.Background(), res, s.scope(s.instance), "r.name = $", name)
	if err != nil || len(rows) != 1 {
		s.t.Fatalf("%s: %d records, %v", name, len(rows), err)
	}
	return s.gui + list + "/" + res.SID(rows[0])
}

// file is the generated file of a record.
func (s *shop) file(address string) string {
	s.t.Helper()
	return s.get(address + "/generate").status(200).Body.String()
}

// asProgram makes the browser ask for JSON.
func (s *shop) asProgram() *shop {
	b := *s.browser
	b.header = map[string]string{"Accept": "application/json"}
	return &shop{&b, s.instance, s.gui}
}

// revision is the number of the last change.
func (s *shop) revision() int64 {
	return s.count(`SELECT revision FROM instances WHERE id = $1`, s.scope(s.instance).InstanceID)
}

// categoryJSON is a category as a server has it, with what nobody knows, a version of its own and hand-made numbers.
const categoryJSON = `{
  "m_Version": 12,
  "DisplayName": "Ammo",
  "Icon": "Gun Bullets",
  "Color": "8A3DC1FF",
  "InitStockPercent": 100.00,
  "IsExchange": 0,
  "Unknown": {"a": [1, 2.50]},
  "Items": [
    {"ClassName": "ammo_12gaslug", "MaxPriceThreshold": 45, "MinPriceThreshold": 25, "SellPricePercent": -1.0, "MaxStockThreshold": 1000, "MinStockThreshold": 300, "QuantityPercent": 100, "SpawnAttachments": [], "Variants": ["ammo_red", "ammo_blue"], "Note": "mine"},
    {"ClassName": "ammo_45acp", "MaxPriceThreshold": 90, "MinPriceThreshold": 40, "SellPricePercent": 50.00, "MaxStockThreshold": 1, "MinStockThreshold": 1, "QuantityPercent": -1, "SpawnAttachments": ["box"], "Variants": []}
  ]
}
`

const traderJSON = `{
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

const zoneJSON = `{
    "m_Version": 6,
    "m_DisplayName": "Green Mountain",
    "Position": [3700.50, 402.0, 6000.0],
    "Radius": 300.0,
    "BuyPricePercent": 100.0,
    "SellPricePercent": -1.0,
    "Stock": {"ammo_45acp": 12, "akm": 3}
}
`

// genuineFiles are the files of a folder of the genuine data.
func genuineFiles(t *testing.T, folder string) (files []uploaded) {
	t.Helper()
	const data = "../../../shared/data"
	if _, err := os.Stat(data); err != nil {
		t.Skip("the genuine files are not beside the checkout")
	}
	names, err := filepath.Glob(filepath.Join(data, "expansion/omniv1", folder, "*.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no genuine files in %s: %v", folder, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, uploaded{filepath.Base(name), string(text)})
	}
	return files
}
