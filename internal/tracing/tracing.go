// Package tracing makes traces of requests, jobs and what they cause, and sends them to a collector of OpenTelemetry. The standard
// environment variables configure it.
package tracing

import (
	"context"
	"log/slog"
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"quartermaster/internal/httpd"
	"quartermaster/internal/observe"
)

// Tracer makes the spans of this process. It is safe for concurrent use.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

var (
	_ httpd.Observer   = (*Tracer)(nil)
	_ observe.Observer = (*Tracer)(nil)
)

// FromEnvironment returns the tracer that the environment variables ask for, nil where they ask for none. It returns an error for a
// configuration that it does not understand. The caller closes the tracer.
func FromEnvironment(version string, logger *slog.Logger) (*Tracer, error) {
	c, err := configured()
	if err != nil || c.url == "" {
		return nil, err
	}
	own := resource.NewSchemaless(attribute.String("service.name", "quartermaster"), attribute.String("service.version", version))
	all, err := resource.Merge(own, resource.Environment())
	if err != nil {
		return nil, err
	}
	provider := sdk.NewTracerProvider(sdk.WithResource(all), sdk.WithBatcher(newExporter(c, logger)))
	return &Tracer{provider, provider.Tracer("quartermaster")}, nil
}

// Close sends the spans that wait, for as long as ctx lasts. It returns an error where some could not be sent.
func (t *Tracer) Close(ctx context.Context) error { return t.provider.Shutdown(ctx) }

// Request implements httpd.Observer: the span continues the trace that the client has sent.
func (t *Tracer) Request(ctx context.Context, r *http.Request) (context.Context, func(httpd.Answer)) {
	ctx = propagation.TraceContext{}.Extract(ctx, propagation.HeaderCarrier(r.Header))
	ctx, span := t.start(ctx, "HTTP", trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(
		attribute.String("http.request.method", r.Method), attribute.String("url.path", r.URL.Path)))
	return ctx, func(a httpd.Answer) {
		defer span.End()
		span.SetAttributes(attribute.Int("http.response.status_code", a.Status))
		if a.Route != "" {
			span.SetName(a.Method + " " + a.Route)
			span.SetAttributes(attribute.String("http.route", a.Route))
		}
		if a.Status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, http.StatusText(a.Status))
		}
	}
}

// Begin implements observe.Observer. What other programs do is traced only as a part of something.
func (t *Tracer) Begin(ctx context.Context, o observe.Operation) (context.Context, func(error)) {
	kind := trace.SpanKindInternal
	if o.Remote {
		kind = trace.SpanKindClient
	}
	ctx = joined(ctx)
	if o.Remote && !trace.SpanContextFromContext(ctx).IsValid() {
		return ctx, func(error) {}
	}
	ctx, span := t.start(ctx, o.Name, trace.WithSpanKind(kind), trace.WithAttributes(attributes(o.Details)...))
	return ctx, func(err error) {
		defer span.End()
		if observe.Outcome(err) == observe.Failed {
			span.SetStatus(codes.Error, err.Error())
		}
	}
}

// joined returns ctx as a part of the trace that it continues, where no span of this process has begun yet.
func joined(ctx context.Context) context.Context {
	if trace.SpanContextFromContext(ctx).IsValid() {
		return ctx
	}
	return propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{"traceparent": observe.TraceOf(ctx).Parent})
}

// Looked implements observe.Observer.
func (t *Tracer) Looked(string, bool) {}

// start starts a span, whose position it notes for the log and for requests to others.
func (t *Tracer) start(ctx context.Context, name string, options ...trace.SpanStartOption) (context.Context, trace.Span) {
	ctx, span := t.tracer.Start(ctx, name, options...)
	header := propagation.MapCarrier{}
	propagation.TraceContext{}.Inject(ctx, header)
	return observe.InTrace(ctx, observe.Trace{ID: span.SpanContext().TraceID().String(), Parent: header["traceparent"]}), span
}

func attributes(details []slog.Attr) []attribute.KeyValue {
	list := make([]attribute.KeyValue, len(details))
	for i, d := range details {
		switch d.Value.Kind() {
		case slog.KindInt64:
			list[i] = attribute.Int64(d.Key, d.Value.Int64())
		case slog.KindBool:
			list[i] = attribute.Bool(d.Key, d.Value.Bool())
		default:
			list[i] = attribute.String(d.Key, d.Value.String())
		}
	}
	return list
}
