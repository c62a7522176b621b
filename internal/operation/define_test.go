package operation

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"quartermaster/internal/access"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/validate"
)

type doubling struct {
	N int64 `field:"n,required,min=1" example:"2"`
}

type doubled struct {
	Twice int64 `field:"twice" example:"4"`
}

// TestOperationsReadTheirInputAndWriteTheirAnswer: by the tags of both, and what breaks a rule never reaches the work.
func TestOperationsReadTheirInputAndWriteTheirAnswer(t *testing.T) {
	t.Parallel()
	double := define("double number", post, "double", access.Edit, "Doubles a number.",
		func(_ context.Context, _ *Call, in doubling) (doubled, error) { return doubled{2 * in.N}, nil })
	for body, want := range map[string]string{
		`{"n": 2}`: `{"twice":4}`, `{"n": "3", "more": true}`: `{"twice":6}`, `{"n": 0}`: "n", `{}`: "n", `{"n": "two"}`: "n",
	} {
		answer, err := double.Run(t.Context(), &Call{}, jsontree.ParseBody([]byte(body)))
		got := string(answer.Data)
		if refused := (validate.Errors{}); errors.As(err, &refused) {
			got = refused[0].Field
		}
		if got != want {
			t.Errorf("%s: %s, %v, want %s", body, got, err, want)
		}
	}
}

// TestListsAreAnsweredPageByPage: those that the filter finds are counted, and no page lies beyond the end.
func TestListsAreAnsweredPageByPage(t *testing.T) {
	t.Parallel()
	numbers := make([]doubled, 25)
	for i := range numbers {
		numbers[i].Twice = int64(2 * i)
	}
	for query, want := range map[string]string{
		"per_page=10": "10 of 25, from 0", "page=3&per_page=10": "5 of 25, from 40", "page=9&per_page=10": "0 of 25",
	} {
		list, page, err := pageThat(t.Context(), &Call{}, record.Packs, jsontree.ParseForm(query),
			func(offset, limit int) ([]doubled, int64, error) { return onPage(numbers, offset, limit), 25, nil })
		got := fmt.Sprintf("%d of %d", len(list), page.Total)
		if len(list) > 0 {
			got += fmt.Sprintf(", from %d", list[0].Twice)
		}
		if err != nil || got != want {
			t.Errorf("%s: %s, %v, want %s", query, got, err, want)
		}
	}
}
