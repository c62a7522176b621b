package cli

import (
	"context"
	"io"
	"log/slog"
	"time"

	"quartermaster/internal/httpd"
	"quartermaster/internal/metrics"
	"quartermaster/internal/observe"
	"quartermaster/internal/throttle"
	"quartermaster/internal/tracing"
)

// sending is how long the last traces may take at the end of the program.
const sending = 2 * time.Second

// telemetryFlags say what a server tells its operators.
type telemetryFlags struct {
	MetricsAddr string     `name:"metrics-addr" help:"Private address for Prometheus metrics, profiles and log level." placeholder:"HOST:PORT"`
	LogFormat   string     `help:"Format of the log: text or json." enum:"text,json" default:"text"`
	LogLevel    slog.Level `help:"The least level of messages in the log: debug, info, warn or error." default:"info" placeholder:"LEVEL"`
}

// telemetry is what a server tells its operators. Its metrics and traces are nil unless they are asked for.
type telemetry struct {
	level   *slog.LevelVar // may be changed at any time
	logger  *slog.Logger
	metrics *metrics.Metrics
	traces  *tracing.Tracer
}

// telemetry begins it, with a log on out. The caller closes it.
func (f telemetryFlags) telemetry(out io.Writer) (t telemetry, err error) {
	t.level = new(slog.LevelVar)
	t.level.Set(f.LogLevel)
	options := &slog.HandlerOptions{Level: t.level}
	var handler slog.Handler = slog.NewTextHandler(out, options)
	if f.LogFormat == "json" {
		handler = slog.NewJSONHandler(out, options)
	}
	if f.MetricsAddr != "" {
		t.metrics = metrics.New(version, commit)
		handler = t.metrics.LogHandler(handler)
	}
	t.logger = slog.New(identifying{handler})
	t.traces, err = tracing.FromEnvironment(version, t.logger)
	if err != nil {
		err = usageError{err}
	}
	return t, err
}

// close sends the last traces.
func (t telemetry) close() {
	if t.traces == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), sending)
	defer cancel()
	_ = t.traces.Close(ctx) // the exporter has logged what was lost
}

// observers are those of operations, none where nothing is asked for.
func (t telemetry) observers() (list []observe.Observer) {
	if t.traces != nil {
		list = append(list, t.traces)
	}
	if t.metrics != nil {
		list = append(list, t.metrics)
	}
	if len(list) > 0 || t.level.Level() <= slog.LevelDebug {
		list = append(list, observe.Logged{Logger: t.logger})
	}
	return list
}

// requests are the observers of requests.
func (t telemetry) requests() (list []httpd.Observer) {
	if t.traces != nil {
		list = append(list, t.traces)
	}
	if t.metrics != nil {
		list = append(list, t.metrics)
	}
	return list
}

// context returns ctx with the observers.
func (t telemetry) context(ctx context.Context) context.Context {
	if list := t.observers(); len(list) > 0 {
		return observe.With(ctx, list...)
	}
	return ctx
}

// limiter returns a limiter, whose decisions are counted where there are metrics.
func (t telemetry) limiter(l throttle.Limiter) throttle.Limiter {
	if t.metrics == nil {
		return l
	}
	return t.metrics.Limiter(l)
}

// identifying is a slog.Handler that adds the request and the trace of the context to each message.
type identifying struct{ slog.Handler }

// Handle implements slog.Handler.
func (h identifying) Handle(ctx context.Context, r slog.Record) error {
	if id := httpd.InfoOf(ctx).ID; id != "" && !says(r, "id") {
		r.AddAttrs(slog.String("id", id))
	}
	if trace := observe.TraceOf(ctx); trace.ID != "" {
		r.AddAttrs(slog.String("trace_id", trace.ID))
	}
	return h.Handler.Handle(ctx, r)
}

// says reports whether a message has an attribute of that name.
func says(r slog.Record, name string) (found bool) {
	r.Attrs(func(a slog.Attr) bool {
		found = a.Key == name
		return !found
	})
	return found
}

// WithAttrs implements slog.Handler.
func (h identifying) WithAttrs(attrs []slog.Attr) slog.Handler {
	return identifying{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h identifying) WithGroup(name string) slog.Handler {
	return identifying{h.Handler.WithGroup(name)}
}
