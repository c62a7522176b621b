package mission_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/charset"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// spellings are ways to write a file: what is noted in it, and what it declares where it is XML.
var spellings = map[string]struct {
	encoding     charset.Encoding
	start, note  string
	declarations []string
}{
	"UTF-16":                   {charset.UTF16LE, "\ufeff", "Жуков 😀 é", []string{"UTF-8", "UTF-16"}},
	"UTF-16, big end first":    {charset.UTF16BE, "\ufeff", "Жуков 😀 é", []string{"UTF-8", "UTF-16"}},
	"UTF-16 without a mark":    {charset.UTF16LE, "", "Жуков \U0010D800 é", []string{"UTF-16"}},
	"Cyrillic":                 {charset.Windows1251, "", "Привет, Жуков \U0010E098", []string{"UTF-8", "windows-1251"}},
	"western":                  {charset.Windows1252, "", "André détesté €", []string{"UTF-8", "Windows-1252"}},
	"Latin-1":                  {"iso-8859-1", "", "André détesté \u0081", []string{"ISO-8859-1"}},
	"UTF-8 with a broken byte": {charset.Mixed, "", "Жуков \U0010E0E9", []string{"UTF-8"}},
}

// noted returns a sample with a note in it.
func (s sample) noted(note, declared string) string {
	switch {
	case strings.HasPrefix(s.text, declaration):
		return strings.Replace(declaration, "UTF-8", declared, 1) + "<!-- " + note + " -->\n" + strings.TrimPrefix(s.text, declaration)
	case strings.HasPrefix(s.text, "{"):
		return strings.Replace(s.text, "{\n", "{\n    \"Note\": \""+note+"\",\n", 1)
	}
	return "// " + note + "\n" + s.text
}

// Every kind of files comes back in the encoding that it was written in, and a change touches its own line alone.
func TestSamplesInEveryEncoding(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		t.Run(string(s.kind)+" "+s.resource.Name, func(t *testing.T) {
			t.Parallel()
			db := storetest.Open(t)
			service, user := mission.New(db), storetest.User(t, db)
			for name, spelling := range spellings {
				for _, declared := range spelling.declarations {
					if declared != "UTF-8" && name == "Latin-1" && !strings.HasPrefix(s.text, "<?xml") {
						continue // nothing tells it from windows-1252
					}
					scope, _ := storetest.Instance(t, db, user)
					s.comesBack(world{t, db, scope, service}, name+" "+declared, spelling.start+s.noted(spelling.note, declared), spelling.encoding)
				}
			}
		})
	}
}

func (s sample) comesBack(w world, name, text string, e charset.Encoding) {
	encode := func(text string) string {
		data, err := charset.Encode([]byte(text), e, charset.Plain)
		if err != nil {
			w.Fatal(err)
		}
		return string(data)
	}
	for _, want := range [][4]int{{s.records, 0, 0, 0}, {0, 0, s.records, 0}} {
		report := w.load(mission.Merge, s.upload, encode(text))
		if got := w.counts(report); got != want || report.Kind != s.kind {
			w.Fatalf("%s: counts %v, want %v: %+v", name, got, want, report)
		}
		if diff := cmp.Diff(encode(text), w.serverFile(s.path)); diff != "" {
			w.Fatalf("%s (-imported +generated):\n%s", name, diff)
		}
	}
	w.set(s.resource, s.title, s.values)
	changed := encode(strings.Replace(text, s.old, s.new, 1))
	if diff := cmp.Diff(changed, w.serverFile(s.path)); diff != "" {
		w.Errorf("%s: after a change (-want +got):\n%s", name, diff)
	}
	if c, err := w.service.Compare(w.Context(), w.scope, s.path); err != nil || len(c.Records) == 0 {
		w.Errorf("%s: compared: %+v (%v)", name, c.Records, err)
	}
	if got := w.counts(w.load(mission.Replace, s.upload, changed)); got[0]+got[1]+got[3] != 0 {
		w.Errorf("%s: what was generated is not what is stored: %v", name, got)
	}
}

// Names of players are read in their letters.
func TestPlayersInCyrillic(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.load(mission.Merge, "ban.txt", "76561198000000001\t//\xc6\xf3\xea\xee\xe2 - \xf7\xe8\xf2\r\n")
	row := w.find(record.PlayerLists, "Жуков")
	if note := row[record.PlayerLists.Index("note")]; note != "чит" {
		t.Errorf("the note is %q", note)
	}
	w.set(record.PlayerLists, "Жуков", record.Values{"note": "чит, ещё раз"})
	if got, want := w.serverFile("ban.txt"),
		"76561198000000001\t//\xc6\xf3\xea\xee\xe2 - \xf7\xe8\xf2, \xe5\xf9\xb8 \xf0\xe0\xe7\r\n"; got != want {
		t.Errorf("written as %q, want %q", got, want)
	}
}

// What the encoding of a file has not stands in it all the same: as its syntax tells it, or in UTF-8, of which a warning tells.
func TestCharactersThatTheEncodingHasNot(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const note = `<?xml version="1.0" encoding="windows-1252"?><messages><!-- ` + "\xe9" +
		` --><message><text>Bonjour</text></message></messages>`
	w.load(mission.Merge, "messages.xml", note)
	w.set(record.Messages, "Bonjour", record.Values{"text": "Привет é"})
	want := strings.Replace(note, "Bonjour", "&#1055;&#1088;&#1080;&#1074;&#1077;&#1090; \xe9", 1)
	if got := w.file("db/messages.xml"); got != want {
		t.Errorf("written as %q, want %q", got, want)
	}
	w.counted(mission.Merge, "messages.xml", want, [4]int{0, 0, 1, 0})

	w.load(mission.Merge, "cfgeffectarea.json", "{\"Note\":\"\xe9\",\"Areas\":[{\"AreaName\":\"A\",\"Data\":{\"Pos\":[1,2,3]}}]}")
	w.set(record.EffectAreas, "A", record.Values{"area_name": "Ж"})
	want = "{\"Note\":\"\xe9\",\"Areas\":[{\"AreaName\":\"\\u0416\",\"Data\":{\"Pos\":[1,2,3]}}]}"
	if got := w.file("cfgeffectarea.json"); got != want {
		t.Errorf("written as %q, want %q", got, want)
	}

	w.load(mission.Merge, "TraderConfig.txt", "<Currency> A,1\n<Trader> Caf\xe9\n<FileEnd>\n")
	w.set(record.TraderSellers, "Café", record.Values{"name": "Кафе"})
	file, err := w.service.GenerateFile(t.Context(), w.scope, "profiles/Trader/TraderConfig.txt")
	if err != nil {
		t.Fatal(err)
	}
	want = "<Currency> A,1\n<Trader> Кафе\n<FileEnd>\n"
	if got := contentOf(t, file); !bytes.Equal(got, []byte(want)) {
		t.Errorf("written as %q, want %q", got, want)
	}
	if err := file.Write(t.Context(), &bytes.Buffer{}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"line 2: there is no 'К' in the encoding windows-1252; the file is written in UTF-8"},
		file.Warnings); diff != "" {
		t.Error(diff)
	}
	w.counted(mission.Merge, "TraderConfig.txt", want, [4]int{0, 0, 2, 0})
}

func (w world) counted(mode mission.Mode, path, text string, want [4]int) {
	w.Helper()
	if got := w.counts(w.load(mode, path, text)); got != want {
		w.Errorf("%s: counts %v, want %v", path, got, want)
	}
}

// A part of a file that is written otherwise leaves the encoding of the file as it is, and a file that is read as documents or kept as
// text has one too.
func TestPartsAndDocumentsInOtherEncodings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	const whole = "76561198000000001\t//\xc6\xf3\xea\xee\xe2\n76561198000000002\t//\xc6\xe5\xed\xff\n"
	w.load(mission.Merge, "ban.txt", whole)
	w.load(mission.Merge, "ban.txt", "76561198000000002\t//Катя\n")
	if got, want := w.serverFile("ban.txt"), strings.Replace(whole, "\xc6\xe5\xed\xff", "\xca\xe0\xf2\xff", 1); got != want {
		t.Errorf("a part: %q, want %q", got, want)
	}
	utf16 := func(text string) string {
		data, _ := charset.Encode([]byte(text), charset.UTF16LE, charset.Plain)
		return string(data)
	}
	for path, text := range map[string]string{
		"profiles/ExpansionMod/Market/Food.json": "\ufeff{\"m_Version\":12,\"DisplayName\":\"Еда\",\"Items\":[]}",
		"profiles/ExpansionMod/Loadouts/Bandit.json": `{"ClassName":"Ж","Chance":1.0,"Quantity":{"Min":0.0,"Max":0.0},"Health":[],` +
			`"InventoryAttachments":[],"InventoryCargo":[],"ConstructionPartsBuilt":[],"Sets":[]}`,
		missionFolder + "cfgeventgroups.xml": "<eventgroupdef><!-- Ж --></eventgroupdef>",
		missionFolder + "cfgeconomycore.xml": "<economycore><!-- Ж --><defaults/></economycore>",
		"priority.txt":                       "\ufeff// Ж\n76561198000000001;",
	} {
		if report := w.load(mission.Merge, path, utf16(text)); report.Status != mission.Imported || report.Kind == mission.KindOther {
			t.Errorf("%+v", report)
		}
		if path == missionFolder+"cfgeconomycore.xml" {
			continue // the defaults are added to it
		}
		if got := w.serverFile(path); got != utf16(text) {
			t.Errorf("%s: %q", path, got)
		}
	}
}
