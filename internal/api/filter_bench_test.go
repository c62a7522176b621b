package api_test

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkFilters measures lists of 20,000 types: plain ones, and the worst filters that are accepted.
func BenchmarkFilters(b *testing.B) {
	c := start(b).user(b)
	instance := c.manyTypes(b, 20_000)
	for name, q := range map[string]string{
		"plain":            "",
		"one number":       "nominal>10",
		"one name":         "name:class_0*",
		"one word":         "0012",
		"one usage":        "usage:Military",
		"50 numbers":       strings.Repeat("nominal<1000 ", 50),
		"50 words":         strings.Repeat("-xyz ", 50),
		"50 name patterns": strings.Repeat("-name:*x*y*z* ", 50),
		"50 usages":        strings.Repeat("usage:Military ", 50),
		"usage patterns":   strings.Repeat("usage:M*,T*,*a*b*c* ", 50),
		"by":               strings.Repeat("by:user ", 50),
		"used":             strings.Repeat("used:0 ", 50),
		"problem":          strings.Repeat("-problem:any ", 50),
		"file":             strings.Repeat("file:db/* ", 50),
		"cat":              strings.Repeat("cat:weap* ", 50),
		"kinds":            "kind:gun,tool -kind:food",
		"other patterns":   different("-name:*x*y*z%d*"),
		"other usages":     different("-usage:M*,*%d*"),
		"other words":      different("-xyz%d"),
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if s := c.filtered(b, instance+"/types", q).status; s != 200 && s != 422 {
					b.Fatal(s)
				}
			}
		})
	}
}

// different returns 50 terms that differ by a number.
func different(term string) string {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, term+" ", i)
	}
	return b.String()
}
