package record

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/filter"
)

// slipped is a list with records that a slip may find or miss.
type slipped struct {
	r     *Resource
	rows  []Row
	words Vocabulary
}

// find returns how many rows a filter finds, or an error.
func (s slipped) find(t *testing.T, q string, now time.Time) (found int, err error) {
	t.Helper()
	conditions, err := s.r.Where(t.Context(), q, now, OfRows(s.words, s.rows))
	if err != nil {
		return 0, err
	}
	_ = Answer(conditions, func(test Test) (Answers, error) { return someAnswers[test], nil })
	tester := s.r.Tester(conditions)
	for _, row := range s.rows {
		if tester.Meets(row) {
			found++
		}
	}
	return found, nil
}

// someAnswers are about rows by their ids.
var someAnswers = map[Test]Answers{
	ChangedBy:  func(row Row, m Match) bool { return slices.Contains(m.IDs, 1+row[0].(int64)%2) },
	HasProblem: func(row Row, m Match) bool { return (row[0].(int64)%3 == 0) == (m.Text[0] != "none") },
	OfKind: func(row Row, m Match) bool {
		return []string{"gun", "vehicle-part", "food", "tool"}[row[0].(int64)%4] == m.Text[0]
	},
	Used:   func(row Row, m Match) bool { return m.Range.Holds(row[0].(int64) % 120) },
	ByGame: func(row Row, m Match) bool { return []string{"same", "changed", "own"}[row[0].(int64)%3] == m.Text[0] },
	Since:  func(row Row, m Match) bool { return row[0].(int64)%2 == int64(len(m.Text[0])%2) },
}

// manyTypes are types with all that filters ask for, among them numbers that a slip of one figure makes.
func manyTypes(now time.Time) slipped {
	names := []string{"AKM", "AK101", "AK74", "M4A1", "Apple", "WreckUH1", "CombatKnife", "Two words"}
	var rows []Row
	for i := int64(239); i >= 0; i-- {
		age := time.Duration(i*i) * time.Hour
		nominal := i % 120
		if i < 6 {
			nominal = []int64{-1, 1020, 102, 1002, 201, 110_020}[i]
		}
		made := &Type{
			Meta: Meta{Identity: Identity{ID: i}}, Name: names[i%8], Nominal: &nominal, Lifetime: new(i * 1800), CategoryID: new(1 + i%3),
			Enabled:  i%5 > 0,
			UsageIDs: []int64{1 + i%4}, ValueIDs: []int64{}, Crafted: new(i%7 == 0), Stamps: Stamps{UpdatedAt: Moment(now.Add(-age).UnixMicro())},
		}
		switch {
		case i == 7:
			made.UpdatedAt = Moment(time.Date(2026, 3, 1, 8, 0, 0, 0, time.UTC).UnixMicro())
		case i < 6:
		case i%6 == 0:
			made.Nominal, made.CategoryID, made.UsageIDs, made.Lifetime = nil, nil, nil, nil
		case i%6 == 1:
			made.SourceFile, made.Nominal, made.ValueIDs = new("mods/x_types.xml"), new(i*1000), []int64{1, 2}
		}
		rows = append(rows, Types.Encode(made))
	}
	return slipped{Types, rows, someWords{named: map[string][]NamedID{
		"categories":  {{1, "weapons"}, {2, "tools"}, {3, "two words"}},
		"type_usages": {{1, "Military"}, {2, "Town"}, {3, "Police"}, {4, "Village"}},
		"type_values": {{1, "Tier1"}, {2, "Tier4"}},
	}}}
}

// manySpawns are player spawns: numbers with decimals, and one of several texts.
func manySpawns(time.Time) slipped {
	var rows []Row
	for i := range int64(60) {
		x := Hundredths(i * i * 150)
		if i < 4 {
			x = []Hundredths{5050, 150, 60, 0}[i]
		}
		rows = append(rows, PlayerSpawns.Encode(&PlayerSpawn{
			Meta: Meta{Identity: Identity{ID: i}}, X: x, Type: []string{"fresh", "hop", "travel"}[i%3],
			Comment: new([]string{"coast", "island", ""}[i%3]),
		}))
	}
	return slipped{PlayerSpawns, rows, someWords{}}
}

// manySpawnables are spawnable types: lists of records, texts that are names, and numbers with a point.
func manySpawnables(time.Time) slipped {
	var rows []Row
	for i := range int64(60) {
		made := &SpawnableType{
			Meta: Meta{Identity: Identity{ID: i}}, Name: []string{"AKM", "Jacket"}[i%2], DamageMax: new(float64(i*i) / 50),
			Tags: []string{[]string{"floor", "shelves"}[i%2]},
		}
		if i%4 > 0 {
			made.Blocks = []Block{{
				Kind: []string{"attachments", "cargo"}[i%2], Chance: new(float64(i) / 100),
				Items: []ChanceItem{{Name: []string{"M68Optic", "Apple"}[i%2]}},
			}}
		}
		rows = append(rows, SpawnableTypes.Encode(made))
	}
	return slipped{SpawnableTypes, rows, someWords{}}
}

// TestNoSlipWidens makes every slip of a character or a word in filters that cover all sorts of fields, negated and not. What is still a
// filter finds no more than the filter without the term that was to be, and never everything. A text that may be any, such as a name, may
// become another text.
func TestNoSlipWidens(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 5, 5, 12, 0, 0, 0, time.UTC)
	for _, list := range []struct {
		slipped
		terms []string
	}{
		{manyTypes(now), []string{
			"ak*", "akm", `"two words"`, "name:ak*,m4a1", `name:"two words"`, "nominal>10", "nominal>=10", "nominal<100", "nominal:5..20",
			"nominal:10,20", "nominal:none",
			"lifetime>4h", "cat:weapons", "cat:weapons,tools", `category:"two words"`, "category_id:2", "usage:Military", "usage:M*,T*",
			"value:Tier1", "value:any",
			"file:mods/*", "file:db/types.xml", "enabled:no", "crafted:yes", "changed:7d", "changed>2026-03-01", "changed:2026-01-01..2026-02-28",
			"by:anna", "problem:any",
			"problem:error", "used:0", "used>2", "kind:gun", "kind:vehicle-part,gun",
		}},
		{manySpawns(now), []string{"type:fresh", "type:fresh,hop", "x>50.5", "x:1.5..600", "comment:coast", "comment:none"}},
		{
			manySpawnables(now),
			[]string{
				"damage_max>0.5", "tag:floor", "blocks:apple", "blocks.kind:cargo", "blocks.items.name:m68*", "blocks.chance:0.1..0.3", "blocks:any",
			},
		},
	} {
		for i, term := range list.terms {
			for _, term := range []string{term, "-" + term} {
				list.slip(t, "", term, now)
				list.slip(t, list.terms[(i+1)%len(list.terms)]+" ", term, now)
			}
		}
	}
}

// slip tries all slips in a term behind another filter.
func (s slipped) slip(t *testing.T, before, term string, now time.Time) {
	t.Helper()
	q := before + term
	want, err := s.find(t, q, now)
	if err != nil || before == "" && want == 0 || want == len(s.rows) {
		t.Fatalf("%s finds %d of %d: %v", q, want, len(s.rows), err)
	}
	alone, err := s.find(t, before, now)
	if err != nil {
		t.Fatal(err)
	}
	for _, other := range slips(q, len(before)) {
		found, err := s.find(t, other, now)
		switch {
		case err != nil || isOtherText(s.r, q, other):
		case found == len(s.rows):
			t.Errorf("%s instead of %s finds everything", other, q)
		case found > alone:
			t.Errorf("%s instead of %s finds %d, and %s finds %d", other, q, found, before, alone)
		}
	}
}

// slips returns a text with each slip of one character behind a place.
func slips(text string, from int) (list []string) {
	for i := from; i < len(text); i++ {
		before, c, after := text[:i], text[i:i+1], text[i+1:]
		list = append(list, before+after, before+c+text[i:], before+" "+text[i:])
		if i+1 < len(text) {
			list = append(list, before+text[i+1:i+2]+c+text[i+2:])
		}
		if strings.ContainsAny(c, `:<>=.,-*" `) {
			for _, other := range []string{":", "=", "~", "!", "<", ">", "!=", "==", ".", ",", ";", "|", "-", "+", "(", " ", "  "} {
				list = append(list, before+other+after)
			}
		}
	}
	term := text[from:]
	list = append(list, strings.ToUpper(text), text+" "+term, text[:from]+"NOT "+term, text[:from]+"OR "+term, text[:from]+"("+term+")",
		text[:from]+"!"+term, text[:from]+"- "+term)
	if sign := strings.IndexAny(term, ":<>"); sign > 0 { // the value is forgotten
		list = append(list, text[:from]+term[:sign], text[:from+sign+1])
	}
	if from > 0 { // the blank before the term
		list = append(list, text[:from-1]+term, text[:from-1]+":"+term, text[:from-1]+"-"+term, text[:from-1]+" AND "+term)
	}
	return list
}

// isOtherText reports whether the terms of two filters differ in nothing but a text that may be any, or in what a number is.
func isOtherText(r *Resource, a, b string) bool {
	terms, _ := filter.Parse(a)
	others, _ := filter.Parse(b)
	others = slices.DeleteFunc(others, isEverything)
	if len(terms) != len(others) {
		return false
	}
	for i, t := range terms {
		o := others[i]
		if t.Not != o.Not || !strings.EqualFold(t.Field, o.Field) || t.Op != o.Op {
			return false
		}
		if same := fmt.Sprint(texts(t)) == fmt.Sprint(texts(o)); !same && !isOpenTerm(r, t) {
			return false
		}
	}
	return true
}

func texts(t filter.Term) (list []string) {
	for _, v := range t.Values {
		list = append(list, v.Text)
	}
	return list
}

// isOpenTerm reports whether the values of a term are texts that may be any.
func isOpenTerm(r *Resource, t filter.Term) bool {
	if t.Field == "" {
		return true
	}
	path, err := r.FieldFor(t.Field)
	if err != nil {
		return false
	}
	f := path[len(path)-1]
	switch f.Type {
	case List, Object, Vector, BulkSteps:
		return true
	case Text, Texts:
		return !f.Closed && len(f.In) == 0
	}
	return false
}
