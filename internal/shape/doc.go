// Package shape says how Go values look as JSON, by the tags of their fields: what a body has to hold, how an answer is written, what both
// mean, and an example of them. Bodies and answers of operations are declared by it.
//
//	field:"name,required,max=255"  the name and options; see below
//	in:"error,warning"             the allowed texts, of a list or a map those of its members
//	pattern:"^[0-9]+$"             what a text has to match
//	help, example                  for people; an example is JSON, or plain text for a text
//
// The options of a field:
//
//   - of a body: required (it must be sent), query (it is described as a parameter of the address), hidden (it is taken, and not
//
// described),
//
//	  secret (it is taken, and never shown), clears (a pointer: null sets the zero value, and is not as if it were left out), verbatim (texts
//	  keep their blanks), unchecked (it is described alone, and checked and read by the work itself)
//	- of an answer: null (an empty value is null), omit (an empty value is left out)
//	- of a number: min=, max= and between (one message tells both bounds of a whole number)
//	- of a text: min= and max= of its characters; sid (the public identifier of a record), line, host and folder say what it holds
//	- of a list: min= and max= of its members; distinct (no member comes twice), array (an object may stand in its place, as PHP has it)
//	- of an object: keyed (the empty list that PHP writes for an empty one may stand in its place)
//
// A struct inside without a tag lends its fields. A field `_` with the tags help and name says what a struct is as a whole, and under which
// name it is described.
//
// A Go type with a name of its own is described once, under that name without View. A mistake in a tag panics when the program starts.
package shape
