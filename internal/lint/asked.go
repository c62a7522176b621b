package lint

import "quartermaster/internal/record"

// Filters can ask for the findings of a rule: problem:min-over-nominal.
func init() {
	for _, rule := range Rules() {
		record.AskedAlso(record.HasProblem, rule.ID)
		record.Findings.Field("rule").In = append(record.Findings.Field("rule").In, rule.ID)
	}
}
