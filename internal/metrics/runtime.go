package metrics

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"time"
)

// alone is a family of one value without labels.
func alone(kind, name, help string, value float64) *family {
	f := newFamily(kind, name, help)
	f.set(value)
	return f
}

// runtimeFamilies are what Go's runtime says about itself, with the names that Prometheus's own library gives it.
func runtimeFamilies() []*family {
	threads, _ := runtime.ThreadCreateProfile(nil)
	info := newFamily(gauge, "go_info", "Information about the Go environment.", "version")
	info.set(1, runtime.Version())
	list := []*family{
		info,
		alone(gauge, "go_goroutines", "Number of goroutines that currently exist.", float64(runtime.NumGoroutine())),
		alone(gauge, "go_threads", "Number of OS threads created.", float64(threads)),
	}
	list = append(list, collections()...)
	list = append(list, memory()...)
	return append(list, settings()...)
}

// collections are those of the collector of garbage.
func collections() []*family {
	stats := debug.GCStats{PauseQuantiles: make([]time.Duration, 5)}
	debug.ReadGCStats(&stats)
	pauses := newFamily(summary, "go_gc_duration_seconds",
		"A summary of the wall-time pause (stop-the-world) duration in garbage collection cycles.", "quantile")
	for i, pause := range stats.PauseQuantiles {
		pauses.set(pause.Seconds(), number(float64(i)/float64(len(stats.PauseQuantiles)-1)))
	}
	pauses.sum, pauses.count = stats.PauseTotal.Seconds(), float64(stats.NumGC)
	last := float64(stats.LastGC.UnixNano()) / float64(time.Second)
	return []*family{
		pauses, alone(gauge, "go_memstats_last_gc_time_seconds", "Number of seconds since 1970 of last garbage collection.", last),
	}
}

func memory() (list []*family) {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	for _, f := range memoryFamilies {
		list = append(list, alone(f.kind, "go_memstats_"+f.name, f.help, float64(f.of(&stats))))
	}
	return list
}

// settings are those of the runtime.
func settings() (list []*family) {
	names := map[string]string{
		"/gc/gogc:percent": "go_gc_gogc_percent", "/gc/gomemlimit:bytes": "go_gc_gomemlimit_bytes",
		"/sched/gomaxprocs:threads": "go_sched_gomaxprocs_threads",
	}
	for _, d := range metrics.All() {
		if name := names[d.Name]; name != "" {
			sample := []metrics.Sample{{Name: d.Name}}
			metrics.Read(sample)
			help := strings.ReplaceAll(d.Description, "\n", " ") + " Sourced from " + d.Name + "."
			list = append(list, alone(gauge, name, help, float64(sample[0].Value.Uint64())))
		}
	}
	return list
}
