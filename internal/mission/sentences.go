package mission

import (
	"errors"
	"regexp"
	"strconv"

	"quartermaster/internal/ce"
	"quartermaster/internal/charset"
	"quartermaster/internal/effectarea"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/playerlist"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
	"quartermaster/internal/trader"
)

// sentences are those of reports, beside those of the codecs: no rule is in two of the tables with two sentences.
var sentences = say.Table{
	"line":        "line {line}: {says}",
	"line-column": "line {line}, column {column}: {says}",
	"more":        "and {n} more",
	"value":       "{text}",
	"empty":       "the file is empty",
	"all":         "{says}",
	"wrong-kind":  "this is a text of the kind {is:literal}, and the records of the file are of the kind {records:literal}",

	// why a file is stored without being read
	"unread":        "{why}; it is stored unchanged",
	"named-copy":    "by its name it is a copy of {of}",
	"unloaded-copy": "by its name it is a copy of {of}, and the game does not load it",
	"other-is-read": "the game reads {file} instead",
	"not-included":  "no other file includes it, so the game does not read it",
	"place-taken":   "another file of the upload has its place",
	"foreign":       "it begins like a file of the game, but its entries are none of the game's: it is stored unchanged",
	"no-record":     "the name of the file cannot be that of a record; it is stored unchanged",
	"not-here":      "the game does not read such a file here; it is stored unchanged",
	"image":         "this is an image; it is stored unchanged",
	"spreadsheet":   "this is a spreadsheet; it is stored unchanged",
	"document":      "this is a document; it is stored unchanged",
	"archive":       "this is an archive that is not a ZIP, whose files are not read; it is stored unchanged",
	"video":         "this is a video; it is stored unchanged",
	"sound":         "this is a sound; it is stored unchanged",

	// why a file is left out
	"state":         "the state of a running server is not imported",
	"unwritables":   "the list of files that could not be written, which comes with a download, is not imported",
	"key":           "this is the key of a mod, and no configuration",
	"private-key":   "this is a private key of a mod’s author, and no configuration",
	"signature":     "this is the signature of a mod’s package, and no configuration",
	"package":       "this is the package of a mod, and no configuration",
	"program":       "this is a program, and no configuration",
	"crash":         "this is what a crash has left, and no configuration",
	"of-mod":        "this is a part of the mod {mod}, such as an example; to take it in, upload it without that folder",
	"of-another":    "this is of another server or mission, in the folder {folder}; to take that in, upload it by itself",
	"debug-mission": "this is of a copy of the mission that an administrator’s tool has made",
	"run-time-of": "the mod {mod} writes this while the server runs; it is no configuration, and sending it again would set back what has " +
		"happened since",
	"run-time-players": "this is data of players: most files in the folder {folder} are named after one; sending it again would set back " +
		"what has happened since",
	"twin": "another file of the upload has the same path; to take this one in, upload it by itself",

	// logs
	"log":         "this is a log, and no file of the server",
	"log-unasked": "this is a log, and logs are no files of the server; import it, or add it to the problems, to have it read",
	"log-read":    "this is a log of the server: it was read, and has nothing about the configuration; logs are no files of the server",
	"log-read-one": "this is a log of the server: it was read, and has one complaint about the configuration; logs are no files of the " +
		"server",
	"log-read-some": "this is a log of the server: it was read, and has {n} complaints about the configuration; logs are no files of the " +
		"server",
	"log-older":  "this is a log of the server; of its type, the newest one of the upload was read; logs are no files of the server",
	"log-silent": "this is a log, which says nothing about the configuration; logs are no files of the server",
	"log-broken": "this log could not be read: {why}",

	// what a broken file does to what was there
	"stored-stays": "what was stored of this file before is kept",
	"not-kept":     "it is not kept: {why}",

	// why a file cannot be written or compared
	"not-written":  "{path} cannot be written: {why}",
	"not-compared": "{path} cannot be compared: {why}",

	// lines of the trader's files that the mod ignores
	"orphan-currency": "the {of} {name:literal} follows lines of a trader and is not read; it is kept as it is",
	"orphan": "the {of} {name:literal} belongs to no trader of this file; it is kept as it is until the file that includes this one is " +
		"imported, too",
	"orphan-item": "the {of} {name:literal} comes before the first category of its trader; it is kept as it is",
}

// Sentence returns what a report says, or why a file cannot be read, as people are shown it.
func Sentence(m say.Message) string {
	return sentences.Sentence(m, ce.Sentences, trader.Sentences, effectarea.Sentences, playerlist.Sentences)
}

// Sentences returns what several messages say; nil for none.
func Sentences(list []say.Message) (texts []string) {
	for _, m := range list {
		texts = append(texts, Sentence(m))
	}
	return texts
}

// saidError is an error that is data.
type saidError struct{ says say.Message }

func (e *saidError) Error() string { return Sentence(e.says) }

// atLine returns an error about a line of a file.
func atLine(line int, err error) error { return &saidError{inLine(line, reasonOf(err))} }

func inLine(line int, says say.Message) say.Message {
	return say.New("line", "line", say.Line(line), "says", says)
}

// inPlace is inLine for something whose column may be known; 0 where it is not.
func inPlace(line, column int, says say.Message) say.Message {
	if column == 0 {
		return inLine(line, says)
	}
	return say.New("line-column", "line", say.Line(line), "column", int64(column), "says", says)
}

// behindLine is how a reason begins that was stored before reasons were data.
var behindLine = regexp.MustCompile(`^line ([0-9]{1,9})(?:, column ([0-9]{1,9}))?: `)

// StoredReason returns why a stored file could not be read.
func StoredReason(stored string) say.Message {
	found := behindLine.FindStringSubmatch(stored)
	if found == nil {
		return say.Parse(stored)
	}
	line, _ := strconv.Atoi(found[1]) // digits, and few enough
	column, _ := strconv.Atoi(found[2])
	return inPlace(line, column, say.Plain(stored[len(found[0]):]))
}

// Remark is what a report says, taken apart for a list.
type Remark struct {
	Line  int    // counted from 1; 0 if it is not known
	Entry string // which entry of the file it is about, such as type "AKM"; empty for none
	Text  string // what it says of that
	More  int    // how many remarks it stands for that the report does not list; 0 for a remark
}

// RemarkOf takes apart what a report says.
func RemarkOf(m say.Message) (r Remark) {
	line, _, says := place(m)
	if says.Rule == "entry" {
		r.Entry = remarks.Sentence(says)
		says, _ = says.Param("says").(say.Message)
	}
	r.Line, r.Text = line, Sentence(says)
	if n, is := says.Param("n").(int64); is && says.Rule == "more" {
		r.More = int(n)
	}
	return r
}

// remarks are the sentences of a list, in which what an entry is called stands beside what is said of it.
var remarks = say.Table{"entry": "{element} {name:literal}"}

// place returns where in a file something is, and what is said about that: line and column count from 1, and are 0 where they are not
// known.
func place(m say.Message) (line, column int, says say.Message) {
	if m.Rule != "line" && m.Rule != "line-column" {
		return 0, 0, m
	}
	at, _ := m.Param("column").(int64)
	says, _ = m.Param("says").(say.Message)
	return m.Line(), int(at), says
}

// reasonOf returns what an error of a codec or of an import says. An error around one that is data is a sentence.
func reasonOf(err error) say.Message {
	var said *saidError
	var xml *ce.SyntaxError
	var json *jsontree.SyntaxError
	var line *textfile.LineError
	var missing *charset.Missing
	var m say.Message
	switch {
	case errors.As(err, &said):
		m = said.says
	case errors.As(err, &xml):
		m = inLine(xml.Line, say.Plain(xml.Message))
	case errors.As(err, &json):
		m = inPlace(json.Line, json.Column, say.Plain(json.Reason))
	case errors.As(err, &line):
		m = inLine(line.Line, say.Plain(line.Reason))
	case errors.As(err, &missing):
		m = inLine(missing.Line, say.Plain(missing.Reason()))
	}
	if text := err.Error(); Sentence(m) != text {
		return say.Plain(text)
	}
	return m
}
