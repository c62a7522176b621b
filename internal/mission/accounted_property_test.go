package mission_test

import (
	"archive/zip"
	"bytes"
	"cmp"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"quartermaster/internal/archive"
	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// contents are what files of an upload may hold: of the game, of mods, of none, and broken.
var contents = []string{
	"", "x", "\x00\x01\xff", "hello\r\nworld", "{}", `{"Areas":[]}`, "{\"broken\":", "<broken", "<?xml version=\"1.0\"?>\n<weather/>\n",
	typesFile("A 1"), typesFile("A 2", "B 3"), typesFile(), `<types><type name="ZmbM_A"><Size_Mini Value="1"/></type></types>`,
	`<type name="A"><nominal>1</nominal></type>`,
	"<events><event name=\"LootA\"><nominal>1</nominal></event></events>", "<messages><message><text>Hi</text></message></messages>",
	"<messages/>", "<eventposdef><event name=\"LootA\"/></eventposdef>", "<spawnabletypes><type name=\"A\"/></spawnabletypes>",
	"<playerspawnpoints><fresh><generator_posbubbles><pos x=\"1\" z=\"2\"/></generator_posbubbles></fresh></playerspawnpoints>",
	"<lists><usageflags><usage name=\"Moon\"/></usageflags></lists>", "<eventgroupdef/>", "<variables/>",
	"<Trader> A\n\t<Category> B\n\t\tApple,\t*,\t10,\t-1\n<FileEnd>\n", "<OpenFile> TraderConfig2.txt", "<FileEnd>\n", "76561198000000001\n",
	"0123456789abcdef0123456789abcdef -1 x\n",
	`{"m_Version":12,"DisplayName":"Food","Icon":"","Color":"","IsExchange":0,"InitStockPercent":75.0,"Items":[]}`,
	rptHead + unknownMod, scriptHead, adminHead, "\x7fELF\x02", "\x00sreV\x00",
}

var (
	folders = []string{
		"", "", "S/mpmissions/dayzOffline.chernarusplus/", "S/mpmissions/dayzOffline.enoch/", "mpmissions/empty.foo/", "S/", "S/profiles/",
		"profiles/", "s/SC/",
		"db/", "S/mpmissions/dayzOffline.chernarusplus/db/", "S/mpmissions/dayzOffline.chernarusplus/backup/db/", "mission/", "mission/db/",
		"mission/custom/",
		"maps/foo/mpmissions/empty.foo/db/", "Trader/", "profiles/Trader/", "ExpansionMod/Market/", "BattlEye/", "@CF/info/", "mods/CF/",
		"storage_1/",
		"Some Mod/", "Some Mod/ümläut/", "a//b/", "./", `win\dows\`, "CON/", "dot./", "blank /",
	}
	files = []string{
		"types.xml", "Types.XML", "db", "cfgeconomycore.xml", "events.xml", "messages.xml", "weekend messages.xml", "cfgeventspawns.xml",
		"cfgspawnabletypes.xml",
		"cfgplayerspawnpoints.xml", "cfgrandompresets.xml", "cfglimitsdefinition.xml", "cfgeventgroups.xml", "cfgweather.xml",
		"cfgEffectArea.json", "cfgeffectarea.json",
		"types - Copy.xml", "types.xml.bak", "types.txt", "PvZ.xml", "a.json", "Food.json", "GeneralSettings.json", "ban.txt", "whitelist.txt",
		"bans.txt", "priority.txt",
		"TraderConfig.txt", "traderconfig.txt", "TraderConfig (1).txt", "TraderObjects.txt", "weapons.txt", "serverDZ.cfg", "readme.md",
		".gitignore", "x.log", "x.RPT", "x.ADM",
		"x.bikey", "x.pbo", "x.exe", "x", "mod.cpp", "init.c", "shop.png", "NOT-WRITTEN.txt", "nul", "x.", "tab\there.txt", "a:b.txt", "ü.txt",
	}
)

// TestEveryFileOfAnUploadIsAccountedFor: each has one line of the report, which says what became of it. What is not taken in has its
// reason; what is taken in, or stored though it cannot be read, comes back byte for byte in the download, at the path of the line.
func TestEveryFileOfAnUploadIsAccountedFor(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	user := storetest.User(t, db)
	rapid.Check(t, func(rt *rapid.T) {
		scope, _ := storetest.Instance(t, db, user)
		w := world{t, db, scope, mission.New(db)}
		for range rapid.IntRange(1, 2).Draw(rt, "uploads") {
			uploads := rapid.SliceOfN(rapid.Custom(drawUpload), 1, 14).Draw(rt, "files")
			mode := rapid.SampledFrom([]mission.Mode{mission.Merge, mission.Replace, mission.Update}).Draw(rt, "mode")
			first := w.revision() == 0
			w.accounts(rt, mode, uploads, first || mode == mission.Replace)
		}
	})
}

func drawUpload(rt *rapid.T) mission.Upload {
	name := rapid.SampledFrom(folders).Draw(rt, "folder") + rapid.SampledFrom(files).Draw(rt, "file")
	return mission.Upload{Path: name, Data: []byte(rapid.SampledFrom(contents).Draw(rt, "content"))}
}

// accounts imports an upload and holds its report against the download. What replaces comes back; what is merged does so where nothing was
// before.
func (w world) accounts(rt *rapid.T, mode mission.Mode, uploads []mission.Upload, replaces bool) {
	reports, err := w.service.Import(w.Context(), w.scope, uploads, mission.Options{Mode: mode})
	if err != nil || len(reports) != len(uploads) {
		rt.Fatalf("%d reports: %v", len(reports), err)
	}
	got := w.download(rt)
	for i, r := range reports {
		u := uploads[i]
		if cmp.Or(r.Uploaded, r.Path) != archive.CleanPath(u.Path) {
			rt.Fatalf("%q is reported as %+v", u.Path, r)
		}
		content, there := got[strings.ToLower(r.Path)]
		switch {
		case r.Status == mission.Skipped && len(r.Warnings) > 0 || r.Status == mission.Failed && !r.Kept && !r.Error.IsNone():
		case r.Status != mission.Imported && (r.Status != mission.Failed || r.Error.IsNone()):
			rt.Fatalf("%+v", r)
		case !there, replaces && content != string(u.Data) && r.Kind != "economycore":
			rt.Fatalf("%q comes back as %q: %+v", u.Data, content, r)
		}
	}
}

// download returns the files of the download, by their paths in lower case.
func (w world) download(rt *rapid.T) map[string]string {
	var out bytes.Buffer
	if _, err := w.service.WriteZip(w.Context(), w.scope, "", &out); err != nil {
		rt.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		rt.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			rt.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			rt.Fatal(err)
		}
		if _, twice := got[strings.ToLower(f.Name)]; twice {
			rt.Fatalf("%s is in the download twice", f.Name)
		}
		got[strings.ToLower(f.Name)] = string(data)
	}
	return got
}
