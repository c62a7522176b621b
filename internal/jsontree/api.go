package jsontree

// Parse reads one strict JSON document.
func Parse(data []byte) (any, error) { return nil, nil }

// ParseBody reads the JSON body of a request.
func ParseBody(data []byte) *Object { return new(Object) }

// ParseForm reads an urlencoded body or query.
func ParseForm(query string) *Object { return new(Object) }

// Prepare trims strings and turns empty ones into null, in place.
func Prepare(o *Object) {}

// AppendString appends s as a JSON string, with its quotes.
func AppendString(b []byte, s string) []byte { return b }

// AppendInt appends n.
func AppendInt(b []byte, n int64) []byte { return b }

// AppendFloat appends f.
func AppendFloat(b []byte, f float64) []byte { return b }

// AppendBool appends v.
func AppendBool(b []byte, v bool) []byte { return b }

// AppendTime appends a time in microseconds since the epoch as a JSON string, with its quotes.
func AppendTime(b []byte, micros int64) []byte { return b }

// AppendValue appends any value of a tree, int, int64, float64, []int64 or []string.
func AppendValue(b []byte, v any) []byte { return b }
