// Package shape says how Go values look as JSON, by the tags of their fields: what a body has to hold, how an answer is written, what both
// mean, and an example of them. Bodies and answers of operations are declared by it.
//
//	field:"name,required,max=255"  the name and options; see below
//	in:"error,warning"             the allowed texts, of a list or a map those of its members
//	pattern:"^[0-9]+$"             what a text has to match
//	help, example                  for people; an example is JSON, or plain text for a text
//
// The options of a field: required (of a body: it must be sent), null (an empty value is null), omit (an empty value is left out of an
// answer), query (of a body: described as a parameter of the address), hidden (of a body: taken, and not
// described), secret (taken, never shown), clears (of a body, a pointer: null sets it to the zero
// value, so that it is not as if it were left out), keyed (an object, or the empty list that PHP writes for an empty one), sid (the public identifier of a
// record), verbatim (texts in it keep their blanks), distinct (no member comes twice),
// array (an object may stand in the place of a list, as PHP has it), unchecked (of a body: described alone, and checked and read by the
// work itself), min= and max= (bounds of a number, of the characters of a text or of the members of a
// list), between (one message tells both bounds of a whole number), line and host (what a text holds). A struct inside without a name of
// its own lends its fields. A field `_` with the tags help and name says what a struct is as a whole, and under which name it is described.
// list), line, host and folder (what a text holds). A struct inside without a name of its own lends its fields. A field `_` with the tag help
//
// A Go type with a name of its own is described once, under that name without View. A mistake in a tag panics when the program starts.
package shape
