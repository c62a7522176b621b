package ce_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/ce"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

const sampleLimits = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<lists>
    <categories>
        <category name="tools"/>
        <category name="food"/>
    </categories>
    <tags>
        <tag name="floor"/>
    </tags>
    <usageflags>
        <usage name="Military"/>
    </usageflags>
    <valueflags>
        <value name="Tier1"/>
    </valueflags>
</lists>
`

const sampleUserLimits = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<user_lists>
    <usageflags>
        <user name="TownVillage">
            <usage name="Town" />
            <usage name="Village" />
        </user>
    </usageflags>

    <valueflags>
        <user name="Tier12">
            <value name="Tier1" />
            <value name="Tier2" />
        </user>
    </valueflags>
</user_lists>
`

func TestLimitsAreRead(t *testing.T) {
	t.Parallel()
	limits, warnings, err := ce.ParseLimits([]byte(sampleLimits))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	want := &ce.Limits{
		Categories: []string{"tools", "food"}, Tags: []string{"floor"},
		Usages: []string{"Military"}, Values: []string{"Tier1"},
	}
	if diff := cmp.Diff(want, limits); diff != "" {
		t.Error(diff)
	}
}

func TestUserLimitsAreRead(t *testing.T) {
	t.Parallel()
	limits, warnings, err := ce.ParseUserLimits([]byte(sampleUserLimits))
	if err != nil || len(warnings) > 0 {
		t.Fatal(err, warnings)
	}
	want := &ce.UserLimits{
		Usages: []ce.Group{{Name: "TownVillage", Members: []string{"Town", "Village"}}},
		Values: []ce.Group{{Name: "Tier12", Members: []string{"Tier1", "Tier2"}}},
	}
	if diff := cmp.Diff(want, limits); diff != "" {
		t.Error(diff)
	}
}

func TestLimitsWithoutNamesWarn(t *testing.T) {
	t.Parallel()
	_, warnings, err := ce.ParseLimits([]byte("<lists>\n<tags>\n<tag nam=\"a\"/></tags></lists>"))
	if diff := cmp.Diff([]textfile.Warning{{Line: 3, Says: say.Plain("<tag> without name is not read")}}, warnings, inWords); err != nil ||
		diff != "" {
		t.Error(err, diff)
	}
	_, warnings, err = ce.ParseUserLimits([]byte("<user_lists><usageflags>\n<user/></usageflags></user_lists>"))
	if diff := cmp.Diff([]textfile.Warning{{Line: 2, Says: say.Plain("<user> without name is not read")}}, warnings, inWords); err != nil ||
		diff != "" {
		t.Error(err, diff)
	}
}

func TestMergeLimits(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ old, new, want string }{
		"no old file": {"", "<lists/>", "<lists/>"},
		"new has all": {
			sampleLimits, strings.Replace(sampleLimits, "    <tags>", "  <tags><tag name=\"x\"/>", 1),
			strings.Replace(sampleLimits, "    <tags>", "  <tags><tag name=\"x\"/>", 1),
		},
		"both have some": {
			sampleLimits,
			`<lists><categories><category name="books"/><category name="food"/></categories><tags/><valueflags><value ` +
				`name="Tier&amp;2"/></valueflags></lists>`,
			strings.NewReplacer(
				`"food"/>`, "\"food\"/>\n        <category name=\"books\"/>",
				`"Tier1"/>`, "\"Tier1\"/>\n        <value name=\"Tier&amp;2\"/>",
			).Replace(sampleLimits),
		},
		"old lacks lists": {
			"<lists>\n\t<tags>\n\t\t<tag name=\"floor\" />\n\t</tags>\n\t<valueflags />\n</lists>\n",
			`<lists><usageflags><usage name="U"/></usageflags><valueflags><value name="V"/></valueflags></lists>`,
			"<lists>\n\t<tags>\n\t\t<tag name=\"floor\" />\n\t</tags>\n\t<usageflags>\n\t\t<usage name=\"U\" " +
				"/>\n\t</usageflags>\n\t<valueflags>\n\t\t<value name=\"V\" />\n\t</valueflags>\n</lists>\n",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ce.MergeLimits([]byte(test.old), []byte(test.new))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMergeUserLimits(t *testing.T) {
	t.Parallel()
	more := strings.Replace(sampleUserLimits, `<value name="Tier2" />`, `<value name="Tier2" /><value name="Tier3" />`, 1)
	tests := map[string]struct{ old, new, want string }{
		"no old file":  {"", "<user_lists/>", "<user_lists/>"},
		"new has all":  {sampleUserLimits, more, more},
		"old has more": {more, sampleUserLimits, more},
		"new is empty": {sampleUserLimits, "<user_lists/>", sampleUserLimits},
		"new group and member": {
			sampleUserLimits,
			`<user_lists><usageflags><user name="TownVillage"><usage name="Coast"/></user><user name="All"><usage ` +
				`name="Farm"/></user></usageflags></user_lists>`,
			strings.Replace(sampleUserLimits, "<usage name=\"Village\" />\n        </user>\n",
				"<usage name=\"Village\" />\n            <usage name=\"Coast\" />\n        </user>\n        <user name=\"All\">\n            <usage "+
					"name=\"Farm\" />\n        </user>\n", 1),
		},
		"old lacks a list": {
			"<user_lists>\n  <usageflags>\n    <user name=\"A\"/>\n  </usageflags>\n</user_lists>\n",
			sampleUserLimits,
			lines("<user_lists>", "  <usageflags>", `    <user name="A"/>`,
				`    <user name="TownVillage">`, `      <usage name="Town"/>`, `      <usage name="Village"/>`, "    </user>", "  </usageflags>",
				"  <valueflags>", `    <user name="Tier12">`, `      <value name="Tier1"/>`, `      <value name="Tier2"/>`, "    </user>",
				"  </valueflags>", "</user_lists>"),
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := ce.MergeUserLimits([]byte(test.old), []byte(test.new))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMergesRefuseBrokenFiles(t *testing.T) {
	t.Parallel()
	merges := map[string]func(old, new []byte) ([]byte, error){
		"economy core": ce.MergeEconomyCore, "limits": ce.MergeLimits, "user limits": ce.MergeUserLimits,
	}
	for name, merge := range merges {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got, err := merge([]byte("<a/>"), []byte("<a>")); err == nil || got != nil {
				t.Errorf("a broken new file gives %q", got)
			}
			if got, err := merge([]byte("<a>"), []byte("<a/>")); err == nil || got != nil {
				t.Errorf("a broken old file gives %q", got)
			}
		})
	}
}
