package api

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"quartermaster/internal/endpoint"
	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/openapi"
	"quartermaster/internal/validate"
)

// handling is the preference (RFC 7240) of a client that wants to be told of its mistakes in the query of a list.
const handling = "handling=strict"

// strictly returns the handler of a list behind a check of its query, which clients ask for. For others, what is not understood is passed
// over, as the interface says.
func strictly(e endpoint.Endpoint, h handler) handler {
	known := openapi.ListQuery(e)
	if known == nil || e.Method != http.MethodGet {
		return h
	}
	return func(ctx context.Context, r *request) (response, error) {
		if !wantsStrict(r.Header) || instanceSID(r.Request) != "" && r.Caller.Instance.Scope.InstanceID == 0 {
			return h(ctx, r)
		}
		if problems := mistakes(known, jsontree.ParseForm(r.URL.RawQuery)); len(problems) > 0 {
			return response{}, problems
		}
		answer, err := h(ctx, r)
		answer.Applied = handling
		return answer, err
	}
}

// wantsStrict reports whether a client prefers strict handling.
func wantsStrict(h http.Header) bool {
	for _, line := range h.Values("Prefer") {
		for preference := range strings.FieldsFuncSeq(line, func(c rune) bool { return c == ',' || c == ';' }) {
			name, value, _ := strings.Cut(preference, "=")
			if strings.EqualFold(strings.TrimSpace(name), "handling") {
				return strings.EqualFold(strings.Trim(value, "\" \t"), "strict") // the first one counts
			}
		}
	}
	return false
}

// mistakes returns what a list would pass over in its query.
func mistakes(known []openapi.Parameter, in *jsontree.Object) (problems validate.Errors) {
	names := make([]string, len(known))
	for i, p := range known {
		names[i] = p.Name
	}
	for name, value := range in.All() {
		i := slices.Index(names, name)
		if i < 0 {
			problems.AddSentence(name, "The list has no parameter “"+name+"”"+filter.DidYouMean(name, names)+".")
		} else if failure := unread(known[i], value); failure != nil {
			problems.AddFailure(name, *failure)
		}
	}
	return problems
}

// unread returns why a value of a parameter cannot be read, nil where it can.
func unread(p openapi.Parameter, value any) *validate.Failure {
	texts, isList := value.([]any)
	text, isText := value.(string)
	switch {
	case isList && p.Name == "include", isText && p.Name == "include":
		return notAmong(p, texts, text)
	case !isText, !utf8.ValidString(text), strings.ContainsRune(text, 0):
		return &validate.MustBeString
	case p.IsNumber:
		return notNumber(p, text)
	case p.Choices != nil && !slices.Contains(p.Choices, text):
		return &validate.SelectionIsInvalid
	}
	return nil
}

func notNumber(p openapi.Parameter, text string) *validate.Failure {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil:
		return &validate.MustBeInteger
	case n < p.Min || n > p.Max:
		return &validate.SelectionIsInvalid
	}
	return nil
}

// notAmong looks at one of several texts each, as a list or with commas between them.
func notAmong(p openapi.Parameter, list []any, text string) *validate.Failure {
	if list == nil {
		for part := range strings.SplitSeq(text, ",") {
			list = append(list, strings.TrimSpace(part))
		}
	}
	for _, one := range list {
		if name, isText := one.(string); !isText || !slices.Contains(p.Choices, name) {
			return &validate.SelectionIsInvalid
		}
	}
	return nil
}
