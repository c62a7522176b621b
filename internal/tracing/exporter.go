package tracing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"

	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// exporter sends spans over HTTP as JSON, which OTLP allows beside protobuf. The SDK calls it from one goroutine, with what waits in a
// bounded queue: spans that find no room there are dropped, and no request waits.
type exporter struct {
	config
	client *http.Client
	logger *slog.Logger
	lost   bool // the last batch was
}

var _ sdk.SpanExporter = (*exporter)(nil)

func newExporter(c config, logger *slog.Logger) *exporter {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = maxHeader
	return &exporter{config: c, client: &http.Client{Timeout: c.timeout, CheckRedirect: stay, Transport: transport}, logger: logger}
}

// maxHeader is how many bytes of headers are read.
const maxHeader = 64 << 10

// stay follows no redirect: spans and headers go to the address of the configuration, and nowhere else.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// ExportSpans implements sdk.SpanExporter. A batch that the collector does not take is dropped; the log says so once.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	err := e.send(ctx, spans)
	switch {
	case err != nil && !e.lost:
		e.logger.Warn("traces are lost: the collector does not take them", "error", err)
	case err == nil && e.lost:
		e.logger.Info("the collector takes traces again")
	}
	e.lost = err != nil
	return nil
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

func (e *exporter) send(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	body, err := json.Marshal(requestOf(spans))
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header = e.header.Clone()
	request.Header.Set("Content-Type", "application/json")
	answer, err := e.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 64<<10)) // so that the connection can be used again
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answered with status %d", answer.StatusCode)
	}
	return nil
}
