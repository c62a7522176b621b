// Package observe lets packages say what they do without knowing who watches: metrics, traces or the log.
//
// Observers travel in the context. Where there are none, saying something costs one look into the context.
//
// A package that does something worth knowing calls observe.Begin and the function that it returns; it depends on nothing else and knows
// no metric. Observers travel in the context, from the command serve into every request (BaseContext) and job: metrics measures each
// operation under its name, tracing makes a span of it, observe.Logged a line at the level debug. Without flags and variables there are
// none, and the store is not even wrapped (store.Config.Observed). Names of operations are few and fixed, because they are labels; what
// varies goes into Details, which only traces and the log have. Routes are labelled by their pattern, which the surfaces say with
// httpd.SetRoute when they have found it. What has a state (pools, queue, Redis, the bucket) is asked whenever the metrics are read
// (metrics.State), for two seconds at most. The exporter of traces has a bounded queue of its own: when the collector is slow, spans are
// dropped and no request waits.
package observe
