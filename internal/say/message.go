package say

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Message is what is said: a rule and its parameters. The zero Message says nothing.
type Message struct {
	Rule   string
	Params []Param
}

// Param is a named value: a text, a number, a Line, a list of texts, one or several messages, or a Part.
type Param struct {
	Name  string
	Value any
}

// Line is the number of a line in a file, counted from 1. An edit above it changes the number and nothing else. Of a stored message it is
// the number that is named line.
type Line int

const lineParam = "line"

// Part is a value that knows how it stands in a sentence. As JSON it is data.
type Part interface {
	json.Marshaler
	Part() string
}

// New returns a message with parameters, each a name followed by its value.
func New(rule string, params ...any) Message { return Message{Rule: rule}.With(params...) }

// Plain returns a message that is a sentence already.
func Plain(sentence string) Message { return New(plainRule, plainParam, sentence) }

// The message of a sentence that nothing else is known of.
const (
	plainRule  = "sentence"
	plainParam = "text"
)

// Or returns the message, or another one if it says nothing.
func (m Message) Or(other Message) Message {
	if m.IsNone() {
		return other
	}
	return m
}

// With returns the message with more parameters.
func (m Message) With(params ...any) Message {
	m.Params = slices.Grow(slices.Clip(m.Params), len(params)/2)
	for i := 0; i+1 < len(params); i += 2 {
		name, _ := params[i].(string)
		m.Params = append(m.Params, Param{name, params[i+1]})
	}
	return m
}

// IsNone reports whether the message says nothing.
func (m Message) IsNone() bool { return m.Rule == "" && len(m.Params) == 0 }

// Param returns the value of a parameter, or nil.
func (m Message) Param(name string) any {
	for _, p := range m.Params {
		if p.Name == name {
			return p.Value
		}
	}
	return nil
}

// Line returns the first line that the message names, or 0.
func (m Message) Line() int {
	for _, p := range m.Params {
		switch v := p.Value.(type) {
		case Line:
			return int(v)
		case Message:
			if line := v.Line(); line > 0 {
				return line
			}
		}
	}
	return 0
}

// Names reports whether a parameter is that name, or a list with it, ignoring case.
func (m Message) Names(name string) bool {
	return name != "" && slices.ContainsFunc(m.Params, func(p Param) bool {
		switch v := p.Value.(type) {
		case string:
			return strings.EqualFold(v, name)
		case []string:
			return slices.ContainsFunc(v, func(one string) bool { return strings.EqualFold(one, name) })
		case Message:
			return v.Names(name)
		}
		return false
	})
}

// Equal reports whether two messages say the same of the same.
func (m Message) Equal(other Message) bool { return reflect.DeepEqual(m, other) }
