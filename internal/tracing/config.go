package tracing

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// config says where spans go. What is about spans themselves, the SDK reads from the environment.
type config struct {
	url     string // empty: nowhere
	header  http.Header
	timeout time.Duration // of one request
}

const defaultTimeout = 10 * time.Second

// configured reads the environment. Variables for traces come before those for all signals.
func configured() (c config, err error) {
	if c.url, err = endpoint(); err != nil || c.url == "" {
		return config{}, err
	}
	if protocol := variable("PROTOCOL"); protocol != "" && protocol != "http/json" && protocol != "http/protobuf" {
		return config{}, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL: %q is not spoken; give the HTTP endpoint of the collector, and http/json",
			protocol)
	}
	if c.header, err = headers(variable("HEADERS")); err != nil {
		return config{}, err
	}
	c.timeout, err = timeout(variable("TIMEOUT"))
	return c, err
}

func variable(name string) string {
	return cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), os.Getenv("OTEL_EXPORTER_OTLP_"+name))
}

// endpoint returns the address for spans, empty where none shall be sent.
func endpoint() (string, error) {
	if strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true") || os.Getenv("OTEL_TRACES_EXPORTER") == "none" {
		return "", nil
	}
	address := os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	if base := os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT"); address == "" && base != "" {
		address = strings.TrimSuffix(base, "/") + "/v1/traces"
	}
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", errors.New("OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318")
	}
	return address, nil
}

// headers reads name=value,name=value, with values that may be percent-encoded.
func headers(text string) (http.Header, error) {
	list := http.Header{}
	for pair := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || err != nil {
			return nil, errors.New("OTEL_EXPORTER_OTLP_HEADERS must be name=value,name=value")
		}
		list.Set(strings.TrimSpace(name), value)
	}
	return list, nil
}

// timeout reads a number of milliseconds.
func timeout(text string) (time.Duration, error) {
	if text == "" {
		return defaultTimeout, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n <= 0 {
		return 0, errors.New("OTEL_EXPORTER_OTLP_TIMEOUT must be a number of milliseconds")
	}
	return time.Duration(n) * time.Millisecond, nil
}
