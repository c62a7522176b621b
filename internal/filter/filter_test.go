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
		"":                       "",
		"  \t ":                  "",
		"akm":                    ":[akm]",
		"ak* -m4":                ":[ak*] -:[m4]",
		"cat:weapons nominal>10": "cat:[weapons] nominal>[10]",
		"nominal>=10 min<=2 a<1": "nominal>=[10] min<=[2] a<[1]",
		"nominal:1..5":           "nominal:[1..5]",
		"nominal:-1":             "nominal:[-1]",
		"-usage:Military,Police": "-usage:[Military][Police]",
		"file:mods/*":            "file:[mods/*]",
		`"two words" x`:          `:["two words"] :[x]`,
		`name:"a,b","say \"x\""`: `name:["a,b"]["say \"x\""]`,
		`note:"a\b\\"`:           `note:["a\\b\\"]`,
		`note:""`:                `note:[""]`,
		"note:a:b>c":             "note:[a:b>c]",
		"children.type:Wreck*":   "children.type:[Wreck*]",
		"name>a,b":               "name>[a,b]",
		"É:x":                    ":[É:x]",
		"1+1":                    ":[1+1]",
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
	for text, want := range map[string]string{
		"a nominal:":                      "“nominal:”: a value is missing",
		"cat:a,,b":                        "“cat:a,,b”: a value is missing",
		"nominal > 10":                    "“>”: a comparison is a field, a sign and a value, without blanks between them",
		":x":                              "“:x”: a comparison is a field, a sign and a value, without blanks between them",
		"a - b":                           "“-”: a term is missing after the minus sign",
		`name:"a b`:                       "“\"a b”: the closing quote is missing",
		`"a"b c`:                          "“\"a\"b”: a blank is missing after the closing quote",
		`"a","b"`:                         "“\"a\",\"b\"”: several texts need a field before them",
		strings.Repeat("a ", 51):          "“a”: there are more than 50 terms",
		"a:1" + strings.Repeat(",1", 100): "“a:1" + strings.Repeat(",1", 100) + "”: there are more than 100 values",
		strings.Repeat("a", 2001):         "it must not be longer than 2000 bytes",
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
		`1|5|true|["1..5"]`, `|5|true|["..5"]`, `1||true|["1.."]`, `||false|[".."]`, `||false|[".."]`, `b*c*||false|["b" "c" ""]`, `||false|["b*"]`,
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
