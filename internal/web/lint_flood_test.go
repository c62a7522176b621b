package web

import (
	"strings"
	"testing"

	"quartermaster/internal/record"
)

// TestFloodOfProblems holds that many problems of one cause are one row, that leads to each of them.
func TestFloodOfProblems(t *testing.T) {
	t.Parallel()
	b := openSite(t).user("Ada", false)
	instance := b.instance("Flooded")
	for _, name := range strings.Fields("AKM AK74 AK101 M4A1 SKS Mosin9130 CZ527 CZ61 FNX45 Glock19 MP5K UMP45") {
		class := b.stored(instance, record.InstanceClassnames, b.add(instance, record.InstanceClassnames, record.Values{"name": name}))
		b.add(instance, record.Types, record.Values{"instance_classname_id": record.InstanceClassnames.ID(class), "nominal": int64(1), "min": int64(2)})
	}
	path := instance + "/lint"
	b.get(path).says("1 warning.", "12 types: min is 2 and nominal 1. They are “AKM”", "and 2 more", "All 12", "Fix all 12",
		`href="`+path+`?rule=min-over-nominal" class="code"`, `href="`+path+`/fix?rule=min-over-nominal"`)
	b.get(path+"?rule=min-over-nominal").says("UMP45", "Rows 1 to 12 of 12").saysNot("12 types")
	b.get(path+"?search=ump").says("UMP45", "1 warning.").saysNot("12 types")
}
