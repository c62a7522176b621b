package problems_test

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
	"quartermaster/internal/storetest"
	"quartermaster/internal/web/webtest"
)

// TestFloodOfProblems holds that many problems of one cause are one row, that leads to each of them.
func TestFloodOfProblems(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		b := webtest.Open(t).User("Ada", false)
		instance := b.Instance("Flooded")
		for _, name := range strings.Fields("AKM AK74 AK101 M4A1 SKS Mosin9130 CZ527 CZ61 FNX45 Glock19 MP5K UMP45") {
			class := b.Stored(instance, record.InstanceClassnames, b.Add(instance, record.InstanceClassnames, record.Values{"name": name}))
			b.Add(instance, record.Types, record.Values{
				"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(1), "min": int64(2),
			})
		}
		path := instance + "/lint"
		b.Get(path).Says("1 warning.", "12 types: min (2) is above nominal (1). They are “AKM”", "and 2 more", "All 12", "Fix all 12",
			`href="`+path+`?rule=min-over-nominal" class="code"`, `href="`+path+`/fix?rule=min-over-nominal"`)
		b.Get(path+"?rule=min-over-nominal").Says("UMP45", "Rows 1 to 12 of 12").SaysNot("12 types")
		b.Get(path+"?search=ump").Says("UMP45", "1 warning.").SaysNot("12 types")
	})
}
