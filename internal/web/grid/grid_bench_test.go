package grid_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"quartermaster/internal/web/webtest"
)

// BenchmarkWorkbench measures what an owner waits for in an instance of 20,000 types, also as processor time, which says more on a busy
// machine: the grid's rows, a save of 300 of its cells, the preview of a change of all types, and their list.
func BenchmarkWorkbench(b *testing.B) {
	ada := webtest.Open(b).User("Ada", false)
	types := ada.ManyTypes(webtest.GridTypes) + "/types"
	rows := ada.Grid(types, "?q=class_00*")
	token := ada.Token(types)
	was := 14400
	for name, step := range map[string]func(){
		"rows": func() { ada.Get(types + "/grid/rows").Status(200) },
		"preview": func() {
			ada.Get(types + "/bulk/preview?q=*&change[nominal][do]=multiply&change[nominal][value]=0.5").Status(200)
		},
		"list": func() { ada.Get(types + "?sort=-usage_ids&q=cat:weapons").Status(200) },
		"save of 300": func() {
			request := httptest.NewRequest("POST", "http://qm.test"+types+"/grid", strings.NewReader(lifetimes(rows, 300, was)))
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("X-CSRF-TOKEN", token)
			ada.Do(request).Status(200)
			was++
		},
	} {
		b.Run(name, func(b *testing.B) {
			before := processorTime(b)
			for b.Loop() {
				step()
			}
			b.ReportMetric((processorTime(b)-before).Seconds()*1000/float64(b.N), "cpu-ms/op")
		})
	}
}

// lifetimes is a save that raises the lifetimes of the first records by a second.
func lifetimes(rows webtest.GridRows, n, was int) string {
	var changed []string
	for _, block := range rows.Blocks {
		for _, sid := range block.SIDs {
			changed = append(changed, fmt.Sprintf(`{"row":%q,"was":{"lifetime":%d},"now":{"lifetime":%d}}`, sid, was, was+1))
		}
	}
	return `{"changed":[` + strings.Join(changed[:n], ",") + `]}`
}

// processorTime is what this process has used so far.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
