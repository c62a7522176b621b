package say

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"

	"quartermaster/internal/jsontree"
)

// opening begins each stored message.
const opening = `{"rule":`

// Stored returns the message as it is stored: JSON, the parameters by name and in order.
func (m Message) Stored() string {
	text, _ := m.MarshalJSON() // texts, numbers and lists of them can be written
	return string(text)
}

// Parse returns a stored message. A text that is none is a sentence from before messages were stored.
func Parse(stored string) Message {
	var m Message
	if strings.HasPrefix(stored, opening) && json.Unmarshal([]byte(stored), &m) == nil {
		return m
	}
	if stored == "" {
		return m
	}
	return Plain(stored)
}

// saidView is a message as it goes over the wire, and as it is stored.
type saidView struct {
	Rule   string           `field:"rule" help:"What is said." example:"line"`
	Params *jsontree.Object `field:"params" help:"What is particular about it, by name: texts, numbers, lists, and others of these."`
}

// LooksLike returns the type that describes what AppendJSON writes.
func (Message) LooksLike() reflect.Type { return reflect.TypeFor[saidView]() }

// AppendJSON appends the message as it is stored.
func (m Message) AppendJSON(b []byte) []byte { return append(b, m.Stored()...) }

// MarshalJSON implements json.Marshaler. The error is that of a parameter that is no JSON.
func (m Message) MarshalJSON() ([]byte, error) {
	b := append([]byte(opening), jsontree.AppendString(nil, m.Rule)...)
	b = append(b, `,"params":{`...)
	for i, p := range m.Params {
		if i > 0 {
			b = append(b, ',')
		}
		value, err := json.Marshal(p.Value)
		if err != nil {
			return nil, err
		}
		b = append(append(jsontree.AppendString(b, p.Name), ':'), value...)
	}
	return append(b, "}}"...), nil
}

// UnmarshalJSON implements json.Unmarshaler. Numbers are int64 or float64, and a Line where they are
// named line; lists are of texts or of messages. A text is a sentence from before messages were stored.
// The error is that of the JSON.
func (m *Message) UnmarshalJSON(text []byte) error {
	var sentence string
	if json.Unmarshal(text, &sentence) == nil {
		*m = Parse(sentence)
		return nil
	}
	read := struct {
		Rule   string          `json:"rule"`
		Params json.RawMessage `json:"params"`
	}{}
	if err := json.Unmarshal(text, &read); err != nil {
		return err
	}
	m.Rule, m.Params = read.Rule, nil
	if tree := jsontree.ParseBody(read.Params); tree != nil {
		for name, value := range tree.All() {
			m.Params = append(m.Params, Param{name, valueOf(name, value)})
		}
	}
	return nil
}

func valueOf(name string, value any) any {
	switch v := value.(type) {
	case jsontree.Number:
		return numberOf(name, v)
	case []any:
		return listOf(v)
	case *jsontree.Object:
		return messageOf(v)
	}
	return value
}

// listOf returns a list of messages or of texts.
func listOf(values []any) any {
	var messages []Message
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i], _ = value.(string)
		if o, isObject := value.(*jsontree.Object); isObject {
			messages = append(messages, messageOf(o))
		}
	}
	if messages != nil {
		return messages
	}
	return texts
}

func messageOf(o *jsontree.Object) (m Message) {
	_ = m.UnmarshalJSON(jsontree.AppendValue(nil, o)) // of anything else nothing is left
	return m
}

func numberOf(name string, text jsontree.Number) any {
	var n int64
	if d := json.NewDecoder(bytes.NewReader([]byte(text))); d.Decode(&n) == nil {
		if name == lineParam {
			return Line(n)
		}
		return n
	}
	var f float64
	_ = json.Unmarshal([]byte(text), &f) // it has been read as a number
	return f
}
