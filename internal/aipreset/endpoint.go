package aipreset

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/observe"
)

// defaultTimeout is how long an endpoint may take for a proposal, its retries among it.
const defaultTimeout = 20 * time.Second

const (
	maxAnswer = 1 << 20 // bytes
	attempts  = 3
	firstWait = 500 * time.Millisecond // before a request is sent again; the next wait is twice as long
)

// EndpointConfig says where a model is and how it is asked.
type EndpointConfig struct {
	URL     string        // with the version: http://127.0.0.1:11434/v1
	Model   string        // empty for the endpoint's own choice
	Key     string        // empty for an endpoint without keys
	Timeout time.Duration // of a proposal; 0 means defaultTimeout
}

// Endpoint asks a model behind an OpenAI-compatible HTTP interface for presets.
type Endpoint struct {
	config EndpointConfig
	client *http.Client
	wait   time.Duration
}

// NewEndpoint returns the provider of an endpoint. It fails for an address that is no HTTP one.
func NewEndpoint(c EndpointConfig) (*Endpoint, error) {
	address, err := url.Parse(c.URL)
	if err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "" || address.User != nil {
		return nil, errors.New("the address must be one such as https://api.example.org/v1, without a password in it")
	}
	c.URL = strings.TrimSuffix(c.URL, "/")
	if c.Timeout <= 0 {
		c.Timeout = defaultTimeout
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxResponseHeaderBytes = maxHeader
	return &Endpoint{config: c, client: &http.Client{CheckRedirect: stay, Transport: transport}, wait: firstWait}, nil
}

// maxHeader is how many bytes of headers are read; kept one by one, they take several times as much memory.
const maxHeader = 64 << 10

// stay follows no redirect: nothing but the address of the configuration is asked, and the key goes nowhere else.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Name returns what previews call the provider: its model, or else its host.
func (e *Endpoint) Name() string {
	if e.config.Model != "" {
		return e.config.Model
	}
	address, _ := url.Parse(e.config.URL)
	return address.Host
}

// Propose asks the model. It retries where the endpoint is busy or fails for a moment, all within the time limit.
func (e *Endpoint) Propose(ctx context.Context, request Request) (Proposal, error) {
	ctx, cancel := context.WithTimeout(ctx, e.config.Timeout)
	defer cancel()
	content, err := e.ask(ctx, e.question(request))
	if errors.Is(err, context.DeadlineExceeded) {
		return Proposal{}, &ProviderError{fmt.Sprintf("The AI provider did not answer within %s.", e.config.Timeout), nil}
	}
	if err != nil {
		return Proposal{}, err
	}
	return readProposal(content)
}

// busy is an answer after which the same question may be asked again.
type busy struct {
	ProviderError
	after time.Duration // as the endpoint asks for; 0 where it says nothing
}

func (e *Endpoint) ask(ctx context.Context, question []byte) (content string, err error) {
	wait := e.wait
	for attempt := 1; ; attempt++ {
		content, err = e.askOnce(ctx, question)
		var again *busy
		if !errors.As(err, &again) {
			return content, err
		}
		if attempt == attempts {
			return "", &again.ProviderError
		}
		if err := pause(ctx, max(wait, again.after)); err != nil {
			return "", &again.ProviderError
		}
		wait *= 2
	}
}

// pause waits, unless the time limit comes first: then it returns at once.
func pause(ctx context.Context, wait time.Duration) error {
	if end, limited := ctx.Deadline(); limited && time.Until(end) < wait {
		return context.DeadlineExceeded
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (e *Endpoint) askOnce(ctx context.Context, question []byte) (content string, err error) {
	ctx, end := observe.Begin(ctx, observe.Operation{Name: "model", Remote: true})
	defer func() { end(err) }()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.config.URL+"/chat/completions", bytes.NewReader(question))
	if err != nil {
		return "", &ProviderError{"The AI provider cannot be asked.", err}
	}
	request.Header.Set("Content-Type", "application/json")
	observe.Propagate(ctx, request.Header)
	if e.config.Key != "" {
		request.Header.Set("Authorization", "Bearer "+e.config.Key)
	}
	answer, err := e.client.Do(request)
	if err != nil {
		return "", unreachable(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", refused(answer)
	}
	return readAnswer(answer.Body)
}

// unreachable reports that there is no answer; an end of the time limit stays one.
func unreachable(err error) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return context.DeadlineExceeded
	}
	return &ProviderError{"The AI provider cannot be reached.", err}
}

func refused(answer *http.Response) error {
	status := ProviderError{Message: fmt.Sprintf("The AI provider answered with status %d.", answer.StatusCode)}
	if answer.StatusCode == http.StatusTooManyRequests || answer.StatusCode >= http.StatusInternalServerError {
		return &busy{status, retryAfter(answer.Header.Get("Retry-After"))}
	}
	return &status
}

// retryAfter reads a number of seconds or a date; anything else is 0.
func retryAfter(text string) time.Duration {
	if seconds, err := strconv.ParseUint(text, 10, 16); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if date, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(date))
	}
	return 0
}

var errUnreadable = &ProviderError{Message: "The AI provider's answer could not be read."}

// readAnswer returns what the model wrote.
func readAnswer(body io.Reader) (content string, err error) {
	data, err := io.ReadAll(io.LimitReader(body, maxAnswer+1))
	if err != nil {
		return "", unreachable(err)
	}
	if len(data) > maxAnswer {
		return "", &ProviderError{Message: "The AI provider's answer is too long."}
	}
	answer := jsontree.ParseBody(data)
	choices := answer.List("choices")
	if len(choices) == 0 {
		return "", errUnreadable
	}
	choice, _ := choices[0].(*jsontree.Object)
	value, _ := choice.Object("message").Get("content")
	content, ok := value.(string)
	if !ok {
		return "", errUnreadable
	}
	return content, nil
}

// readProposal reads what the model wrote: one JSON object, in a code fence or not.
func readProposal(content string) (Proposal, error) {
	content = strings.TrimSpace(content)
	if inside, fenced := strings.CutPrefix(content, "```"); fenced {
		content = strings.TrimSuffix(strings.TrimPrefix(inside, "json"), "```")
	}
	tree, err := jsontree.Parse([]byte(content))
	object, ok := tree.(*jsontree.Object)
	if err != nil || !ok {
		return Proposal{}, errUnreadable
	}
	return Proposal{
		Preset:   withoutNulls(presetIn(object)),
		Summary:  object.Text("summary"),
		Reasons:  reasonsIn(object),
		Warnings: warningsIn(object),
	}, nil
}

// presetIn returns the preset of an answer. Models that keep to no schema answer with nothing but the fields.
func presetIn(answer *jsontree.Object) *jsontree.Object {
	if value, wrapped := answer.Get("preset"); wrapped {
		preset, _ := value.(*jsontree.Object)
		return preset
	}
	bare := new(jsontree.Object)
	for key, value := range answer.All() {
		if key != "summary" && key != "reasons" && key != "warnings" {
			bare.Set(key, value)
		}
	}
	return bare
}

// withoutNulls leaves out what a model writes for fields that it does not change.
func withoutNulls(object *jsontree.Object) *jsontree.Object {
	kept := new(jsontree.Object)
	for key, value := range object.All() {
		if inner, ok := value.(*jsontree.Object); ok {
			value = withoutNulls(inner)
		}
		if value != nil {
			kept.Set(key, value)
		}
	}
	return kept
}

// maxReason is how long a reason or warning of a model may be, in characters.
const maxReason = 300

func reasonsIn(answer *jsontree.Object) map[string]string {
	object := answer.Object("reasons")
	reasons := make(map[string]string, object.Len())
	for path, reason := range object.All() {
		if text, ok := reason.(string); ok {
			reasons[path] = shorten(text, maxReason)
		}
	}
	return reasons
}

func warningsIn(answer *jsontree.Object) (warnings []string) {
	list := answer.List("warnings")
	for _, warning := range list[:min(len(list), maxWarnings)] {
		if text, ok := warning.(string); ok && text != "" {
			warnings = append(warnings, shorten(text, maxReason))
		}
	}
	return warnings
}
