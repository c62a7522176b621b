package jsontree

import (
	"math"
	"strconv"
	"strings"
)

// Limits of a form: variables beyond the first maxVariables are ignored, and so is a
// variable with more than maxBrackets indexes.
const (
	maxVariables = 1000
	maxBrackets  = 64
)

// ParseForm reads an urlencoded body or query the way PHP does: `a[b][0]=x` nests, `a[]=x`
// appends, dots and blanks in a top-level name become `_`, and of a name that is given twice the
// last value counts. Members whose keys are 0, 1, 2 and so on come out as []any, others as
// *Object; all other values are strings. A bad escape stands for itself, bytes that are no
// UTF-8 become U+FFFD. Only the first 1,000 variables count, and none deeper than 64 levels.
func ParseForm(query string) *Object { return ParseLongForm(query, maxVariables) }

// ParseLongForm reads a form as ParseForm does, up to another number of variables.
func ParseLongForm(query string, most int) *Object {
	root := new(branch)
	count := 0
	for pair := range strings.SplitSeq(query, "&") {
		if pair == "" {
			continue
		}
		if count++; count > most {
			break
		}
		name, value, _ := strings.Cut(pair, "=")
		root.assign(formPath(unescape(name)), unescape(value))
	}
	root.finish()
	return &root.object
}

// branch is an array in the making. Its values are strings and branches.
type branch struct {
	object Object
	next   int64 // the index that an empty pair of brackets takes
}

func (b *branch) assign(path []string, value string) {
	if len(path) == 0 {
		return
	}
	if len(path) > maxBrackets+1 {
		b.object.Delete(path[0])
		return
	}
	for _, key := range path[:len(path)-1] {
		b = b.child(key)
	}
	b.object.Set(b.key(path[len(path)-1]), value)
}

func (b *branch) child(key string) *branch {
	key = b.key(key)
	if value, _ := b.object.Get(key); value != nil {
		if child, ok := value.(*branch); ok {
			return child
		}
	}
	child := new(branch)
	b.object.Set(key, child)
	return child
}

// key resolves empty brackets to the next index and keeps count of the indexes in use.
func (b *branch) key(key string) string {
	if key == appendKey {
		key = strconv.FormatInt(b.next, 10)
	}
	n, err := strconv.ParseInt(key, 10, 64)
	if err == nil && n >= b.next && n < math.MaxInt64 && strconv.FormatInt(n, 10) == key {
		b.next = n + 1
	}
	return key
}

// finish turns the branches below into lists and objects.
func (b *branch) finish() {
	for key, value := range b.object.All() {
		if child, ok := value.(*branch); ok {
			child.finish()
			b.object.Set(key, child.value())
		}
	}
}

func (b *branch) value() any {
	list := make([]any, 0, b.object.Len())
	for key, value := range b.object.All() {
		if key != strconv.Itoa(len(list)) {
			return &b.object
		}
		list = append(list, value)
	}
	return list
}

// appendKey stands for empty brackets. No real key has a NUL, as names end at the first one.
const appendKey = "\x00"

// formPath splits a decoded name into its keys; nil means that the variable is to be ignored.
func formPath(name string) []string {
	name, _, _ = strings.Cut(strings.TrimLeft(name, " "), "\x00")
	open := strings.IndexByte(name, '[')
	if open < 0 {
		open = len(name)
	}
	if open == 0 {
		return nil
	}
	base, rest := underscored(name[:open]), name[open:]
	if rest != "" && !strings.Contains(rest, "]") {
		return []string{base + underscored(rest)}
	}
	return append([]string{base}, brackets(rest)...)
}

func underscored(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '.' || r == '[' {
			return '_'
		}
		return r
	}, name)
}

// brackets returns the keys in `[a][b][]`; what is no bracket ends them.
func brackets(rest string) []string {
	var keys []string
	for strings.HasPrefix(rest, "[") {
		end := strings.IndexByte(rest, ']')
		if end < 0 || len(keys) > maxBrackets {
			break
		}
		keys = append(keys, bracketKey(rest[1:end]))
		rest = rest[end+1:]
	}
	return keys
}

func bracketKey(key string) string {
	if len(key) == 0 || len(key) == 1 && strings.Contains(" \t\n\v\f\r", key) {
		return appendKey
	}
	return key
}

// unescape decodes `+` and `%xx`; a percent sign that begins no escape stays.
func unescape(s string) string {
	if !strings.ContainsAny(s, "+%") {
		return strings.ToValidUTF8(s, "\uFFFD")
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+':
			out = append(out, ' ')
		case c == '%' && i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2]):
			n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
			out = append(out, byte(n))
			i += 2
		default:
			out = append(out, c)
		}
	}
	return strings.ToValidUTF8(string(out), "\uFFFD")
}

func isHex(c byte) bool {
	return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
}
