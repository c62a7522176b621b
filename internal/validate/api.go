// Package validate checks what a client sent against the rules of a resource.
package validate

import (
	"context"
	"regexp"
	"time"

	"quartermaster/internal/jsontree"
)

type (
	// Rules are the fields of one kind of request, in the order in which errors are told.
	Rules []Field
	// Field is one field; its name is dotted, `*` stands for every member of a list or object.
	Field struct {
		Name  string
		Rules []Rule
	}
	// Rule is one condition on a field.
	Rule struct{}
	// Options vary a validation.
	Options struct{ Partial bool }
	// Lookup asks the store what only the store knows.
	Lookup interface {
		Missing(ctx context.Context, source string, values []string) (map[string]bool, error)
		Taken(ctx context.Context, source string, value any) (bool, error)
	}
	// Validator is a compiled list of rules.
	Validator struct{}
	// FieldError is what is wrong with one field.
	FieldError struct {
		Field    string
		Messages []string
	}
	// Errors is what is wrong with a request; nil means nothing.
	Errors []FieldError
)

func Compile(rules Rules) *Validator { return nil }

func (v *Validator) Validate(ctx context.Context, in *jsontree.Object, lookup Lookup, opts Options) (Errors, error) {
	return nil, nil
}

func (e *Errors) Add(field, message string) {}
func (e Errors) First() string              { return "" }
func (e Errors) Error() string              { return "" }
func (e Errors) AppendJSON(b []byte) []byte { return b }
func Int(v any) int64                       { return 0 }
func Float(v any) float64                   { return 0 }
func Bool(v any) bool                       { return false }
func Text(v any) string                     { return "" }
func Time(v any) time.Time                  { return time.Time{} }
func Required() Rule                        { return Rule{} }
func Nullable() Rule                        { return Rule{} }
func Present() Rule                         { return Rule{} }
func Filled() Rule                          { return Rule{} }
func Prohibited() Rule                      { return Rule{} }
func RequiredWith(fields ...string) Rule    { return Rule{} }
func String() Rule                          { return Rule{} }
func Integer() Rule                         { return Rule{} }
func Int32() Rule                           { return Rule{} }
func Numeric() Rule                         { return Rule{} }
func Boolean() Rule                         { return Rule{} }
func Array() Rule                           { return Rule{} }
func List() Rule                            { return Rule{} }
func Object() Rule                          { return Rule{} }
func In(values ...string) Rule              { return Rule{} }
func NotIn(values ...string) Rule           { return Rule{} }
func Max(n float64) Rule                    { return Rule{} }
func Min(n float64) Rule                    { return Rule{} }
func Between(low, high float64) Rule        { return Rule{} }
func Size(n float64) Rule                   { return Rule{} }
func Digits(n int) Rule                     { return Rule{} }
func Regex(re *regexp.Regexp) Rule          { return Rule{} }
func Date() Rule                            { return Rule{} }
func DateFormat(format string) Rule         { return Rule{} }
func After(date string) Rule                { return Rule{} }
func IP() Rule                              { return Rule{} }
func URL() Rule                             { return Rule{} }
func UUID() Rule                            { return Rule{} }
func JSON() Rule                            { return Rule{} }
func Distinct() Rule                        { return Rule{} }
func HexColor() Rule                        { return Rule{} }
func Email() Rule                           { return Rule{} }
func Confirmed() Rule                       { return Rule{} }
func Exists(source string) Rule             { return Rule{} }
func Unique(source string) Rule             { return Rule{} }
func Custom(f func(value any) string) Rule  { return Rule{} }
