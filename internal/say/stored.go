package say

import (
	"bytes"
	"encoding/json"
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

// MarshalJSON implements json.Marshaler.
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

// UnmarshalJSON implements json.Unmarshaler. Numbers are int64 or float64, lists []string.
func (m *Message) UnmarshalJSON(text []byte) error {
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
			m.Params = append(m.Params, Param{name, valueOf(value)})
		}
	}
	return nil
}

func valueOf(value any) any {
	switch v := value.(type) {
	case jsontree.Number:
		return numberOf(v)
	case []any:
		list := make([]string, len(v))
		for i, one := range v {
			list[i], _ = one.(string)
		}
		return list
	case *jsontree.Object:
		var m Message
		if json.Unmarshal(jsontree.AppendValue(nil, v), &m) == nil {
			return m
		}
	}
	return value
}

func numberOf(text jsontree.Number) any {
	var n int64
	if d := json.NewDecoder(bytes.NewReader([]byte(text))); d.Decode(&n) == nil {
		return n
	}
	var f float64
	_ = json.Unmarshal([]byte(text), &f) // it has been read as a number
	return f
}
