package metrics

import "runtime"

// memoryFamilies are those of the memory of Go's runtime: their type, name and help, and where they are in its statistics.
var memoryFamilies = []struct {
	kind, name, help string
	of               func(*runtime.MemStats) uint64
}{
	{
		gauge, "alloc_bytes", "Number of bytes allocated in heap and currently in use. Equals to /memory/classes/heap/objects:bytes.",
		func(m *runtime.MemStats) uint64 { return m.Alloc },
	},
	{
		counter, "alloc_bytes_total", "Total number of bytes allocated in heap until now, even if released already. " +
			"Equals to /gc/heap/allocs:bytes.",
		func(m *runtime.MemStats) uint64 { return m.TotalAlloc },
	},
	{
		gauge, "sys_bytes", "Number of bytes obtained from system. Equals to /memory/classes/total:byte.",
		func(m *runtime.MemStats) uint64 { return m.Sys },
	},
	{
		counter, "mallocs_total", "Total number of heap objects allocated, both live and gc-ed. Semantically a counter version for " +
			"go_memstats_heap_objects gauge. Equals to /gc/heap/allocs:objects + /gc/heap/tiny/allocs:objects.",
		func(m *runtime.MemStats) uint64 { return m.Mallocs },
	},
	{
		counter, "frees_total", "Total number of heap objects frees. Equals to /gc/heap/frees:objects + /gc/heap/tiny/allocs:objects.",
		func(m *runtime.MemStats) uint64 { return m.Frees },
	},
	{
		gauge, "heap_alloc_bytes", "Number of heap bytes allocated and currently in use, same as go_memstats_alloc_bytes. Equals to " +
			"/memory/classes/heap/objects:bytes.",
		func(m *runtime.MemStats) uint64 { return m.HeapAlloc },
	},
	{
		gauge, "heap_sys_bytes", "Number of heap bytes obtained from system. Equals to /memory/classes/heap/objects:bytes + " +
			"/memory/classes/heap/unused:bytes + /memory/classes/heap/released:bytes + /memory/classes/heap/free:bytes.",
		func(m *runtime.MemStats) uint64 { return m.HeapSys },
	},
	{
		gauge, "heap_idle_bytes", "Number of heap bytes waiting to be used. Equals to /memory/classes/heap/released:bytes + " +
			"/memory/classes/heap/free:bytes.",
		func(m *runtime.MemStats) uint64 { return m.HeapIdle },
	},
	{
		gauge, "heap_inuse_bytes", "Number of heap bytes that are in use. Equals to /memory/classes/heap/objects:bytes + " +
			"/memory/classes/heap/unused:bytes",
		func(m *runtime.MemStats) uint64 { return m.HeapInuse },
	},
	{
		gauge, "heap_released_bytes", "Number of heap bytes released to OS. Equals to /memory/classes/heap/released:bytes.",
		func(m *runtime.MemStats) uint64 { return m.HeapReleased },
	},
	{
		gauge, "heap_objects", "Number of currently allocated objects. Equals to /gc/heap/objects:objects.",
		func(m *runtime.MemStats) uint64 { return m.HeapObjects },
	},
	{
		gauge, "stack_inuse_bytes", "Number of bytes obtained from system for stack allocator in non-CGO environments. Equals to " +
			"/memory/classes/heap/stacks:bytes.",
		func(m *runtime.MemStats) uint64 { return m.StackInuse },
	},
	{
		gauge, "stack_sys_bytes", "Number of bytes obtained from system for stack allocator. Equals to /memory/classes/heap/stacks:bytes + " +
			"/memory/classes/os-stacks:bytes.",
		func(m *runtime.MemStats) uint64 { return m.StackSys },
	},
	{
		gauge, "mspan_inuse_bytes", "Number of bytes in use by mspan structures. Equals to /memory/classes/metadata/mspan/inuse:bytes.",
		func(m *runtime.MemStats) uint64 { return m.MSpanInuse },
	},
	{
		gauge, "mspan_sys_bytes", "Number of bytes used for mspan structures obtained from system. Equals to " +
			"/memory/classes/metadata/mspan/inuse:bytes + /memory/classes/metadata/mspan/free:bytes.",
		func(m *runtime.MemStats) uint64 { return m.MSpanSys },
	},
	{
		gauge, "mcache_inuse_bytes", "Number of bytes in use by mcache structures. Equals to /memory/classes/metadata/mcache/inuse:bytes.",
		func(m *runtime.MemStats) uint64 { return m.MCacheInuse },
	},
	{
		gauge, "mcache_sys_bytes", "Number of bytes used for mcache structures obtained from system. Equals to " +
			"/memory/classes/metadata/mcache/inuse:bytes + /memory/classes/metadata/mcache/free:bytes.",
		func(m *runtime.MemStats) uint64 { return m.MCacheSys },
	},
	{
		gauge, "buck_hash_sys_bytes", "Number of bytes used by the profiling bucket hash table. " +
			"Equals to /memory/classes/profiling/buckets:bytes.",
		func(m *runtime.MemStats) uint64 { return m.BuckHashSys },
	},
	{
		gauge, "gc_sys_bytes", "Number of bytes used for garbage collection system metadata. Equals to /memory/classes/metadata/other:bytes.",
		func(m *runtime.MemStats) uint64 { return m.GCSys },
	},
	{
		gauge, "other_sys_bytes", "Number of bytes used for other system allocations. Equals to /memory/classes/other:bytes.",
		func(m *runtime.MemStats) uint64 { return m.OtherSys },
	},
	{
		gauge, "next_gc_bytes", "Number of heap bytes when next garbage collection will take place. Equals to /gc/heap/goal:bytes.",
		func(m *runtime.MemStats) uint64 { return m.NextGC },
	},
}
