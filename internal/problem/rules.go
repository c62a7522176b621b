package problem

// Rule is what a field may break: the member rule of codes.
type Rule struct {
	Name       string
	Parameters string // what they are; empty for none
	Means      string
}

// Rules returns the rules that programs may meet, the most usual first.
func Rules() []Rule {
	return []Rule{
		{"required", "", "The field is missing, null or empty."},
		{"required_with", "another field", "The field is missing although the other one is there."},
		{"required_without", "another field", "The field is missing, and so is the other one."},
		{"present", "", "The field is missing; it may be null or empty."},
		{"string", "", "The value is no text. Ids of players are texts of digits."},
		{"integer", "", "The value is no whole number."},
		{"numeric", "", "The value is no number."},
		{"boolean", "", "The value is neither true nor false, 1 nor 0."},
		{"array", "", "The value is no list and no object."},
		{"list", "", "The value is no list."},
		{"object", "", "The value is no object."},
		{"date", "", "The value is no date or time."},
		{"ip", "", "The value is no IP address."},
		{"regex", "", "The text has another format than the field needs."},
		{"in", "what is allowed", "The value is none of the allowed ones."},
		{"exists", "", "There is no such record, or you do not have it."},
		{"unique", "", "Another record has this value already."},
		{"distinct", "", "The value is in the list more than once."},
		{"min", "the bound", "The number is too small, the text too short, or the list has too few entries."},
		{"max", "the bound", "The number is too large, the text too long, or the list has too many entries."},
		{"max_bytes", "the bound", "The text has too many bytes for the name of a file."},
		{"max_depth", "the bound", "The value is nested too deeply."},
		{"between", "both bounds", "The number is outside of its bounds."},
		{"size", "the size", "The text or the list has another length than it must have."},
		{"filter", "what and why", "The filter is not understood."},
		{"immutable", "", "The value never changes."},
		{"prohibited", "what to use", "The field cannot be set here."},
		{"kind", "the reason", "The value does not fit the kind of file."},
		{"integer_keys", "", "A key of the object is no whole number."},
		{"vector", "", "The value is no list of three numbers."},
		{"float", "", "The number does not fit into 32 bits."},
		{"plan", "", "Your plan does not allow another one."},
		{"in_use", "", "Other records need this one."},
		{"other", "", "Something else is wrong; only the sentence in errors says what."},
	}
}
