package bundle

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"quartermaster/internal/archive"
	"quartermaster/internal/jsontree"
)

// Bounds of a file.
const (
	MostBytes   = 20 << 20 // packed, and once more unpacked
	MostEntries = 5_000
	mostDepth   = 40
)

// The entries that each bundle has.
const (
	manifestName  = "bundle.json"
	signatureName = "bundle.minisig"
)

// entry is a file in a bundle.
type entry struct {
	Name string
	Data []byte
}

func (e entry) sum() string {
	sum := sha256.Sum256(e.Data)
	return hex.EncodeToString(sum[:])
}

// Bundle is what a file holds.
type Bundle struct {
	Manifest
	Rows  []any // as whoever makes a layer sends them
	Steps []any // as recipes have them

	Signature string // Good, Altered or Unsigned
	File      []byte // as it was opened
	SignedBy  string // the public key that it is signed with; empty where it is not signed or names none
}

// Open reads a file. It returns a Refusal for one that is not taken; what its signature is worth is no reason for that.
func Open(data []byte) (*Bundle, error) {
	if len(data) > MostBytes {
		return nil, refuse("The bundle is larger than %d MB.", MostBytes>>20)
	}
	files, err := archive.ExpandOne(data, MostEntries, MostBytes)
	if err != nil {
		return nil, refuse("The bundle %s.", err)
	}
	entries := map[string][]byte{}
	for _, f := range files {
		entries[f.Path] = f.Data
	}
	text, there := entries[manifestName]
	if !there {
		return nil, refuse("This is no bundle: it has no bundle.json.")
	}
	m, err := ReadManifest(text)
	if err != nil {
		return nil, err
	}
	b := &Bundle{Manifest: m, File: data}
	b.judge(text, entries[signatureName])
	delete(entries, manifestName)
	delete(entries, signatureName)
	return b, b.read(entries)
}

// read reads the entries that the manifest names, and refuses others.
func (b *Bundle) read(entries map[string][]byte) error {
	names := make([]string, 0, len(entries))
	for name := range entries {
		if _, named := b.Sums[name]; !named {
			return refuse("The bundle holds %s, which bundle.json does not name.", shown(name))
		}
		names = append(names, name)
	}
	for name, sum := range b.Sums {
		data, there := entries[name]
		switch {
		case !there:
			return refuse("The bundle lacks %s, which bundle.json names.", shown(name))
		case entry{name, data}.sum() == sum:
		case b.Signature == Unsigned:
			return refuse("%s is not what bundle.json says: its SHA-256 is another one.", shown(name))
		default:
			b.Signature = Altered
		}
	}
	slices.Sort(names)
	texts := map[string]string{}
	for _, name := range names {
		if err := b.take(name, entries[name], texts); err != nil {
			return err
		}
	}
	return b.settle(texts)
}

var listName = regexp.MustCompile(`^(rows|steps)/[a-z0-9][a-z0-9_-]{0,60}\.json$`)

func (b *Bundle) take(name string, data []byte, texts map[string]string) error {
	switch {
	case listName.MatchString(name):
		value, err := readJSON(name, data)
		if err != nil {
			return err
		}
		list, is := value.([]any)
		if !is {
			return refuse("%s is no list.", name)
		}
		if strings.HasPrefix(name, "rows/") {
			b.Rows = append(b.Rows, list...)
		} else {
			b.Steps = append(b.Steps, list...)
		}
		return nil
	case !strings.HasPrefix(name, "texts/"):
		return refuse("%s has no place in a bundle: rows, steps and texts have.", shown(name))
	}
	if err := checkPath(strings.TrimPrefix(name, "texts/")); err != nil {
		return err
	}
	if bytes.ContainsRune(data, 0) || !isText(string(data), MostBytes) {
		return refuse("%s is no text.", shown(name))
	}
	texts[name] = string(data)
	return nil
}

// settle puts texts in the places of the rows that call them, and checks where rows lead.
func (b *Bundle) settle(texts map[string]string) error {
	if len(b.Rows) > mostRows || len(b.Steps) > mostSteps {
		return refuse("A bundle has at most %d rows and %d steps.", mostRows, mostSteps)
	}
	for i, one := range b.Rows {
		row, is := one.(*jsontree.Object)
		if !is {
			return refuse("Row %d is no object.", i+1)
		}
		if err := checkRow(row); err != nil {
			return err
		}
		if err := withTexts(row, texts); err != nil {
			return err
		}
	}
	for i, one := range b.Steps {
		if _, is := one.(*jsontree.Object); !is {
			return refuse("Step %d is no object.", i+1)
		}
	}
	return nil
}

// Bounds of what a bundle does.
const (
	mostRows  = 20_000
	mostSteps = 50
)

func checkRow(row *jsontree.Object) error {
	row.Delete("sid") // that of another instance
	if file := row.Text("file"); file != "" {
		if err := checkPath(file); err != nil {
			return err
		}
	}
	if resource := row.Text("resource"); resource != "documents" && resource != "texts" {
		return nil
	}
	for _, field := range row.Object("changes").Keys() {
		if secretField.MatchString(field) {
			return refuse("A bundle sets no passwords: %s.", shown(field))
		}
	}
	return checkPath(strings.TrimPrefix(row.Text("name"), MissionFolder))
}

// MissionFolder stands for the folder of the mission in the paths of documents and texts.
const MissionFolder = "$mission/"

var secretField = regexp.MustCompile(`(?i)passw|rcon|secret|token`)

// withTexts puts texts in the places of {"entry": name}.
func withTexts(row *jsontree.Object, texts map[string]string) error {
	changes := row.Object("changes")
	pair := changes.List("text")
	for i, one := range pair {
		of, is := one.(*jsontree.Object)
		if !is || row.Text("resource") != "texts" && row.Text("resource") != "documents" {
			continue
		}
		text, there := texts[of.Text("entry")]
		if !there {
			return refuse("A row calls %s, which is no text of the bundle.", shown(of.Text("entry")))
		}
		pair[i] = text
	}
	return nil
}

// scripts are the ends of names of what a computer runs.
var scripts = []string{
	".c", ".h", ".cpp", ".hpp", ".cs", ".js", ".mjs", ".ts", ".py", ".pl", ".rb", ".lua", ".sqf", ".sqs", ".fsm", ".php", ".jar", ".class",
	".exe", ".dll", ".so", ".dylib", ".com", ".scr", ".msi", ".bat", ".cmd", ".ps1", ".psm1", ".vbs", ".vbe", ".wsf", ".wsh", ".hta", ".lnk",
	".url", ".reg", ".sh", ".bash", ".zsh", ".service", ".pbo", ".bisign", ".bikey", ".htm", ".html", ".svg",
}

// isScript reports whether a path is of what a computer runs, which bundles do not hold.
func isScript(name string) bool {
	return slices.Contains(scripts, strings.ToLower(path.Ext(strings.TrimRight(name, ". "))))
}

// checkPath refuses paths that lead out of their place, and those of scripts.
func checkPath(name string) error {
	parts := strings.Split(name, "/")
	bad := func(part string) bool {
		return part == "" || part == "." || part == ".." || strings.TrimRight(part, ". ") == ""
	}
	switch {
	case len(name) > 200 || strings.ContainsAny(name, "\\:*?\"<>|") || strings.ContainsFunc(name, unicode.IsControl):
		return refuse("%s is no path of a file in a bundle.", shown(name))
	case slices.ContainsFunc(parts, bad):
		return refuse("%s leads out of its place.", shown(name))
	case isScript(name):
		return refuse("%s is a script: a bundle is data.", shown(name))
	}
	return nil
}

// shown is a name as a message shows it: of any bytes and length.
func shown(name string) string {
	name = archive.CleanPath(name)
	if runes := []rune(name); len(runes) > 80 {
		name = string(runes[:80]) + "…"
	}
	return "“" + name + "”"
}

// readJSON reads JSON with bounds on how deep it is and on its numbers.
func readJSON(name string, data []byte) (any, error) {
	value, err := jsontree.Parse(bytes.TrimPrefix(data, []byte("\ufeff")))
	if err != nil {
		return nil, refuse("%s: %s.", shown(name), err)
	}
	return value, bounded(name, value, 0)
}

func bounded(name string, value any, depth int) (err error) {
	if depth > mostDepth {
		return refuse("%s is nested more than %d levels deep.", shown(name), mostDepth)
	}
	switch v := value.(type) {
	case jsontree.Number:
		if _, fits := numberOf(v); !fits {
			return refuse("%s has a number that is too large or too long: %s.", shown(name), shown(string(v)))
		}
	case []any:
		for i := 0; i < len(v) && err == nil; i++ {
			err = bounded(name, v[i], depth+1)
		}
	case *jsontree.Object:
		for _, member := range v.All() {
			if err = bounded(name, member, depth+1); err != nil {
				return err
			}
		}
	}
	return err
}
