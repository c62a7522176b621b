package lint

import (
	"quartermaster/internal/jsontree"
)

// AppendFindings appends findings as a JSON array. A flood has how many it stands for as its count, and those as its records.
func AppendFindings(b []byte, found []Finding) []byte {
	return jsontree.AppendList(b, found, AppendFinding)
}

// AppendFinding appends a finding as a JSON object.
func AppendFinding(b []byte, f Finding) []byte {
	b = jsontree.AppendString(append(b, `{"severity":`...), string(f.Severity))
	b = jsontree.AppendString(append(b, `,"rule":`...), f.Rule.ID)
	b = jsontree.AppendString(append(b, `,"resource":`...), f.Resource.Path)
	b = jsontree.AppendString(append(b, `,"sid":`...), f.SID)
	b = jsontree.AppendString(append(b, `,"name":`...), f.Label())
	b = jsontree.AppendString(append(b, `,"message":`...), f.Message)
	b = append(b, `,"fix":`...)
	if f.Fix == nil {
		b = append(b, "null"...)
	} else {
		b = jsontree.AppendString(b, f.Fix.Summary)
	}
	b = jsontree.AppendBool(append(b, `,"vanilla":`...), f.Vanilla)
	if f.Members != nil {
		b = jsontree.AppendInt(append(b, `,"count":`...), int64(f.Count()))
		b = jsontree.AppendList(append(b, `,"records":`...), f.Members, appendMember)
	}
	return append(b, '}')
}

func appendMember(b []byte, f Finding) []byte {
	b = jsontree.AppendString(append(b, `{"sid":`...), f.SID)
	b = jsontree.AppendString(append(b, `,"name":`...), f.Label())
	return append(jsontree.AppendString(append(b, `,"message":`...), f.Message), '}')
}

// AppendTallies appends tallies as a JSON array.
func AppendTallies(b []byte, list []Tally) []byte {
	return jsontree.AppendList(b, list, func(b []byte, t Tally) []byte {
		b = jsontree.AppendString(append(b, `{"rule":`...), t.Rule.ID)
		b = jsontree.AppendString(append(b, `,"title":`...), t.Rule.Title)
		b = jsontree.AppendString(append(b, `,"severity":`...), string(t.Severity))
		b = jsontree.AppendInt(append(b, `,"count":`...), int64(t.Count))
		b = jsontree.AppendInt(append(b, `,"fixable":`...), int64(t.Fixable))
		b = jsontree.AppendInt(append(b, `,"vanilla":`...), int64(t.Vanilla))
		return append(b, '}')
	})
}

// AppendDifferences appends differences as a JSON array. The side on which a record does not exist is null.
func AppendDifferences(b []byte, list []Difference) []byte {
	return jsontree.AppendList(b, list, appendDifference)
}

func appendDifference(b []byte, d Difference) []byte {
	b = jsontree.AppendString(append(b, `{"resource":`...), d.Resource.Path)
	b = orNull(append(b, `,"sid":`...), d.SID, jsontree.AppendString)
	b = jsontree.AppendString(append(b, `,"title":`...), d.Name)
	b = orNull(append(b, `,"before":`...), d.Before, appendText)
	b = orNull(append(b, `,"after":`...), d.After, appendText)
	return append(b, '}')
}

func appendText(b []byte, text string) []byte { return append(b, text...) }

func orNull(b []byte, text string, appendSet func([]byte, string) []byte) []byte {
	if text == "" {
		return append(b, "null"...)
	}
	return appendSet(b, text)
}

// AppendRules appends the rules with their severities in an instance as a JSON array.
func (s Settings) AppendRules(b []byte) []byte {
	return jsontree.AppendList(b, Rules(), func(b []byte, rule *Rule) []byte {
		b = jsontree.AppendString(append(b, `{"rule":`...), rule.ID)
		b = jsontree.AppendString(append(b, `,"title":`...), rule.Title)
		b = jsontree.AppendString(append(b, `,"severity":`...), string(s.Of(rule)))
		b = jsontree.AppendString(append(b, `,"default":`...), string(rule.Severity))
		return append(b, '}')
	})
}
