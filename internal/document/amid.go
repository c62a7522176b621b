package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// fieldsAmid returns the fields of an object as like ones of other servers show them: of the types that all of their values have, unless
// those of its own are of another one, with what numbers the others have in the help. Fields that only the others have are offered, but in
// XML, where it is not known what they would be written as. Texts of the others are in none of them.
func (d *Document) fieldsAmid(own []*expansion.Field, object *jsontree.Object, others []*jsontree.Object) (fields []*expansion.Field) {
	named := expansion.ByName(own)
	for _, f := range fieldsIn(append([]*jsontree.Object{object}, others...)) {
		switch mine := named(f.Name); {
		case mine == nil && d.Format == "xml":
			continue
		case mine == nil:
			d.offer(f, others)
		case !isOfSort(mine, f) && !isEmptyIn(object, f):
			f = mine
		case f.Shape == expansion.Single && f.Type == expansion.Object:
			value, _ := object.Get(f.Name)
			inside, _ := value.(*jsontree.Object)
			f.Optional = false
			f.Fields = d.fieldsAmid(mine.Fields, inside, objectsAt(f.Name, others))
		default:
			f.Optional, f.Fields = false, columnsAmid(mine.Fields, f.Fields)
			value, _ := object.Get(f.Name)
			tellUsual(f, value, others)
		}
		fields = append(fields, f)
	}
	return fields
}

// columnsAmid returns the fields of the objects in a list or map as those of other servers show them, and none that only these have.
func columnsAmid(own, all []*expansion.Field) []*expansion.Field {
	if own == nil {
		return all
	}
	named, fields := expansion.ByName(all), slices.Clone(own)
	for i, mine := range own {
		if f := named(mine.Name); f != nil && isOfSort(mine, f) {
			fields[i] = f
			f.Fields = columnsAmid(mine.Fields, f.Fields)
		}
	}
	return fields
}

// offer makes a field one that the file does not have, and others do.
func (d *Document) offer(f *expansion.Field, others []*jsontree.Object) {
	f.Offered, f.Optional, f.Default = true, true, nil
	if f.Shape == expansion.Single && f.Type == expansion.Object {
		f.Fields = d.fieldsAmid(nil, nil, objectsAt(f.Name, others))
	}
	tellUsual(f, nil, others)
}

// isOfSort reports whether a field holds what one does that follows from more values. Of empty lists and objects that is not known.
func isOfSort(mine, f *expansion.Field) bool {
	switch {
	case mine.Type == expansion.Any:
		return mine.Shape == expansion.List && f.Shape == expansion.List
	case mine.Shape != f.Shape:
		return false
	}
	return mine.Type == f.Type || isNumeric(mine) && isNumeric(f)
}

// isEmptyIn reports whether an object has null or an empty object where other servers have what a field says.
func isEmptyIn(object *jsontree.Object, f *expansion.Field) bool {
	value, _ := object.Get(f.Name)
	inside, isObject := value.(*jsontree.Object)
	takesObject := f.Type == expansion.Object && f.Shape == expansion.Single || f.Shape == expansion.Map || f.Shape == expansion.MapLists
	return value == nil || isObject && inside.Len() == 0 && takesObject
}

func isNumeric(f *expansion.Field) bool {
	return f.Type == expansion.Float || f.Type == expansion.Int || f.Type == expansion.Bool
}

func objectsAt(key string, of []*jsontree.Object) (list []*jsontree.Object) {
	for _, object := range of {
		value, _ := object.Get(key)
		if inside, is := value.(*jsontree.Object); is {
			list = append(list, inside)
		}
	}
	return list
}

// tellUsual says in the help of a single number what it is on other servers.
func tellUsual(f *expansion.Field, value any, others []*jsontree.Object) {
	if f.Shape != expansion.Single || !isNumeric(f) || f.Format != "" || isSecretKey.MatchString(f.Name) || servercfg.IsSecretName(f.Name) {
		return
	}
	var numbers []float64
	for _, object := range others {
		other, _ := object.Get(f.Name)
		if n, is := expansion.NumberOf(other); is {
			numbers = append(numbers, n)
		}
	}
	if len(numbers) == 0 {
		return
	}
	f.Help = usualOf(f, numbers)
	if n, is := expansion.NumberOf(value); is && f.Type != expansion.Bool && isFarFrom(n, numbers) {
		f.Help += " This value is far from that."
	}
}

// usualOf says what numbers of other servers are.
func usualOf(f *expansion.Field, numbers []float64) string {
	servers, least, most := serversOf(len(numbers)), slices.Min(numbers), slices.Max(numbers)
	switch {
	case f.Type == expansion.Bool && most == 0:
		return servers + ": off."
	case f.Type == expansion.Bool && least == 1:
		return servers + ": on."
	case f.Type == expansion.Bool:
		off := slices.DeleteFunc(slices.Clone(numbers), func(n float64) bool { return n != 0 })
		return fmt.Sprintf("%s: %d on, %d off.", servers, len(numbers)-len(off), len(off))
	case most > least:
		return strings.TrimSpace(servers+": "+decimal(least)+" to "+decimal(most)+" "+f.Unit) + "."
	}
	return strings.TrimSpace(servers+": "+decimal(least)+" "+f.Unit) + "."
}

func serversOf(count int) string {
	if count == 1 {
		return "Another server"
	}
	return fmt.Sprintf("%d other servers", count)
}

func decimal(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// isFarFrom reports whether a number is more than ten times as large as the largest of others, or less than a tenth of the least.
func isFarFrom(n float64, others []float64) bool {
	const far = 10
	least, most := slices.Min(others), slices.Max(others)
	return least > 0 && n > 0 && (n > far*most || n*far < least)
}
