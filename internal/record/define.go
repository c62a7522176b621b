package record

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"quartermaster/internal/validate"
)

// formats holds the patterns of the format options, in the syntax that Go and JavaScript have in common.
var formats = map[string]*regexp.Regexp{
	// The name of a folder, valid on every system.
	"segment": regexp.MustCompile(`^[A-Za-z0-9_-][A-Za-z0-9._ -]*$`),
	// The path of an XML file below another folder, valid on every system; no folder is called . or .. or ends with a blank.
	"xmlpath": regexp.MustCompile(`^([^\\/:*?"<>|\x00-\x1f]*[^\\/:*?"<>|\x00-\x1f. ]/)*[^\\/:*?"<>|\x00-\x1f]+\.[xX][mM][lL]$`),
	// Text for one line of a file in which two slashes begin a comment.
	"line": regexp.MustCompile(`^([^\r\n/]|/[^\r\n/])*/?$`),
	// A class name in a file in which blanks, commas and tags end it.
	"class": regexp.MustCompile(`^[^\s,<>/]+$`),
	// The name of a JSON file without its extension, valid on every system.
	"filename": regexp.MustCompile(`^[^\\/:*?"<>|\x00-\x1f]*[^\\/:*?"<>|\x00-\x1f. ]$`),
	// A cron expression, and the name of a time zone, as far as their signs go; package cron reads them.
	"cron": regexp.MustCompile(`^[0-9A-Za-z*,/ \t-]+$`),
	"zone": regexp.MustCompile(`^[A-Za-z0-9_+/-]+$`),
	// How long something lasts: minutes, hours or days.
	"span": regexp.MustCompile(`^[1-9][0-9]{0,4}[mhd]$`),
	// A public identifier.
	"sidtext": regexp.MustCompile(`^[0-9A-Za-z]{1,40}$`),
	// Text without a line break.
	"oneline": regexp.MustCompile(`^[^\r\n]*$`),
	"digits":  regexp.MustCompile(`^[0-9]+$`),
	// The second column of an item in TraderConfig.txt: formats of the Dr. Jones Trader.
	"quantity": regexp.MustCompile(`^(\*|[Vv]|[Vv][Nn][Kk]|[MmWwSs]|[Kk][Ll]?|-?[0-9]{1,10})$`),
}

// fieldsOf returns the fields of a struct by its tags:
//
//	field:"name,required,max=255"  the wire name and options: required, readonly, hidden, unlisted, listed, secret,
//	                               unique, fixed, digit, lenient, entries, ip, classname, closed, min=, max=, column=, and the formats below
//	sql:"..."                      the field is computed by this expression and read-only; published(types t) in it stands for
//	                               the condition that a row t of types is one that people see
//	ref:"categories"               the field holds ids of that resource
//	links:"table owner column"     where a []int64 is stored
//	count:"children_count"         the field that holds how many nested records there are
//	counts:"types"                 the field is the number of an instance's records of that resource, and read-only; counts:"types
//	                               tag_id" is that of the records that name this one in the column
//	in:"a b"                       the allowed texts
//	default:"1"                    the value of a new record without it
//	usual:"0..100"                 bounds that forms warn about; the upper one may be a field, or map for the map's size
//	label, unit, help, example     for people
//
// It panics on a mistake in a tag, so that the program does not start.
func fieldsOf(t reflect.Type, path []int) []*Field {
	var fields []*Field
	for i := range t.NumField() {
		sf := t.Field(i)
		index := append(append([]int{}, path...), i)
		if sf.Anonymous {
			fields = append(fields, fieldsOf(sf.Type, index)...)
			continue
		}
		fields = append(fields, newField(sf, index))
	}
	return fields
}

func newField(sf reflect.StructField, index []int) *Field {
	name, options, _ := strings.Cut(sf.Tag.Get("field"), ",")
	if name == "" {
		panic("record: " + sf.Name + " has no field tag")
	}
	f := &Field{
		Name: name, Column: name, Label: sf.Tag.Get("label"), Unit: sf.Tag.Get("unit"), Help: sf.Tag.Get("help"), Example: sf.Tag.Get("example"),
		Ref: sf.Tag.Get("ref"), Count: sf.Tag.Get("count"), In: strings.Fields(sf.Tag.Get("in")), index: index,
		key: []byte(strconv.Quote(name) + ":"),
	}
	f.Type, f.Nullable = dataTypeOf(sf.Type)
	f.Said = sf.Type == reflect.TypeFor[Said]() || sf.Type == reflect.TypeFor[*Said]()
	for option := range strings.SplitSeq(options, ",") {
		f.apply(option)
	}
	if f.Label == "" {
		f.Label = labelOf(name)
	}
	f.place(sf)
	f.Usual = usualOf(sf.Tag.Get("usual"))
	f.Default = f.parseDefault(sf.Tag.Get("default"))
	return f
}

func (f *Field) apply(option string) {
	word, value, _ := strings.Cut(option, "=")
	switch word {
	case "":
	case "required":
		f.Required = true
	case "readonly":
		f.ReadOnly = true
	case "hidden":
		f.Hidden = true
	case "unlisted":
		f.Nested = true
	case "listed":
		f.Listed = true
	case "secret":
		f.Secret = true
	case "unique":
		f.Unique = true
	case "fixed":
		f.Fixed = true
	case "lenient":
		f.Lenient = true
	case "digit":
		f.Digit = true
	case "ip":
		f.Format, f.Checks = option, append(f.Checks, validate.IP())
	case "entries":
		f.Checks = append(f.Checks, validate.Custom(holdsEntries))
	case "classname":
		f.ClassName = true
	case "closed":
		f.Closed = true
	case "column":
		f.Column = value
	case "min":
		f.Min = bound(value)
	case "max":
		f.Max = bound(value)
	default:
		f.Format, f.Checks = option, append(f.Checks, validate.Regex(formatOf(f.Name, option)))
	}
}

func formatOf(field, option string) *regexp.Regexp {
	format, known := formats[option]
	if !known {
		panic(fmt.Sprintf("record: field %s: unknown option %q", field, option))
	}
	return format
}

// Pattern returns the regular expression that a text of the field must match, or "".
func (f *Field) Pattern() string {
	if format, known := formats[f.Format]; known {
		return format.String()
	}
	return ""
}

// place sets where the field's value is stored: in a column, in a link table, or nowhere because it is computed.
func (f *Field) place(sf reflect.StructField) {
	f.SQL = "r." + f.Column
	if expr := sf.Tag.Get("sql"); expr != "" {
		f.compute(expr)
	}
	if counted := sf.Tag.Get("counts"); counted != "" {
		f.count(counted)
	}
	switch f.Type {
	case Links:
		names := strings.Fields(sf.Tag.Get("links"))
		f.Link = &Link{Table: names[0], Owner: names[1], Column: names[2]}
		f.Column, f.SQL, f.Nested = "", "", !f.Listed
	case List:
		f.Items, f.Item, f.Nested = fieldsOf(sf.Type.Elem(), nil), sf.Type.Elem().Name(), true
	case Texts:
		f.Nested = true
	}
}

// count makes the field the number of the records of a table: of those of the instance, or of those that name the record in a column.
func (f *Field) count(counted string) {
	table, column, named := strings.Cut(counted, " ")
	if !named {
		f.Counts, column = table, "instance_id"
	}
	f.compute("(SELECT count(*) FROM " + table + " c WHERE c." + column + " = r.id AND published(" + table + " c))")
}

// compute makes the field one that is read by an expression and not stored.
func (f *Field) compute(expression string) {
	f.SQL, f.Column, f.ReadOnly = withPublished(expression), "", true
}

func bound(text string) *float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic("record: bound " + text)
	}
	return &n
}

func (f *Field) parseDefault(text string) any {
	switch {
	case text == "" && (f.Type == List || f.Type == Texts):
		return "[]"
	case text == "" && f.Type == Object:
		return "{}"
	case text == "":
		return nil
	case f.Type == Int, f.Type == Flag:
		return int64(*bound(text))
	case f.Type == Float:
		return *bound(text)
	case f.Type == Decimal:
		return hundredths(*bound(text))
	}
	return text
}
