package servercfg_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"quartermaster/internal/servercfg"
)

func TestStartMods(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "",
		"DayZServer_x64.exe -port=2302 -mod= -dologs":            "",
		`"-mod=@CF;@Community Online Tools;" -serverMod=@Trader`: "@CF|@Community Online Tools|*@Trader",
		`-mod="@CF;@B C" '-servermod=@S'`:                        "@CF|@B C|*@S",
		"-mod=@CF\\;1559212036;mods\\@B;/srv/@C/":                "@CF|1559212036|@B|@C",
		"@CF;@B\r\n@cf": "@CF|@B",
		"start DayZ.exe -mod=@A ^\r\n  -serverMod=@B":                                                            "@A|*@B",
		"./DayZServer \\\n -mod=@A;@B\\\n":                                                                       "@A|@B",
		"rem -mod=@Old\r\n:: -mod=@Old\r\nx -mod=@New\r\n":                                                       "@New",
		"#!/bin/sh\n#x -mod=@Old\nMODS='@A;@B C'\nx \"-mod=$MODS;\" -serverMod=${none}":                          "@A|@B C|*${none}",
		"set base=@CF\r\nset \"mods=%base%;@B C\"\r\nstart \"x\" DayZ.exe \"-mod=%mods%\" \"-serverMod=!MODS!\"": "@CF|@B C",
		"$mods = \"@A;@B\"\nStart-Process DayZ.exe \"-mod=$mods\"":                                               "@A|@B",
		"CLI -mod=@A -mod=@B":                    "@A|@B",
		"P=\"-mod=@A;@B-C -config=x.cfg\"\nx $P": "@A|@B-C",
		"nothing here; @A":                       "",
	} {
		var got []string
		for _, m := range servercfg.StartMods(text) {
			got = append(got, strings.Repeat("*", map[bool]int{true: 1}[m.ServerOnly])+m.Folder)
		}
		if diff := cmp.Diff(want, strings.Join(got, "|")); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

// A start line that is made of mods names them.
func TestStartLine(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOfDistinct(rapid.StringMatching(`@[A-Z][a-z]{0,3}( [a-z0-9-]{1,4})?`), strings.ToLower).Draw(t, "names")
		server := rapid.IntRange(0, len(names)).Draw(t, "server")
		var mods []servercfg.Mod
		for i, name := range names {
			mods = append(mods, servercfg.Mod{Folder: name, ServerOnly: i >= server})
		}
		if diff := cmp.Diff(mods, servercfg.StartMods("x.exe "+servercfg.StartLine(mods)+" -dologs")); diff != "" {
			t.Fatal(diff)
		}
	})
}
