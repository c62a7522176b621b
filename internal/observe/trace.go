package observe

import (
	"context"
	"net/http"
	"strings"
)

// Trace is the position of an operation in a trace, as W3C Trace Context has it.
type Trace struct {
	ID     string // of the trace: 32 hexadecimal digits
	Parent string // the header traceparent for what the operation causes
}

type traceKey struct{}

// InTrace returns a context whose operation is at that position. Tracing calls it.
func InTrace(ctx context.Context, t Trace) context.Context {
	return context.WithValue(ctx, traceKey{}, t)
}

// Continue returns a context for work that another process may have caused: it is a part of the trace of that traceparent, which may be
// empty.
func Continue(ctx context.Context, traceparent string) context.Context {
	parts := strings.Split(traceparent, "-")
	if len(parts) != 4 {
		return ctx
	}
	return InTrace(ctx, Trace{ID: parts[1], Parent: traceparent})
}

// TraceOf returns the position of the operation of the context, a zero one where nothing is traced.
func TraceOf(ctx context.Context) Trace {
	t, _ := ctx.Value(traceKey{}).(Trace)
	return t
}

// Propagate adds the trace of the context to the headers of a request to another service.
func Propagate(ctx context.Context, header http.Header) {
	if t := TraceOf(ctx); t.Parent != "" {
		header.Set("Traceparent", t.Parent)
	}
}
