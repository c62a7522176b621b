package api_test

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
)

// filtered returns the names of the records that a filter finds.
func (c client) filtered(t testing.TB, list, q string) reply {
	t.Helper()
	return c.get(t, list+"?per_page=100&q="+url.QueryEscape(q))
}

// loot makes an instance with four types, an event, a spawnable type and a preset.
func (c client) loot(t testing.TB) (instance string) {
	t.Helper()
	instance, _ = c.instance(t)
	food := number(c.category(t, "Essen Ü"))
	for _, one := range []struct{ name, rest string }{
		{"AKM", `"nominal":12,"min":6,"lifetime":14400,"category_id":6,"usage_ids":[1,2],"value_ids":[4],"source_file":"mods/x_types.xml"`},
		{"AK101", `"nominal":10,"min":5,"lifetime":3600,"category_id":6,"usage_ids":[2],"crafted":true`},
		{"Apple", `"nominal":40,"min":50,"category_id":` + food},
		{"Äpfel_Mus", `"enabled":false`},
	} {
		id := c.class(t, instance, one.name, "")
		c.create(t, instance+"/types", `{"instance_classname_id":`+id+`,`+one.rest+`}`)
		if one.name == "AK101" {
			c.create(t, instance+"/spawnable-types", `{"instance_classname_id":`+id+`,"damage_max":0.5,"tags":["shelves"],
				"blocks":[{"kind":"attachments","preset":"optics"},{"kind":"cargo","chance":0.25,"items":[{"name":"Apple","chance":1}]}]}`)
		}
	}
	c.create(t, instance+"/events",
		`{"name":"StaticHeli","nominal":1,"min":0,"max":2,"lifetime":60,"children":[{"type":"AKM","min":1,"max":3},{"type":"akm"}]}`)
	c.create(t, instance+"/random-presets", `{"name":"Optics","type":"attachments","chance":0.5,"items":[{"name":"Apple","chance":1}]}`)
	c.create(t, instance+"/random-presets", `{"name":"Optics","type":"cargo","chance":0.15}`)
	return instance
}

func TestFilter(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance := c.loot(t)
		other := c.server.user(t)
		other.loot(t)
		c.send(t, "PUT", instance+"/lint/rules", `{"severities":{"crafted-with-nominal":"off"}}`).expect(t, 200) // AK101 is to have no problem
		usage := strings.Trim(c.get(t, "/api/v1/type-usages?per_page=100").at("data.1.name"), `"`)
		for _, tt := range []struct{ list, q, want string }{
			{"types", "", "AKM AK101 Apple Äpfel_Mus"},
			{"types", "*", "AKM AK101 Apple Äpfel_Mus"},
			{"types", "ak", "AKM AK101"},
			{"types", "ak*", "AKM AK101"},
			{"types", "*PL*", "Apple"},
			{"types", "a*e", "Apple"},
			{"types", `"ak*"`, ""},
			{"types", "äPFEL", "Äpfel_Mus"},
			{"types", "äpf*_MUS", "Äpfel_Mus"},
			{"types", "-ak", "Apple Äpfel_Mus"},
			{"types", "name:akm", "AKM"},
			{"types", "name:akm,apple", "AKM Apple"},
			{"types", "name:ak", ""},
			{"types", "nominal>10", "AKM Apple"},
			{"types", "nominal>=10", "AKM AK101 Apple"},
			{"types", "nominal<12", "AK101"},
			{"types", "nominal<=12", "AKM AK101"},
			{"types", "nominal:10..20", "AKM AK101"},
			{"types", "nominal:..10", "AK101"},
			{"types", "nominal:20..", "Apple"},
			{"types", "nominal:10,40", "AK101 Apple"},
			{"types", "nominal>10.5 nominal<12.5", "AKM"},
			{"types", "nominal:10.5", "422"},
			{"types", "nominal>99999999999999999999999", "422"},
			{"types", "nominal<999999999999999999", "AKM AK101 Apple"},
			{"types", "-nominal>10", "AK101 Äpfel_Mus"},
			{"types", "nominal:none", "Äpfel_Mus"},
			{"types", "nominal:any", "AKM AK101 Apple"},
			{"types", "lifetime:4h", "AKM"},
			{"types", "lifetime<=90min", "AK101"},
			{"types", "cat:WEAPONS", "AKM AK101"},
			{"types", "category:weap*", "AKM AK101"},
			{"types", `cat:"essen ü"`, "Apple"},
			{"types", "category_id:6", "AKM AK101"},
			{"types", "cat:none", "Äpfel_Mus"},
			{"types", "usage:" + usage, "AKM AK101"},
			{"types", "usage:1", "AKM"},
			{"types", "-usage:" + usage, "Apple Äpfel_Mus"},
			{"types", "usage:none", "Apple Äpfel_Mus"},
			{"types", "value:Tier4", "AKM"},
			{"types", "tag:floor", ""},
			{"types", "file:mods/*", "AKM"},
			{"types", "file:db/types.xml", "AK101 Apple Äpfel_Mus"},
			{"types", "enabled:no", "Äpfel_Mus"},
			{"types", "crafted:yes", "AK101"},
			{"types", "cat:weapons nominal>10 -value:tier1", "AKM"},
			{"types", "changed:7d", "AKM AK101 Apple Äpfel_Mus"},
			{"types", "changed>7d", ""},
			{"types", "changed<1h", "AKM AK101 Apple Äpfel_Mus"},
			{"types", "changed:2000-01-01..2001-12-31", ""},
			{"types", "created>2001-12-31", "AKM AK101 Apple Äpfel_Mus"},
			{"types", "by:user", "AKM AK101 Apple Äpfel_Mus"},
			{"types", "by:nobody", "422"},
			{"types", "-by:user", ""},
			{"types", "problem:min-over-nominal", "Apple"},
			{"types", "problem:any", "AKM Apple"},
			{"types", "problem:none ak", "AK101"},
			{"types", "-problem:warning", "AK101 Äpfel_Mus"},
			{"types", "cat:weapons nominal>10 -usage:Town value:Tier4 file:mods/* changed:7d by:user problem:any used:1 ak*", "AKM"},
			{"types", "used:0", "Äpfel_Mus"},
			{"types", "used>1", "Apple"},
			{"types", "used:any", "AKM AK101 Apple"},
			{"classnames", "used:1", "Äpfel_Mus"},
			{"random-presets", "used:0", "Optics"},
			{"random-presets", "used:0 type:cargo", "Optics"},
			{"random-presets", "used>0 type:cargo", ""},
			{"random-presets", "chance<0.5", "Optics"},
			{"random-presets", "items:apple", "Optics"},
			{"events", "children:akm", "StaticHeli"},
			{"events", "children.max>2", "StaticHeli"},
			{"events", "children.max>3", ""},
			{"events", "children.type:*K*", "StaticHeli"},
			{"spawnable-types", "blocks.items.name:apple", "AK101"},
			{"spawnable-types", "blocks:optics", "AK101"},
			{"spawnable-types", "blocks.items:optics", ""},
			{"spawnable-types", "blocks.chance:0.25", "AK101"},
			{"spawnable-types", "tag:Shelves", "AK101"},
			{"spawnable-types", "tags:none", ""},
			{"spawnable-types", "damage_max:0.4..0.6", "AK101"},
			{"classnames", "payload:*", "AKM AK101 Apple Äpfel_Mus"},
			{"types", "q:x", "422"},
			{"types", "nominal:x", "422"},
			{"types", "name>a", "422"},
			{"types", "enabled:maybe", "422"},
			{"types", "changed:soon", "422"},
			{"types", "children.type:x", "422"},
			{"types", "slot:1", "422"},
			{"types", "problem:maybe", "422"},
			{"messages", "used:0", "422"},
		} {
			r := c.filtered(t, instance+"/"+tt.list, tt.q)
			if got := r.names("name"); r.status != 200 && tt.want != "422" || r.status == 200 && (got != tt.want ||
				r.at("meta.total") != strconv.Itoa(len(strings.Fields(tt.want)))) {
				t.Errorf("%s %s: %d %s, want %s", tt.list, tt.q, r.status, r.body, tt.want)
			}
		}
	})
}

func TestFilterSaysWhatItDoesNotUnderstand(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		c.filtered(t, instance+"/types", "ak nominl>10").expect(t, 422, "message",
			`"The q field is not understood: “nominl>10”: types have no field “nominl”; did you mean nominal?"`)
		c.filtered(t, instance+"/types", "nominal>many").expect(t, 422, "errors.q.0",
			`"The q field is not understood: “nominal>many”: nominal is a number."`)
		c.filtered(t, instance+"/types", "changed>noon").expect(t, 422, "errors.q.0",
			`"The q field is not understood: “changed>noon”: changed is a time: an age such as 7d or 12h, a day such as 2026-01-31, or a time `+
				`such as 2026-01-31T12:00:00Z."`)
		c.filtered(t, instance+"/types", "lifetime>long").expect(t, 422, "errors.q.0",
			`"The q field is not understood: “lifetime>long”: lifetime is a number, or a length of time such as 4h or 90min."`)
		c.get(t, instance+"/types?q[]=a").exactly(t, 422, invalid("q", "The q field must be a string."))
		c.get(t, instance+"/types?q=").expect(t, 200)
		c.get(t, "/api/v1/instances/AAAAAAAAAA/types?q=problem:any").expect(t, 404)
	})
}

// TestFilterOnPages: the filter stands in the links, and goes together with search, filters and sorting.
func TestFilterOnPages(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		s := start(t)
		c := s.user(t)
		instance := c.loot(t)
		r := c.get(t, instance+"/types?q=nominal%3E5&sort=-nominal&per_page=2&search=A")
		if got := r.names("name"); got != "Apple AKM" {
			t.Errorf("records %s", got)
		}
		r.expect(t, 200, "meta.total", "3", "links.next", `"`+s.url+instance+`/types?q=nominal%3E5&sort=-nominal&per_page=2&search=A&page=2"`)
		again := c.request(t, "GET", instance+"/types?q=nominal%3E5&sort=-nominal&per_page=2&search=A", nil)
		again.Header.Set("If-None-Match", r.header.Get("ETag"))
		if got := c.roundTrip(t, again).status; got != 304 {
			t.Errorf("asked with its tag: %d", got)
		}
		csv := c.request(t, "GET", instance+"/types?q=cat:weapons", nil)
		csv.Header.Set("Accept", "text/csv")
		if body := c.roundTrip(t, csv).body; strings.Count(body, "\n") != 3 {
			t.Errorf("CSV: %s", body)
		}
	})
}

// TestEveryFieldCanBeFiltered asks for each field of each list what could be asked of it. No answer is an error of the database,
// and every record has a value or has none.
func TestEveryFieldCanBeFiltered(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := furnish(t, start(t).user(t), "Own")
		instance := "/api/v1/instances/" + c.instance
		for _, e := range endpoint.Served(endpoint.Table()) {
			if e.Action != endpoint.List && e.Action != "list instances" {
				continue
			}
			list := strings.Replace(e.Path, "/api/v1/instances/{instance}", instance, 1)
			total := c.get(t, list).at("meta.total")
			for _, name := range filterNames(e.Record) {
				for _, test := range []string{":none", ":any", ":5", ":x*", `:"5"`, ">5", "<=1.5", ":..3", ":2026-01-01", "<7d", ":yes"} {
					if r := c.filtered(t, list, name+test); r.status != 200 && (r.status != 422 || test == ":none" || test == ":any") {
						t.Errorf("%s: %s%s: %d %s", list, name, test, r.status, r.body)
					}
				}
				if !strings.Contains(name, ".") {
					none, anything := c.filtered(t, list, name+":none").at("meta.total"), c.filtered(t, list, name+":any").at("meta.total")
					if sum := whole(none) + whole(anything); strconv.Itoa(sum) != total {
						t.Errorf("%s: %s records without %s and %s with one, of %s", list, none, name, anything, total)
					}
				}
			}
		}
	})
}

func whole(text string) int { n, _ := strconv.Atoi(text); return n }

func filterNames(r *record.Resource) (names []string) {
	for _, f := range r.Fields {
		if _, err := r.FieldFor(f.Name); err != nil {
			continue
		}
		names = append(names, f.Name)
		for _, item := range f.Items {
			names = append(names, f.Name+"."+item.Name)
		}
	}
	return names
}

// TestChangedSince finds what was changed since the last import, and since everything was downloaded.
func TestChangedSince(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		c := start(t).user(t)
		instance, _ := c.instance(t)
		types := instance + "/types"
		check := func(q, want string) {
			t.Helper()
			var names []string
			for _, name := range []string{"data.0.name", "data.1.name", "data.2.name"} {
				if one := strings.Trim(c.filtered(t, types, q).at(name), `"`); one != "absent" {
					names = append(names, one)
				}
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%s: %q, want %q", q, got, want)
			}
		}
		list := `<types><type name="AKM"><nominal>1</nominal></type><type name="SVD"><nominal>1</nominal></type></types>`
		c.upload(t, instance+"/files", upload{"types.xml", list}).expect(t, 200)
		check("since:sent", "AKM SVD")
		check("since:import", "")
		change := func(name, value string) {
			c.send(t, "POST", types+"/bulk", `{"q":"`+name+`","operations":[{"op":"set","field":"nominal","value":`+value+`}]}`).expect(t, 200)
		}
		change("AKM", "2")
		check("since:import", "AKM")
		c.get(t, instance+"/files.zip").expect(t, 200)
		check("since:sent", "")
		change("SVD", "3")
		check("SINCE:SENT", "SVD")
		check("since:import", "AKM SVD")
		check("-since:sent", "AKM")
		c.get(t, types+"?q=since:then").expect(t, 422)
	})
}
