package say

import (
	"encoding/json"

	"quartermaster/internal/jsontree"
)

// opening begins each stored message.
const opening = `{"rule":`

// Stored returns the message as it is stored: JSON, the parameters by name and in order.
func (m Message) Stored() string {
	text, _ := m.MarshalJSON() // texts, numbers and lists of them can be written
	return string(text)
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
