package mission

import (
	"bytes"
	"fmt"
	"math"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// hundredths rounds to two decimals. It returns an error for a number that a record cannot hold.
func hundredths(n float64) (record.Hundredths, error) {
	if n < math.MinInt32 || n > math.MaxInt32 {
		return 0, fmt.Errorf("%g is not between %d and %d", n, math.MinInt32, math.MaxInt32)
	}
	return record.Hundredths(math.Round(n * 100)), nil
}

func fromHundredths(n record.Hundredths) float64 { return float64(n) / 100 }

// orNil returns nil for an empty text.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func textOf(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// isText reports whether both databases can store the data as text.
func isText(data []byte) bool { return utf8.Valid(data) && bytes.IndexByte(data, 0) < 0 }

func metres(n *record.Hundredths) *float64 {
	if n == nil {
		return nil
	}
	return new(fromHundredths(*n))
}

func objectText(object *jsontree.Object) record.JSON {
	if object == nil {
		return "{}"
	}
	return record.JSON(jsontree.AppendValue(nil, object))
}

// objectOf parses an object of a record; it returns nil for an empty one.
func objectOf(text record.JSON) *jsontree.Object {
	tree, err := jsontree.Parse([]byte(text))
	object, ok := tree.(*jsontree.Object)
	if err != nil || !ok || object.Len() == 0 {
		return nil
	}
	return object
}

// rank returns 1 for true and 0 for false: what is sorted by it has the false ones first.
func rank(is bool) int {
	if is {
		return 1
	}
	return 0
}
