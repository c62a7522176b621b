package lint

import (
	"encoding/json"
	"math"
	"strconv"

	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
	"quartermaster/internal/validate"
)

// What rules say is data: a variant of the rule and its parameters. Rule.Says has the sentences.
type (
	message   = say.Message
	sentences = say.Table
)

// says returns what a rule says: a variant, which is a key of its sentences, with parameters, each a name and a value.
func says(variant string, params ...any) message { return say.New(variant, params...) }

// nearly returns what a rule says of something unknown: with what was most likely meant if that is known, as another variant.
func nearly(variant, near string, params ...any) message {
	if near == "" {
		return says(variant, params...)
	}
	return says(variant+"-near", params...).With("near", near)
}

// inLine returns the number of a line as a parameter.
func inLine(n int) say.Line { return say.Line(n) }

// rounded returns a number of a file for people: 0.8999999761581421, a float of 32 bits, is 0.9.
func rounded(n float64) float64 {
	if n == math.Trunc(n) {
		return n
	}
	short, _ := strconv.ParseFloat(strconv.FormatFloat(n, 'f', -1, 32), 64) // it is a number
	return short
}

// common are the sentences that several rules say.
var common = sentences{
	"broken-rule": "Quartermaster could not finish checking this rule because of an error. " +
		"Its log has the details; please report it.",
	"more-problems":   "{n|more problem|more problems} like this in the file.",
	"unknown-classes": "Neither the instance nor the catalog has {classes:quoted}.",
	"unknown-class":   "The class has no loot entry and is not in the catalog.",
	"same-entry":      "The file has an earlier entry with the same name and content.",
	"same-name":       "The file has an earlier entry with the same name.",
	"value":           "{at} (line {line}) {is}.",

	"set":          "Set it to {value}.",
	"swap":         "Swap the two.",
	"delete-entry": "Delete this entry.",
	"remove":       "Remove {names:quoted}.",
	"remove-some":  "Remove {names:some}.",

	// where a log says something
	"log":         "{file}, line {line}",
	"log-started": "{file}, line {line}, server started {started}",

	"spot": "x {x}, z {z}",

	// the first letter of another script in a name
	"letter":         "the letter “{letter}”",
	"letter-like":    "the letter “{letter}”, which looks like “{latin}”",
	"letter-of":      "the {script} letter “{letter}”",
	"letter-of-like": "the {script} letter “{letter}”, which looks like “{latin}”",

	"flood-here":  "{n|problem|problems} like this here. The first: {first}",
	"flood-same":  "{records}: {first} They are {names:some}.",
	"flood-about": "{n|problem|problems} like this. The first, about “{about}”: {first}",
	"fix-each":    "Fix each of them.",
}

// sentence returns what the rule says as a sentence.
func (r *Rule) sentence(m message) string { return r.Says.Sentence(m, common) }

// broken is what breaks a rule of a schema: it has sentences of its own. Without a path it stands behind the value that it is about.
type broken struct {
	of   validate.Message
	path string
}

// Part implements say.Part.
func (b broken) Part() string {
	if b.path == "" {
		return b.of.Predicate()
	}
	return b.of.Text(b.path)
}

// MarshalJSON implements json.Marshaler.
func (b broken) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]string{"rule": b.of.Rule(), "param": b.of.Param})
}

// told is what mission and the readers of files say of a file.
type told struct{ says message }

// Part implements say.Part.
func (t told) Part() string { return mission.Sentence(t.says) }

// MarshalJSON implements json.Marshaler.
func (t told) MarshalJSON() ([]byte, error) { return t.says.MarshalJSON() }

// problemIn returns the problem that a warning of a reader has; nothing where it is of another sort.
func problemIn(warning textfile.Warning) message {
	problem, _ := warning.Says.Param("problem").(message)
	return problem
}

// counted are records of a resource.
type counted struct {
	n  int
	of *record.Resource
}

// Part implements say.Part.
func (c counted) Part() string { return validate.Counted(c.n, c.of.One, c.of.Plural()) }

// MarshalJSON implements json.Marshaler.
func (c counted) MarshalJSON() ([]byte, error) {
	return json.Marshal(map[string]any{"resource": c.of.Path, "n": c.n})
}
