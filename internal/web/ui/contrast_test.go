package ui

import (
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"testing"
)

func staticFiles(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(embedded, "static/*/*")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		content, err := fs.ReadFile(embedded, name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(content)
	}
	return files
}

var colourPattern = regexp.MustCompile(`--([a-z-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\);`)

// colours returns the custom properties of the style sheet as light and dark colours.
func colours(t *testing.T) map[string][2]string {
	t.Helper()
	found := map[string][2]string{}
	for _, match := range colourPattern.FindAllStringSubmatch(staticFiles(t)["static/style/base.css"], -1) {
		found[match[1]] = [2]string{match[2], match[3]}
	}
	return found
}

// luminance is the relative luminance of WCAG 2 for a colour of six hexadecimal digits.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		part, err := strconv.ParseUint(colour[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		channel := float64(part) / 255
		if channel <= 0.03928 {
			sum += weight * channel / 12.92
		} else {
			sum += weight * math.Pow((channel+0.055)/1.055, 2.4)
		}
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	first, second := luminance(t, a), luminance(t, b)
	return (max(first, second) + 0.05) / (min(first, second) + 0.05)
}

// TestContrast holds the level AA in both themes: 4.5 for text, 3 for the edges of controls and the focus ring.
func TestContrast(t *testing.T) {
	t.Parallel()
	const text, edge = 4.5, 3
	tests := []struct {
		front, back string
		least       float64
	}{
		{"ink", "paper", text},
		{"ink", "sheet", text},
		{"ink", "inset", text},
		{"ink-soft", "paper", text},
		{"ink-soft", "sheet", text},
		{"ink-soft", "inset", text},
		{"link", "paper", text},
		{"link", "sheet", text},
		{"link", "inset", text},
		{"accent-ink", "accent", text},
		{"accent-ink", "accent-strong", text},
		{"danger-ink", "danger", text},
		{"danger", "sheet", text},
		{"danger", "inset", text},
		{"bar-ink", "bar", text},
		{"bar-soft", "bar", text},
		{"good-ink", "good-fill", text},
		{"ink", "good-fill", text},
		{"ink-soft", "good-fill", text},
		{"warn-ink", "warn-fill", text},
		{"ink", "warn-fill", text},
		{"warn-ink", "sheet", text},
		{"bad-ink", "bad-fill", text},
		{"ink", "bad-fill", text},
		{"bad-ink", "sheet", text},
		{"bad-ink", "inset", text},
		{"neutral-ink", "neutral-fill", text},
		{"ink", "neutral-fill", text},
		{"rule-strong", "sheet", edge},
		{"rule-strong", "inset", edge},
		{"rule-strong", "paper", edge},
		{"accent", "sheet", edge},
		{"focus", "paper", edge},
		{"focus", "sheet", edge},
		{"focus", "inset", edge},
	}
	all := colours(t)
	for _, test := range tests {
		for theme, name := range []string{"light", "dark"} {
			front, back := all[test.front][theme], all[test.back][theme]
			if front == "" || back == "" {
				t.Fatalf("no colour %s or %s", test.front, test.back)
			}
			if got := contrast(t, front, back); got < test.least {
				t.Errorf("%s on %s, %s: %.2f, want %.1f", test.front, test.back, name, got, test.least)
			}
		}
	}
}
