// Package say holds what is said to people as data until it is shown: a rule and its parameters, which become a sentence by a table.
//
// A Message is made below the surfaces: by the lint about a record, by an edit about itself, by the reader of a file about a line of it.
// It names what is said (Rule) and carries what is particular about it (Params), each with its name: numbers, names, lists, and other
// messages. A family of messages has one Table of sentences, by rule, beside the code that makes them; another language is another table.
//
//	say.New("above", "min", 10, "nominal", 5)             // made
//	Table{"above": "min ({min}) is above nominal ({nominal})."} // shown: min (10) is above nominal (5).
//
// In a sentence a parameter stands in braces:
//
//	{name}            as it is; a list with commas; messages by the same tables
//	“{name}”          a name of the game or of a file, which is set apart from the sentence around it
//	{text:literal}    a text of a file in straight quotes, with escapes for what cannot be seen
//	{names:quoted}    a list with each member set apart
//	{names:some}      the same, cut off after ten members, with how many more there are
//	{price:2}         a number with so many decimals
//	{n:grouped}       a number from 0 with commas between thousands
//	{n|file|files}    a number with the right form of what is counted: 1 file, 2 files
//
// A sentence is whole: nothing is put together from pieces of grammar. Where another word, an article or a part of the sentence depends on
// what it is about, there are several rules, each with its own sentence.
//
// Stored messages are JSON (Stored, Parse), and so are those that go over the wire. What was stored as a sentence before is read
// as one (Plain).
package say
