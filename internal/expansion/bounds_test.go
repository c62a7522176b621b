package expansion_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
)

// bounded calls fn with each field that has bounds, under its path; types that hold themselves are looked at once.
func bounded(path string, fields []*expansion.Field, fn func(path string, f *expansion.Field)) {
	var walk func(path string, fields []*expansion.Field, inside []*expansion.Field)
	walk = func(path string, fields, inside []*expansion.Field) {
		for _, f := range fields {
			if f.Min != nil || f.Max != nil {
				fn(path+"."+f.Name, f)
			}
			if len(f.Fields) > 0 && !slices.Contains(inside, f.Fields[0]) {
				walk(path+"."+f.Name, f.Fields, append(inside[:len(inside):len(inside)], f.Fields[0]))
			}
		}
	}
	walk(path, fields, nil)
}

// What the game is known to refuse or to repair, and the hours and minutes of a clock. Every other bound is what is usual.
func TestFirmBounds(t *testing.T) {
	t.Parallel()
	var firm []string
	for _, d := range slices.Concat(expansion.Settings(), expansion.Documents()) {
		bounded(d.Slug, d.Fields(), func(path string, f *expansion.Field) {
			beyond := f.Max
			if f.Min != nil {
				below := *f.Min - 1
				beyond = &below
			}
			problems := f.Member().Check("X", number(*beyond, f.Min == nil))
			if len(problems) != 1 || problems[0].Unusual == f.Firm {
				t.Errorf("%s beyond its bound: %+v", path, problems)
			}
			if f.Firm {
				firm = append(firm, path)
			}
		})
	}
	want := []string{
		"quest.WeeklyResetMinute", "quest.WeeklyResetHour", "quest.DailyResetHour", "quest.DailyResetMinute",
		"notification-scheduler.Notifications.Minute", "notification-scheduler.Notifications.Second", "raid.Schedule.StartHour",
		"raid.Schedule.StartMinute",
		"market-category.Items.MaxPriceThreshold", "market-category.Items.MinPriceThreshold",
		"market-category.Items.MaxStockThreshold", "market-category.Items.MinStockThreshold",
	}
	slices.Sort(firm)
	slices.Sort(want)
	if diff := cmp.Diff(want, firm); diff != "" {
		t.Error(diff)
	}
}

// number is a whole number, or the next one above.
func number(n float64, above bool) jsontree.Number {
	if above {
		n++
	}
	return jsontree.Number(jsontree.AppendFloat(nil, n))
}

// A value that is unusual is taken; one of another type, or beyond a firm bound, is not.
func TestUnusualValuesAreTaken(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		d       *expansion.Schema
		next    string
		refused string
		unusual string
	}{
		"as older versions write": {
			expansion.Setting("ai-patrol"), `{"Patrols":[{"MinDistRadius":-2.0,"MaxDistRadius":-2.0,"DespawnRadius":-2.0}]}`, "", "",
		},
		"below what is usual": {
			expansion.Setting("ai-patrol"), `{"Patrols":[{"MinDistRadius":-3.0}]}`, "", "The Patrols.0.MinDistRadius field is usually at least -2.",
		},
		"above what is usual": {expansion.Setting("ai"), `{"AccuracyMin":1.5}`, "", "The AccuracyMin field is usually not greater than 1."},
		"a choice nobody knows": {
			expansion.Setting("ai-patrol"), `{"Patrols":[{"Speed":"HOVER"}]}`, "",
			"The Patrols.0.Speed field is none of the values that are known.",
		},
		"of another type": {expansion.Setting("ai"), `{"AccuracyMin":"x"}`, "The AccuracyMin field must be a number.", ""},
		"an hour of the clock": {
			expansion.Setting("raid"), `{"Schedule":[{"StartHour":24}]}`, "The Schedule.0.StartHour field must not be greater than 23.", "",
		},
		"an enumeration": {expansion.Setting("raid"), `{"BaseBuildingRaidMode":9}`, "The selected BaseBuildingRaidMode is invalid.", ""},
		"a price": {
			expansion.Category, `{"Items":[{"ClassName":"Apple","MaxPriceThreshold":-1}]}`,
			"The Items.0.MaxPriceThreshold field must be at least 0.", "",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, problems, err := altered(tt.d, "{}", object(t, tt.next))
			if err != nil || first(problems) != tt.refused {
				t.Errorf("refused with %v, error %v", problems, err)
			}
			all := tt.d.CheckNew(object(t, "{}"), object(t, tt.next))
			if len(expansion.Wrong(all)) == 0 && first(all) != tt.unusual {
				t.Errorf("unusual is %v", all)
			}
		})
	}
}

func first(problems []expansion.Problem) string {
	if len(problems) == 0 {
		return ""
	}
	return problems[0].Text()
}

func TestLocate(t *testing.T) {
	t.Parallel()
	const text = "\ufeff{\n\"a\": [1,\n {\"b.c\": 2}\n],\r\n \"a\": [\n 1, {\"b\": 1,\n \"b.c\":\n  3}]}"
	problems := []expansion.Problem{{Path: "a"}, {Path: "a.0"}, {Path: "a.1.b.c"}, {Path: "a.1.b"}, {Path: "none"}, {Path: "a.7"}}
	if diff := cmp.Diff([]int{5, 6, 8, 6, 1, 5}, expansion.Locate(text, problems)); diff != "" {
		t.Error(diff)
	}
}
