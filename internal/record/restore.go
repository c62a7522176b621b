package record

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ReadValue is the reverse of AppendValue: it returns the stored value for a JSON text. Null in a field that is no longer nullable gives
// the default. It returns an error for a text that is no value of the field.
func (f *Field) ReadValue(text []byte) (any, error) {
	if string(text) == "null" {
		return f.unset(), nil
	}
	if f.isJSON() {
		return string(text), nil
	}
	value, err := f.readSingle(text)
	if err != nil {
		return nil, fmt.Errorf("field %s: %w", f.Name, err)
	}
	return value, nil
}

func (f *Field) unset() any {
	if f.Type == Flag && !f.Nullable {
		return f.Default
	}
	return nil
}

func (f *Field) readSingle(text []byte) (any, error) {
	switch f.Type {
	case Int:
		return strconv.ParseInt(string(text), 10, 64)
	case Float:
		return strconv.ParseFloat(string(text), 64)
	case Flag:
		set, err := strconv.ParseBool(string(text))
		return flag(set), err
	case Links:
		ids := []int64{}
		err := json.Unmarshal(text, &ids)
		return ids, err
	}
	var plain string
	if err := json.Unmarshal(text, &plain); err != nil {
		return nil, err
	}
	return f.readText(plain)
}

// readText parses a value that is a text on the wire.
func (f *Field) readText(plain string) (any, error) {
	switch f.Type {
	case Decimal:
		return strconv.ParseInt(strings.Replace(plain, ".", "", 1), 10, 64)
	case Time:
		t, err := time.Parse(time.RFC3339Nano, plain)
		return t.UnixMicro(), err
	}
	return plain, nil
}
