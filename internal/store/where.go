package store

import (
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// where adds conditions of a filter, which narrowed has returned.
func (db *DB) where(q *query, r *record.Resource, conditions []record.Condition) {
	for _, c := range conditions {
		q.add(" AND ")
		if c.Not {
			q.add("NOT ")
		}
		q.add("COALESCE((")
		for i, m := range c.Any {
			if i > 0 {
				q.add(" OR ")
			}
			db.match(q, r, m)
		}
		q.add("), FALSE)")
	}
}

// match adds the condition that a record, called r, matches.
func (db *DB) match(q *query, r *record.Resource, m record.Match) {
	switch m.Test {
	case record.Worded:
		db.worded(q, r, m.Text)
	case record.Listed:
		q.add(db.dialect.among("r.sid"), db.dialect.texts(m.Among))
	case record.Identified:
		q.add(db.dialect.among("r.id"), db.dialect.ids(m.IDs))
	default:
		db.fieldMatch(q, m)
	}
}

// worded adds the condition that one of the texts that search looks into contains the text, or is like a pattern with stars.
func (db *DB) worded(q *query, r *record.Resource, p record.Pattern) {
	expressions := r.Search
	if len(expressions) == 0 && r.Title != nil {
		expressions = []string{r.Title.SQL}
	}
	q.add("(FALSE")
	for _, expr := range expressions {
		q.add(" OR ")
		db.alike(q, expr, p, db.dialect.contains)
	}
	q.add(")")
}

// alike adds the condition that an expression is like a pattern; whole compares with one that has no stars.
func (db *DB) alike(q *query, expr string, p record.Pattern, whole func(expr string, ascii bool) string) {
	ascii := isASCII(strings.Join(p, ""))
	if len(p) == 1 {
		q.add(whole(expr, ascii), p[0])
		return
	}
	literal := make([]string, len(p))
	for i, part := range p {
		literal[i] = likeLiteral.Replace(part)
	}
	q.add(db.dialect.like(expr, ascii), strings.Join(literal, "%"))
}

// unset adds the condition that a field has no value.
func unset(q *query, f *record.Field) {
	switch {
	case f.Link != nil:
		q.add("NOT EXISTS (SELECT 1 FROM " + f.Link.Table + " l WHERE l." + f.Link.Owner + " = r.id AND " + f.Link.Seen("l") + ")")
	case f.HoldsText():
		q.add("COALESCE(" + f.SQL + ", '') IN ('', '[]', '{}')")
	default:
		q.add(f.SQL + " IS NULL")
	}
}

// fieldMatch adds the condition on the value of a field, on one of its ids or texts, or on a value below its list.
func (db *DB) fieldMatch(q *query, m record.Match) {
	f := m.Field
	switch {
	case len(m.Below) == 0 && m.Test == record.Unset:
		unset(q, f)
	case len(m.Below) == 0 && m.Test == record.Given:
		unset(q.add("NOT "), f)
	case len(m.Below) > 0:
		expr := db.members(q, m)
		db.value(q, m, m.Below[len(m.Below)-1], expr)
		q.add(")")
	case f.Link != nil:
		q.add("EXISTS (SELECT 1 FROM " + f.Link.Table + " l WHERE l." + f.Link.Owner + " = r.id AND " + f.Link.Seen("l") + " AND ")
		db.value(q, m, f, "l."+f.Link.Column)
		q.add(")")
	case f.Type == record.Texts:
		q.add("EXISTS (SELECT 1 FROM " + db.dialect.texted(f.SQL) + " m WHERE ")
		db.value(q, m, f, "m.value")
		q.add(")")
	case m.Else != "":
		db.value(q, m, f, "COALESCE("+f.SQL+", '"+m.Else+"')")
	default:
		db.value(q, m, f, f.SQL)
	}
}

// members adds the start of a condition on what is below a list, up to the value itself, whose expression it returns.
func (db *DB) members(q *query, m record.Match) (expr string) {
	last := len(m.Below) - 1
	q.add("EXISTS (SELECT 1 FROM " + db.dialect.members(m.Field.SQL) + " m0")
	for i, f := range m.Below[:last] {
		q.add(", " + db.dialect.members("m"+strconv.Itoa(i)+".value -> '"+f.Name+"'") + " m" + strconv.Itoa(i+1))
	}
	q.add(" WHERE ")
	return "(m" + strconv.Itoa(last) + ".value ->> '" + m.Below[last].Name + "')"
}

// value adds the comparison of a match with an expression.
func (db *DB) value(q *query, m record.Match, f *record.Field, expr string) {
	switch m.Test {
	case record.OneOf:
		if len(m.Among) == 1 {
			db.alike(q, expr, m.Among, db.dialect.equals)
			return
		}
		q.add(db.dialect.amongFold(expr, isASCII(strings.Join(m.Among, ""))), db.dialect.texts(m.Among))
	case record.Texted:
		db.alike(q, expr, m.Text, db.dialect.equals)
	case record.Holds:
		db.alike(q, expr, m.Text, db.dialect.contains)
	case record.Linked:
		q.add(db.dialect.among(expr), db.dialect.ids(m.IDs))
	case record.Ranged:
		ranged(q, m.Range, expr)
	case record.Unset:
		q.add(expr + " IS NULL")
	case record.Given:
		q.add(expr + " IS NOT NULL")
	default:
		panic("store: a condition of " + f.Name + " is not for the database")
	}
}

// ranged adds the condition that a number is in a range.
func ranged(q *query, r record.Range, expr string) {
	q.add("(TRUE")
	for _, end := range []struct {
		value  any
		sign   string
		strict bool
	}{{r.From, " > ", r.Above}, {r.To, " < ", r.LessThan}} {
		if end.value == nil {
			continue
		}
		sign := end.sign
		if !end.strict {
			sign = strings.TrimRight(sign, " ") + "= "
		}
		number := numberType(end.value)
		q.add(" AND CAST("+expr+" AS "+number+")"+sign+"CAST($ AS "+number+")", end.value)
	}
	q.add(")")
}

// numberType is the type of an end, in the words that both databases know.
func numberType(value any) string {
	if _, ok := value.(float64); ok {
		return "DOUBLE PRECISION"
	}
	return "BIGINT"
}
