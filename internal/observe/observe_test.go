package observe_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"testing"

	"quartermaster/internal/observe"
)

// notes writes down what an observer is told.
type notes struct {
	name string
	all  *[]string
}

func (n notes) Begin(ctx context.Context, o observe.Operation) (context.Context, func(error)) {
	*n.all = append(*n.all, n.name+" begins "+o.Name)
	return ctx, func(err error) { *n.all = append(*n.all, n.name+" ends "+observe.Outcome(err)) }
}

func (n notes) Looked(cache string, found bool) {
	*n.all = append(*n.all, fmt.Sprint(n.name, " ", cache, " ", found))
}

// TestObserversAreToldInTurn: the last one that begins ends first, and each end counts once.
func TestObserversAreToldInTurn(t *testing.T) {
	t.Parallel()
	var all []string
	ctx := observe.With(observe.With(t.Context(), notes{"a", &all}), notes{"b", &all})
	_, end := observe.Begin(ctx, observe.Operation{Name: "work"})
	end(context.Canceled)
	end(nil)
	observe.Looked(ctx, "cache", true)
	want := []string{"a begins work", "b begins work", "b ends cancelled", "a ends cancelled", "a cache true", "b cache true"}
	if !slices.Equal(all, want) {
		t.Errorf("%q, want %q", all, want)
	}
}

func TestNobodyObserves(t *testing.T) {
	t.Parallel()
	ctx, end := observe.Begin(t.Context(), observe.Operation{Name: "work"})
	end(errors.New("failed"))
	if ctx != t.Context() {
		t.Error("the context is another one")
	}
}

// TestTracesGoOn with what other services are asked; what is no traceparent begins none.
func TestTracesGoOn(t *testing.T) {
	t.Parallel()
	const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	for sent, want := range map[string]string{parent: parent, "": "", "00-nonsense": ""} {
		header := http.Header{}
		observe.Propagate(observe.Continue(t.Context(), sent), header)
		if got := header.Get("Traceparent"); got != want {
			t.Errorf("%q goes on as %q", sent, got)
		}
	}
	if got := observe.TraceOf(observe.Continue(t.Context(), parent)).ID; got != "0af7651916cd43dd8448eb211c80319c" {
		t.Error(got)
	}
}
