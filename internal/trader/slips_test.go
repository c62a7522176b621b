package trader_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

func TestSlips(t *testing.T) {
	t.Parallel()
	const (
		unended = "neither <FileEnd> nor <OpenFile> ends the file, so the mod does not know where to stop. Write <FileEnd> into the last line"
		comment = "begins a comment with /*, which crashes the server. Begin each line of a comment with //"
	)
	for name, test := range map[string]struct {
		of   trader.FileType
		text string
		want []textfile.Warning
	}{
		"sound":         {trader.ConfigFile, sampleConfig, nil},
		"opens another": {trader.ConfigFile, "<Trader> A\n<OpenFile> B.txt\n", nil},
		"unended": {
			trader.VehiclePartsFile, "<VehicleParts> Sedan_02\n\tSparkPlug\n//<FileEnd>\n",
			[]textfile.Warning{{Line: 0, Says: say.Plain(unended)}},
		},
		"long comment": {trader.ConfigFile, "/* old */\n// not /* this\n<FileEnd>", []textfile.Warning{{Line: 1, Says: say.Plain(comment)}}},
		"behind the end": {
			trader.ObjectsFile, "<FileEnd>\n// fine\n<Object> Box",
			[]textfile.Warning{{Line: 3, Says: say.Plain("stands behind <FileEnd>, so the mod does not read it. Move it before that")}},
		},
		"late currency": {
			trader.ConfigFile, "<Trader> B\n<Currency> A, 5\n<FileEnd>",
			[]textfile.Warning{{Line: 2, Says: say.Plain("is a currency behind the first <Trader>, so the mod does not read it. Move it before " +
				"that")}},
		},
		"misspelt tag": {
			trader.ConfigFile, "<Categroy> A\n<FileEnd>",
			[]textfile.Warning{{Line: 1, Says: say.Plain("begins with <Categroy>, which the mod does not know, so it passes over the line. " +
				"Correct the tag")}},
		},
		"stray word": {
			trader.ConfigFile, "Apple\n<FileEnd>",
			[]textfile.Warning{{
				Line: 1, Says: say.Plain(`is "Apple", which is no entry: the mod passes over it. Write an item as class, quantity, price to buy, ` +
					`price to sell`),
			}},
		},
		"unknown variable": {
			trader.VariablesFile, "<TradeDistance> 2\n<FileEnd>",
			[]textfile.Warning{{Line: 1, Says: say.Plain("is no variable that the mod knows, so it passes over it. Correct the tag")}},
		},
		"far away": {
			trader.VariablesFile, "<TradingDistance> 5.0 // metres\n<FileEnd>",
			[]textfile.Warning{{Line: 1, Says: say.Plain("sets <TradingDistance> to 5.0, which does not work. Enter 1 to 3")}},
		},
		"below zero": {
			trader.VariablesFile, "<BuySellTimer> -1\n<FileEnd>",
			[]textfile.Warning{{Line: 1, Says: say.Plain("sets <BuySellTimer> to -1, which does not work. Enter 0 or more")}},
		},
		"no number": {
			trader.VariablesFile, "<BuySellTimer> soon\n<FileEnd>",
			[]textfile.Warning{{Line: 1, Says: say.Plain(`sets <BuySellTimer> to "soon", which is not a number. Enter one`)}},
		},
		"neither nor": {
			trader.VariablesFile, "<SafezoneRemoveEAI> Yes\n<SafezoneRemoveAnimals> 1\n<FileEnd>",
			[]textfile.Warning{{Line: 2, Says: say.Plain(`sets <SafezoneRemoveAnimals> to "1"; the mod knows yes and no. Enter one of them`)}},
		},
		"no admin": {
			trader.AdminsFile, "76561198000000001 // me\nme\n<FileEnd>",
			[]textfile.Warning{{Line: 2, Says: say.Plain(`is "me", which is no Steam64 id, so nobody becomes an admin by it. Enter the 17 digits ` +
				`of one`)}},
		},
	} {
		if diff := cmp.Diff(test.want, trader.Slips(test.of, test.text), inWords); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// TestGenuineFilesHaveNoSlips holds that nothing is said of the files of a server.
func TestGenuineFilesHaveNoSlips(t *testing.T) {
	t.Parallel()
	for _, of := range []trader.FileType{
		trader.ConfigFile, trader.ObjectsFile, trader.VehiclePartsFile, trader.VariablesFile, trader.AdminsFile,
	} {
		for name, text := range genuineFiles(t, of) {
			for _, slip := range trader.Slips(of, text) {
				t.Errorf("%s: %+v", name, slip)
			}
		}
	}
}
