package backup

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// Values that JSON cannot hold are objects with one member: the type of the value and its bytes in base64.
const (
	kindBytes = "bytes"
	kindText  = "text" // text that is not valid UTF-8
)

// rowWriter writes rows as lines.
type rowWriter struct{ encoder *json.Encoder }

func newRowWriter(w io.Writer) rowWriter {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return rowWriter{encoder}
}

// write overwrites the values of row.
func (w rowWriter) write(row []any) error {
	for i, value := range row {
		switch v := value.(type) {
		case []byte:
			row[i] = map[string][]byte{kindBytes: v}
		case string:
			if !utf8.ValidString(v) {
				row[i] = map[string][]byte{kindText: []byte(v)}
			}
		}
	}
	return w.encoder.Encode(row)
}

// rowReader reads what rowWriter has written.
type rowReader struct {
	decoder *json.Decoder
	width   int
	line    int64
}

func newRowReader(r io.Reader, width int) *rowReader {
	decoder := json.NewDecoder(r)
	decoder.UseNumber()
	return &rowReader{decoder: decoder, width: width}
}

// next returns the next row, nil after the last one.
func (r *rowReader) next() ([]any, error) {
	var row []any
	if err := r.decoder.Decode(&row); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", r.line+1, err)
	}
	r.line++
	if len(row) != r.width {
		return nil, fmt.Errorf("line %d has %d values, not %d", r.line, len(row), r.width)
	}
	for i := range row {
		var err error
		if row[i], err = stored(row[i]); err != nil {
			return nil, fmt.Errorf("line %d: %w", r.line, err)
		}
	}
	return row, nil
}

// stored returns the database's value for one of JSON.
func stored(value any) (any, error) {
	switch v := value.(type) {
	case nil, string:
		return v, nil
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n, nil
		}
		return v.Float64()
	case map[string]any:
		return unwrapped(v)
	}
	return nil, fmt.Errorf("a value of the kind %T", value)
}

func unwrapped(object map[string]any) (any, error) {
	if text, ok := object[kindBytes].(string); ok {
		return base64.StdEncoding.DecodeString(text)
	}
	text, ok := object[kindText].(string)
	if !ok {
		return nil, errors.New("an object that stands for no value")
	}
	bytes, err := base64.StdEncoding.DecodeString(text)
	return string(bytes), err
}
