// Package lint finds mistakes in the records of an instance and offers fixes.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
//
// Each rule is one file, with its page of documentation in docs. Rules read a world, which holds the records of one instance, and
// change nothing: a fix is applied only on request.
//
// lint reads the records of an instance once, each resource with one query, into a world of Go structs with what the imported files
// define. Types, of which there may be tens of thousands, pass by instead, some hundreds in memory at a time: a rule about them
// (Rule.types) is called with each, and no rule holds the list. A rule is a file that looks at the world and reports: the record, what is
// wrong with it, and perhaps a fix, which is a function on the record's Go struct. A fix is carried out in a world of its own: what the
// structs say then, compared with what is stored, is the preview, or inside a store.Edit the change. Rules keep silent about what is not
// known: an event that came with a file has no missing position before event spawns are there.
//
// Files of the Expansion mod are parsed once each (modFiles), those of records and, with one more query, those that are kept as they came,
// such as quests. A fix changes the tree of a document; its text is written once, with all that stays as it was. What a value may be comes
// from the schema: a rule adds what the schema cannot say.
//
// Files of the game that have no records (globals.xml, cfggameplay.json and the files that it names, weather, territories, prototypes) are
// read after the records, each within limits and only while the rules run (game_files.go). Rules go through their elements (ce.Elements)
// or nodes (jsontree.ParseNodes), which know their lines. What the codecs pass over in entries, such as misspelt elements, ce.Oddities
// finds in the text that a record was imported from.
//
// What a rule says is data (package say): a variant and its parameters, which become a sentence by the table Says of the rule, or by
// common:
//
//	var minOverNominal = &Rule{
//		ID: "min-over-nominal", Severity: Warning, Title: "Min above nominal",
//		Says: sentences{
//			"above": "min ({min}) is above nominal ({nominal}).",
//			"fix":   "Lower min to {nominal}.",
//		},
//		...
//		report(t, says("above", "min", least, "nominal", nominal), mend(says("fix", "nominal", nominal), func() { t.Min = &nominal }))
//
// Each variant is a whole sentence: where a word or a half sentence differs, it is another variant. Names of the game are parameters,
// which the sentence puts in quotes, lists of them have a form ({missing:quoted}, {missing:some}), what is counted has both ({n|position
// is|positions are}), and the number of a line is inLine(n). A function that may find nothing wrong returns the message{} that says
// nothing. What several functions of a rule have in common, such as the line, is added with With. Nothing looks into a sentence: who wants
// to know what a finding is about asks its parameters (Finding.Says). TestRulesHaveTheirSentences holds that sentences and code fit
// together. Variants are as lasting as ids.
//
// TestPlantedMistakes plants each mistake of a list by itself into a small mission and demands its finding; TestPlantedInVanilla does the
// same with the game's own mission. A new rule gets its mistake there.
//
// Nothing is looked for until somebody asks. What findings are made of is a state (cache.go): the revision of the instance, and what its
// records refer to. As long as it is the same, what is found is kept in memory for a quarter of an hour, or until the next ban expires, and
// whoever asks while it is looked for gets the same; pages, the API, filters (problem:) and the badges of lists share it, so there is one
// lint.Service for a database. The numbers of problems for the home page (counts.go) are noted in the database beside the digest of their
// state, so that each state is counted by one server, when an open page asks.
//
// What a change of types would do to the findings, while somebody types, is what the rules about single types find in these types as they
// are and as they would be, in a world without the other types (proposed.go). The world is kept for a minute by the same state, so that
// only the types in question are read for each answer.
//
// vanilla/findings.txt holds digests of what the rules find in untouched files of the game (several versions, all on restarts every
// minute): a finding of the same rule, about the same name, that says the same but for lines is the game's own, and folded away. A value
// that an owner has changed says something else. The test TestVanillaIsFoldedAway makes the list (QM_VANILLA_FINDINGS=write) when rules or
// what they say change, and holds that nothing is missing.
//
// classes/vanilla.txt lists the classes that the game's own files name, made by TestVanillaClasses in the same way: they count as known,
// and misspelt ones are looked for among them. classes/named.txt lists classes that exist without a loot entry, under headings that say
// whose files name them: buildings and characters of the game, and what mods bring along.
//
// A server's log is read while it arrives (serverlog): lines that match one of its patterns become entries with a name, the rest is
// dropped, so that nothing about players is stored. server_logs keeps the entries of the last log of each sort, outside of the history.
// The rules log_*.go look for the records that entries name, and say nothing of a record that has changed since the log was added.
package lint
