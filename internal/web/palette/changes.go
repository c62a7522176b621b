package palette

import (
	"cmp"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/web/pages"
	"quartermaster/internal/web/recordform"
	"quartermaster/internal/web/site"
	"quartermaster/internal/web/ui"
)

var (
	halved   = regexp.MustCompile(`(?i)^(halve|double)\s+(\w+)`)
	computed = regexp.MustCompile(`(?i)^(multiply|divide|set|add)\s+(\w+)\s+(?:by\s+|to\s+)?(-?[0-9].*)$`)
	raised   = regexp.MustCompile(`(?i)^(raise|increase|lower|reduce)\s+(\w+)\s+by\s+([0-9][0-9.,]*)\s*%$`)
	percent  = regexp.MustCompile(`(?i)^([+-]?)([0-9][0-9.,]*)\s*%\s*(more|less)?\s+(\w+)$`)
)

// wish is a change of a number in words.
type wish struct{ verb, field, value string }

// wished reads a change, such as “halve nominal” or “20 % more lifetime”. Its verb is empty where there is none.
func wished(q string) wish {
	q = strings.TrimSuffix(q, " of this view")
	if parts := halved.FindStringSubmatch(q); parts != nil {
		by := map[string]string{"halve": "divide", "double": "multiply"}
		return wish{by[strings.ToLower(parts[1])], parts[2], "2"}
	}
	if parts := computed.FindStringSubmatch(q); parts != nil {
		return wish{strings.ToLower(parts[1]), parts[2], parts[3]}
	}
	if parts := raised.FindStringSubmatch(q); parts != nil {
		verb := strings.ToLower(parts[1])
		return byPercent(parts[2], parts[3], verb == "lower" || verb == "reduce")
	}
	if parts := percent.FindStringSubmatch(q); parts != nil {
		return byPercent(parts[4], parts[2], parts[1] == "-" || strings.EqualFold(parts[3], "less"))
	}
	return wish{}
}

func byPercent(field, text string, less bool) wish {
	by, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", "."), 64)
	if err != nil {
		return wish{}
	}
	if less {
		by = -by
	}
	const precision = 1e6
	factor := math.Round((1+by/100)*precision) / precision
	return wish{"multiply", field, strconv.FormatFloat(factor, 'f', -1, 64)}
}

// changes offers to change a number in all records of the list that the user looks at.
func changes(r *site.Request, q string) []pages.Found {
	w := wished(q)
	c, filter := listAt(r)
	if w.verb == "" || c == nil {
		return nil
	}
	f := fieldCalled(c, w.field)
	if f == nil {
		return nil
	}
	key := "change[" + f.Name + "]"
	values := url.Values{"q": {cmp.Or(filter, "*")}, key + "[do]": {w.verb}, key + "[value]": {w.value}}
	label := ui.Capital(w.verb) + " " + f.Label + map[string]string{"set": " to ", "add": ": "}[w.verb]
	if w.verb == "multiply" || w.verb == "divide" {
		label += " by "
	}
	note := "all " + c.Many
	if filter != "" {
		note = c.Many + " of this view: " + filter
	}
	return []pages.Found{{Label: label + w.value, Note: note, URL: c.URL(r) + "/bulk/preview?" + values.Encode()}}
}

// fieldCalled returns the number that people know by a name; nil for none.
func fieldCalled(c *site.Collection, name string) *record.Field {
	for _, f := range c.Resource.Fields {
		if recordform.Numeric(f) && f.Writable() && (strings.EqualFold(f.Name, name) || strings.EqualFold(f.Label, name)) {
			return f
		}
	}
	return nil
}

// listAt returns the list that the user looks at, with its filter, by the address that the request says; nil for none.
func listAt(r *site.Request) (*site.Collection, string) {
	at, err := url.Parse(r.Text("at"))
	if err != nil {
		return nil, ""
	}
	for _, c := range r.Site.CollectionsIn(record.InInstance) {
		if list := c.URL(r); !c.Resource.HoldsDocuments() && (at.Path == list || at.Path == list+"/grid") {
			return c, at.Query().Get("q")
		}
	}
	return nil, ""
}
