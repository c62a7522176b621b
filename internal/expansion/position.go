package expansion

import (
	"slices"
	"strings"
)

// IsPosition reports whether the field says where in the world something is: a vector or several that are no direction and no size, or what
// is declared to be a position.
func (f *Field) IsPosition() bool {
	if f.Type != Vector {
		return f.Format == PositionFormat
	}
	return !slices.ContainsFunc([]string{"Orientation", "Rotation", "ypr", "Size"}, func(other string) bool {
		return strings.Contains(f.Name, other)
	})
}
