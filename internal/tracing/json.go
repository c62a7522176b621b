package tracing

import (
	"strconv"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// The JSON of OTLP's ExportTraceServiceRequest: identifiers in hexadecimal digits, numbers of 64 bits as texts.
type (
	exportRequest struct {
		ResourceSpans []resourceSpans `json:"resourceSpans"`
	}
	resourceSpans struct {
		Resource   attributed   `json:"resource"`
		ScopeSpans []scopeSpans `json:"scopeSpans"`
	}
	attributed struct {
		Attributes []keyValue `json:"attributes"`
	}
	scopeSpans struct {
		Scope scope  `json:"scope"`
		Spans []span `json:"spans"`
	}
	scope struct {
		Name string `json:"name"`
	}
	span struct {
		TraceID      string     `json:"traceId"`
		SpanID       string     `json:"spanId"`
		ParentSpanID string     `json:"parentSpanId,omitempty"`
		TraceState   string     `json:"traceState,omitempty"`
		Name         string     `json:"name"`
		Kind         int        `json:"kind"`
		Start        string     `json:"startTimeUnixNano"`
		End          string     `json:"endTimeUnixNano"`
		Attributes   []keyValue `json:"attributes,omitempty"`
		Status       spanStatus `json:"status"`
	}
	spanStatus struct {
		Code    int    `json:"code,omitempty"`
		Message string `json:"message,omitempty"`
	}
	keyValue struct {
		Key   string         `json:"key"`
		Value map[string]any `json:"value"`
	}
)

// statusError is OTLP's number for an operation that has failed.
const statusError = 2

// requestOf describes spans of one process, and so of one resource.
func requestOf(spans []sdk.ReadOnlySpan) exportRequest {
	if len(spans) == 0 {
		return exportRequest{}
	}
	list := make([]span, len(spans))
	for i, s := range spans {
		list[i] = spanOf(s)
	}
	name := spans[0].InstrumentationScope().Name
	return exportRequest{[]resourceSpans{{
		attributed{keyValues(spans[0].Resource().Attributes())}, []scopeSpans{{scope{name}, list}},
	}}}
}

func spanOf(s sdk.ReadOnlySpan) span {
	at := s.SpanContext()
	described := span{
		TraceID: at.TraceID().String(), SpanID: at.SpanID().String(), TraceState: at.TraceState().String(), Name: s.Name(),
		Kind: kindOf(s.SpanKind()), Start: nanoseconds(s.StartTime()), End: nanoseconds(s.EndTime()), Attributes: keyValues(s.Attributes()),
	}
	if parent := s.Parent(); parent.SpanID().IsValid() {
		described.ParentSpanID = parent.SpanID().String()
	}
	if s.Status().Code == codes.Error {
		described.Status = spanStatus{statusError, s.Status().Description}
	}
	return described
}

// kindOf returns OTLP's number.
func kindOf(k trace.SpanKind) int {
	switch k {
	case trace.SpanKindServer:
		return 2
	case trace.SpanKindClient:
		return 3
	}
	return 1
}

func nanoseconds(t time.Time) string { return strconv.FormatInt(t.UnixNano(), 10) }

func keyValues(list []attribute.KeyValue) []keyValue {
	described := make([]keyValue, len(list))
	for i, kv := range list {
		described[i] = keyValue{string(kv.Key), valueOf(kv.Value)}
	}
	return described
}

func valueOf(v attribute.Value) map[string]any {
	switch v.Type() {
	case attribute.INT64:
		return map[string]any{"intValue": strconv.FormatInt(v.AsInt64(), 10)}
	case attribute.BOOL:
		return map[string]any{"boolValue": v.AsBool()}
	}
	return map[string]any{"stringValue": v.String()}
}
