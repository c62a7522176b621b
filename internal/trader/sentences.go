package trader

import "quartermaster/internal/say"

// Sentences are those of what is said of the mod's files, behind the number of a line: of warnings, and of Slips. Of a line or a property
// that was not read as it is written, line-kept and kept have the problem.
var Sentences = say.Table{
	"behind-end":    "stands behind <{tag}> and is not read",
	"no-end":        "neither <FileEnd> nor <OpenFile> ends the file",
	"no-entry":      "is not an entry of the trader's files; it is kept as it is",
	"late-currency": "a <Currency> behind the first <Trader> is not read; it is kept as it is",
	"no-class":      "{name:literal} is not a class name; the line is kept as it is",

	"line-kept": "{problem}; the line is kept as it is",
	"commas":    "the commas are not where they should be",
	"not-whole": "{text:literal} is not a whole number and is read as {read}",

	"kept":         "{problem}; it is kept as it is",
	"before-first": "stands before the first marker or object",
	"no-property":  "is no property of the <{tag}> before it",
	"second":       "a second <{tag}> is not read",
	"not-taken":    "{value:literal} is not what <{tag}> takes",

	"long-comment": "begins a comment with /*, which crashes the server. Begin each line of a comment with //",
	"unended": "neither <FileEnd> nor <OpenFile> ends the file, so the mod does not know where to stop. Write <FileEnd> into the last " +
		"line",
	"unread-behind":   "stands behind <{tag}>, so the mod does not read it. Move it before that",
	"no-admin":        "is {text:literal}, which is no Steam64 id, so nobody becomes an admin by it. Enter the 17 digits of one",
	"early-category":  "is a category before the first <Trader>, so it belongs to none. Move it behind that",
	"early-item":      "is an item before the first <Trader>, so nobody trades it. Move it behind a <Category> of one",
	"unread-currency": "is a currency behind the first <Trader>, so the mod does not read it. Move it before that",
	"stray": "is {text:literal}, which is no entry: the mod passes over it. Write an item as class, quantity, price to buy, price " +
		"to sell",
	"unknown-tag":        "begins with <{tag}>, which the mod does not know, so it passes over the line. Correct the tag",
	"unknown-variable":   "is no variable that the mod knows, so it passes over it. Correct the tag",
	"neither":            "sets <{tag}> to {value:literal}; the mod knows yes and no. Enter one of them",
	"variable-no-number": "sets <{tag}> to {value:literal}, which is not a number. Enter one",
	"variable-below":     "sets <{tag}> to {value}, which does not work. Enter 0 or more",
	"variable-outside":   "sets <{tag}> to {value}, which does not work. Enter {least} to {most}",
}
