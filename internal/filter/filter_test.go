package filter_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"quartermaster/internal/filter"
)

// written shows terms in one line: field, comparison and values, each of them in brackets, quoted ones in quotes.
func written(terms []filter.Term) string {
	var b strings.Builder
	for _, t := range terms {
		if t.Not {
			b.WriteByte('-')
		}
		b.WriteString(t.Field + string(t.Op))
		for _, v := range t.Values {
			if v.Quoted {
				fmt.Fprintf(&b, "[%q]", v.Text)
			} else {
				b.WriteString("[" + v.Text + "]")
			}
		}
		b.WriteByte(' ')
	}
	return strings.TrimSpace(b.String())
}

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                             "",
		"  \t ":                        "",
		"akm":                          ":[akm]",
		"ak* -m4":                      ":[ak*] -:[m4]",
		"cat:weapons nominal>10":       "cat:[weapons] nominal>[10]",
		"nominal>=10 min<=2 a<1":       "nominal>=[10] min<=[2] a<[1]",
		"nominal:1..5":                 "nominal:[1..5]",
		"nominal:-1":                   "nominal:[-1]",
		"-usage:Military,Police":       "-usage:[Military][Police]",
		"file:mods/*":                  "file:[mods/*]",
		`"two words" x`:                `:["two words"] :[x]`,
		`name:"a,b","say \"x\""`:       `name:["a,b"]["say \"x\""]`,
		`note:"a:b>c" at>12:30`:        `note:["a:b>c"] at>[12:30]`,
		`"OR" "-a" name:"(a|b)"`:       `:["OR"] :["-a"] name:["(a|b)"]`,
		"or and not":                   ":[or] :[and] :[not]",
		"next_at>2026-01-31T12:00:00Z": "next_at>[2026-01-31T12:00:00Z]",
		`note:"a\b\\"`:                 `note:["a\\b\\"]`,
		"children.type:Wreck*":         "children.type:[Wreck*]",
		"name>a,b":                     "name>[a,b]",
		"1+1":                          ":[1+1]",
	} {
		terms, err := filter.Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := written(terms); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	const (
		quotes     = "; put quotation marks around a text to search for it"
		comparison = "a comparison is a field, a sign and a value, without blanks between them" + quotes
		equal      = "for equal write a colon, as in cat:weapons" + quotes
		opposite   = "for the opposite write a minus sign before the field and a colon behind it, as in -cat:weapons" + quotes
		stars      = "for a part of a text write a colon and stars, as in name:*ak*" + quotes
		grouped    = "terms cannot be grouped with brackets: all of them must hold, and a term may have several values, as in cat:weapons,tools" +
			quotes
	)
	for text, want := range map[string]string{
		"a nominal:":            "“nominal:”: a value is missing",
		"cat:a,,b":              "“cat:a,,b”: a value is missing",
		"nominal > 10":          "“>”: " + comparison,
		"nominal =10":           "“=10”: " + equal,
		"nominal=10":            "“nominal=10”: " + equal,
		"nominal!=10":           "“nominal!=10”: " + opposite,
		"cat != tools":          "“!=”: " + opposite,
		"nominal >= 10":         "“>=”: " + comparison,
		"-nominal~10":           "“-nominal~10”: " + stars,
		":x":                    "“:x”: " + comparison,
		"É:x":                   "“É:x”: " + comparison,
		"nominal: 10":           "“nominal:”: a value is missing",
		"nominal>>10":           "“nominal>>10”: one of the signs : > >= < <= is enough" + quotes,
		"-name::akm":            "“-name::akm”: one of the signs : > >= < <= is enough" + quotes,
		"-name:akmnominal>10":   "“-name:akmnominal>10”: a sign stands inside of a value, or a blank is missing before the next term" + quotes,
		"-children:type:Wreck*": "“-children:type:Wreck*”: a sign stands inside of a value, or a blank is missing before the next term" + quotes,
		"--usage:Military":      "“--usage:Military”: one minus sign is enough",
		"+akm":                  "“+akm”: all terms must hold anyway: leave the plus sign out" + quotes,
		"!akm":                  "“!akm”: for the opposite write a minus sign directly before the term, as in -cat:weapons" + quotes,
		"a AND b":               "“AND”: all terms must hold anyway: leave AND out" + quotes,
		"a OR b":                "“OR”: for one of several values write them with commas, as in cat:weapons,tools" + quotes,
		"NOT cat:x":             "“NOT”: for the opposite write a minus sign directly before the term, as in -cat:weapons" + quotes,
		"cat:a|b":               "“cat:a|b”: for one of several values write them with commas, as in cat:weapons,tools" + quotes,
		"(cat:a":                "“(cat:a”: " + grouped,
		"(akm":                  "“(akm”: " + grouped,
		"cat:a;b":               "“cat:a;b”: between several values stand commas, as in cat:weapons,tools" + quotes,
		"cat:(a,b)":             "“cat:(a,b)”: " + grouped,
		"-akm,m4":               "“-akm,m4”: several texts need a field before them, as in name:akm,m4a1" + quotes,
		"a - b":                 "“-”: a term is missing after the minus sign",
		`name:"a b`:             "“\"a b”: the closing quote is missing",
		`-name:a b"`: "“b\"”: a quotation mark stands inside of a text: put marks around all of it, and a backslash before the one " +
			"inside",
		`"a"b c`:  "“\"a\"b”: a blank is missing after the closing quote",
		`"a""`:    "“\"a\"\"”: a blank is missing after the closing quote",
		`-""`:     "“\"\"”: a value is missing",
		`note:""`: "“\"\"”: a value is missing",
		`"a","b"`: "“\"a\",\"b\"”: several texts need a field before them, as in name:akm,m4a1",
		strings.Repeat("a:*b,c* ", 51)[:8*50] + "d*": "“d*”: there are more than 100 values with stars",
		strings.Repeat("a ", 51):                     "“a”: there are more than 50 terms",
		"a:1" + strings.Repeat(",1", 100):            "“a:1" + strings.Repeat(",1", 100) + "”: there are more than 100 values",
		strings.Repeat("a", 2001):                    "it must not be longer than 2000 bytes",
	} {
		_, err := filter.Parse(text)
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestValues(t *testing.T) {
	t.Parallel()
	terms, err := filter.Parse(`a:1..5 a:..5 a:1.. a:.. a:".." a:b*c* a:"b*"`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, term := range terms {
		from, to, isRange := term.Values[0].Range()
		got = append(got, fmt.Sprintf("%s|%s|%t|%q", from, to, isRange, term.Values[0].Parts()))
	}
	want := []string{
		`1|5|true|["1..5"]`, `|5|true|["..5"]`, `1||true|["1.."]`, `||false|[".."]`, `||false|[".."]`, `b*c*||false|["b" "c" ""]`,
		`||false|["b*"]`,
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s, want %s", got[i], want[i])
		}
	}
}

// FuzzParse holds that terms and mistakes stand where they say, and that nothing but blanks is between the terms.
func FuzzParse(f *testing.F) {
	for _, text := range []string{`cat:weapons -nominal>10 "a b" x:"c\"d",e*`, `a:"`, "-", "é:1 \u00a0 -ü", "a:1..2 b<=-3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		terms, err := filter.Parse(text)
		var problem *filter.Error
		if err != nil {
			if !errors.As(err, &problem) || problem.Start < 0 || problem.Start > problem.End || problem.End > len(text) {
				t.Fatalf("%q: %#v", text, err)
			}
			return
		}
		at := 0
		for _, term := range terms {
			if strings.TrimSpace(text[at:term.Start]) != "" || term.End <= term.Start || len(term.Values) == 0 {
				t.Fatalf("%q: %+v", text, term)
			}
			if utf8.ValidString(text) && text[term.Name.Start:term.Name.End] != term.Field {
				t.Fatalf("%q: the field of %+v does not stand there", text, term)
			}
			at = term.End
		}
		if strings.TrimSpace(text[at:]) != "" {
			t.Fatalf("%q: %q was not read", text, text[at:])
		}
	})
}
