package api_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// tooLarge are numbers beyond 64 bits, as JSON.
var tooLarge = []string{"9223372036854775808", "99999999999999999999", `"99999999999999999999"`, "1e30", "1e400", `"+99999999999999999999"`}

// numbers are bodies with one number each: what is around it, and where it stands.
func numbers(fields []*record.Field, at string) (list []numberAt) {
	for _, f := range fields {
		switch {
		case !f.Writable():
		case f.Type == record.Int || f.Type == record.Float || f.Type == record.Decimal:
			list = append(list, numberAt{f, at + f.Name, "{" + strconv.Quote(f.Name) + ":%s}"})
		case f.Type == record.Links:
			list = append(list, numberAt{f, at + f.Name + ".0", "{" + strconv.Quote(f.Name) + ":[%s]}"})
		case f.Type == record.Vector:
			list = append(list, numberAt{f, at + f.Name + ".0", "{" + strconv.Quote(f.Name) + ":[%s,0,0]}"})
		case f.Type == record.List:
			for _, inner := range numbers(f.Items, at+f.Name+".0.") {
				inner.body = "{" + strconv.Quote(f.Name) + ":[" + inner.body + "]}"
				list = append(list, inner)
			}
		}
	}
	return list
}

type numberAt struct {
	field    *record.Field
	at, body string
}

// limit is the largest number that the field takes.
func (n numberAt) limit() string {
	switch {
	case n.field.Type == record.Int || n.field.Type == record.Decimal || n.field.Type == record.Links:
		return "2147483647."
	case n.field.Max != nil:
		return floatText(*n.field.Max) + "."
	}
	return "1.7976931348623157e+308."
}

// TestNumbersBeyond64BitsAreToldTheLimit: in every field of numbers of every resource.
func TestNumbersBeyond64BitsAreToldTheLimit(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		f := furnish(t, start(t).user(t), "Mine")
		for _, e := range served() {
			if e.Action != endpoint.Patch && e.Action != "update instance" && e.Action != "save economy core" && e.Action != "patch economy core" {
				continue
			}
			for _, n := range numbers(e.Record.Fields, "") {
				for _, value := range tooLarge {
					isFloat := n.field.Type == record.Float || n.field.Type == record.Vector
					if isFloat && !strings.Contains(value, "400") && n.field.Max == nil {
						continue // is a number like any other there
					}
					f.refuses(t, e, n, value, "must not be greater than "+n.limit())
				}
				f.refuses(t, e, n, "-1e400", "must be at least ")
			}
		}
	})
}

func (f furnished) refuses(t *testing.T, e endpoint.Endpoint, n numberAt, value, want string) {
	t.Helper()
	answer := f.send(t, e.Method, f.path(e), fmt.Sprintf(n.body, value))
	var told struct{ Errors map[string][]string }
	check(t, json.Unmarshal([]byte(answer.body), &told))
	if first := strings.Join(told.Errors[n.at],
		" "); answer.status != 422 || !strings.Contains(first, want) || strings.Contains(first, "must be a") &&
		!strings.Contains(first, "must be at least") {
		t.Errorf("%s %s=%s: %d %q, want %q", e.Path, n.at, value, answer.status, first, want)
	}
}
