package record

import (
	"context"
	"testing"
	"time"
)

// someWords is a vocabulary for tests.
type someWords struct {
	named map[string][]NamedID
	texts map[string][]string
	there func(Condition) bool
}

func (w someWords) Named(_ context.Context, r *Resource) ([]NamedID, error) {
	return w.named[r.Name], nil
}

func (w someWords) Texts(_ context.Context, _ *Resource, f *Field) ([]string, error) {
	return w.texts[f.Name], nil
}

func (w someWords) People(context.Context) (names, addresses []NamedID, err error) {
	return []NamedID{{1, "Anna"}, {2, "Bob"}}, []NamedID{{1, "a@example.com"}, {2, "bob@example.com"}}, nil
}

func (w someWords) Any(_ context.Context, _ *Resource, c Condition) (bool, error) {
	return w.there != nil && w.there(c), nil
}

func TestRowsMeetFilters(t *testing.T) {
	t.Parallel()
	row := MarketItems.Encode(&marketItem{
		Name: "AKM", CategoryID: 7, LowestPrice: 10, HighestPrice: 30, SellPercent: 62.5, Variants: []string{"AKM_Green"},
	})
	words := someWords{named: map[string][]NamedID{"expansion_market_categories": {{7, "Assault Rifles"}, {8, "Food"}}}}
	for q, want := range map[string]bool{
		"":                                  true,
		"ak":                                true,
		"a*m":                               true,
		"*k*":                               true,
		"k*":                                false,
		"m4":                                false,
		"-m4":                               true,
		"-akm":                              false,
		"m4 -akm":                           false,
		`"AKM"`:                             true,
		"*":                                 true,
		"-*":                                false,
		"name:akm":                          true,
		"name:ak":                           false,
		"name:m4,akm":                       true,
		"lowest_price:10":                   true,
		"lowest_price>10":                   false,
		"lowest_price>=10 highest_price<31": true,
		"highest_price:20..40":              true,
		"highest_price<30":                  false,
		"sell_percent>62":                   true,
		"variants:akm_*":                    true,
		"variants:akm":                      false,
		"attachments:none":                  true,
		"variants:none":                     false,
		"variants:any":                      true,
		"cat:assault*":                      true,
		`cat:"assault rifles"`:              true,
		"cat:7":                             true,
		"category_id:8":                     false,
		"cat:food,7":                        true,
		"-cat:food":                         true,
		"used>1":                            true,
		"used:0":                            false,
		"used:ANY":                          true,
		"problem:any":                       true,
		"problem:none":                      false,
		"problem:error":                     false,
		"by:anna":                           true,
		"by:A@EXAMPLE.com":                  true,
		"-by:bob ak":                        true,
	} {
		conditions, err := MarketItems.Where(t.Context(), q, time.Time{}, OfRows(words, []Row{row}))
		if err != nil {
			t.Errorf("%s: %v", q, err)
			continue
		}
		_ = Answer(conditions, func(t Test) (Answers, error) {
			return map[Test]Answers{
				ChangedBy:  func(_ Row, m Match) bool { return m.IDs[0] == 1 },
				Used:       func(_ Row, m Match) bool { return m.Range.Holds(int64(2)) },
				HasProblem: func(_ Row, m Match) bool { return m.Text[0] == "any" || m.Text[0] == "warning" },
			}[t], nil
		})
		if got := MarketItems.Tester(conditions).Meets(row); got != want {
			t.Errorf("%s: %t", q, got)
		}
	}
}

// TestFiltersAreRefused in the same words wherever they stand: what looks like a filter is never a word to search for.
func TestFiltersAreRefused(t *testing.T) {
	t.Parallel()
	words := someWords{
		named: map[string][]NamedID{"categories": {{1, "weapons"}, {2, "tools"}}, "type_usages": {{3, "Military"}, {4, "Town"}}},
		texts: map[string][]string{"source_file": {"mods/x_types.xml"}},
	}
	for _, tt := range []struct {
		r       *Resource
		q, want string
	}{
		{MarketItems, "price>1", "“price>1”: market items have no field “price”"},
		{Types, "nominl>10", "“nominl>10”: types have no field “nominl”; did you mean nominal?"},
		{Types, "nominal:x", "“nominal:x”: nominal is a number"},
		{Types, "nominal:10.5", "“nominal:10.5”: nominal has no value 10.5"},
		{Types, "-nominal:20..5", "“-nominal:20..5”: nominal has no value from 20 to 5: the smaller end comes first"},
		{Types, "-nominal10", "“-nominal10”: nothing has this text; a comparison with nominal needs a sign, as in nominal:5..20"},
		{Types, "nominal!10", "“nominal!10”: nothing has this text; a comparison with nominal needs a sign, as in nominal:5..20"},
		{Types, "usageMilitary", "“usageMilitary”: nothing has this text; a comparison with usage needs a sign, as in usage:any"},
		{Types, "changed7d", "“changed7d”: nothing has this text; a comparison with changed needs a sign, as in changed:7d"},
		{Types, "cat:weapnos", "“cat:weapnos”: no category is called “weapnos”; did you mean weapons?"},
		{Types, "cat:tools,weapnos", "“cat:tools,weapnos”: no category is called “weapnos”; did you mean weapons?"},
		{Types, "-cat:w?*", "“-cat:w?*”: no category is called “w?*”"},
		{Types, "cat:99", "“cat:99”: there is no category with the id 99"},
		{Types, "usage:Militray", "“usage:Militray”: no usage is called “Militray”; did you mean Military?"},
		{Types, "file:mods/y_types.xml", "“file:mods/y_types.xml”: no source file is called “mods/y_types.xml”; did you mean mods/x_types.xml?"},
		{Types, "-file:maps/*", "“-file:maps/*”: no source file is called “maps/*”"},
		{Types, "by:ann", ""},
		{Types, "by:nobody", "“by:nobody”: nobody who has changed something here is called “nobody”"},
		{Types, "by:bobb", "“by:bobb”: nobody who has changed something here is called “bobb”; did you mean Bob?"},
		{Types, "enabled:maybe", "“enabled:maybe”: enabled is yes or no"},
		{
			Types, "changed:soon",
			"“changed:soon”: changed is a time: an age such as 7d or 12h, a day such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z",
		},
		{Types, "used:many", "“used:many”: used is a number"},
		{Messages, "used:0", "“used:0”: used cannot be asked of messages"},
		{Types, "problem:eror", "“problem:eror”: problem is any, error, warning, info or none; did you mean error?"},
		{PlayerSpawns, "type:frsh", "“type:frsh”: type is fresh, hop or travel; did you mean fresh?"},
		{PlayerSpawns, "-type:x*", "“-type:x*”: type is fresh, hop or travel"},
		{SpawnableTypes, "blocks.kind:cargos", "“blocks.kind:cargos”: kind is attachments or cargo; did you mean cargo?"},
		{Types, `-ak "a b"`, ""}, // what a record is called is no name to be known: a filter goes on to work where nothing has it any more
		{Types, "-name:akm*,m4", ""},
		{Types, "cat:NONE usage:Any nominal:None", ""},
		{Types, "file:DB/types.xml", ""},
	} {
		_, err := tt.r.Where(t.Context(), tt.q, time.Time{}, words)
		if got := textOf(err); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.q, got, tt.want)
		}
	}
}

func textOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
