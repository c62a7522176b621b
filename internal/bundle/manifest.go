package bundle

import (
	"fmt"
	"regexp"
	"unicode"
	"unicode/utf8"

	"quartermaster/internal/jsontree"
)

// Manifest says what a bundle is.
type Manifest struct {
	Name, Version, About, Licence string

	Needs Needs
	Asks  []Ask
	Key   string            // the public key that it is signed with; empty for one that names none
	Sums  map[string]string // SHA-256 of every other entry but the signature, in hex
}

// Needs is what a bundle cannot do without.
type Needs struct {
	Mods    []string // ids or names in the Workshop
	Classes []string
	Map     string // such as chernarusplus; empty for any
}

// Bounds of what a manifest says.
const (
	mostName    = 100
	mostAbout   = 10_000
	mostMods    = 200
	mostClasses = 20_000
	mostAsks    = 50
)

// Refusal is why a bundle is not taken.
type Refusal string

func (r Refusal) Error() string { return string(r) }

func refuse(format string, args ...any) error { return Refusal(fmt.Sprintf(format, args...)) }

// Check returns a Refusal for what a manifest cannot say.
func (m *Manifest) Check() error {
	switch {
	case !isLine(m.Name, mostName) || m.Name == "":
		return refuse("The name has 1 to %d characters in one line.", mostName)
	case !IsVersion(m.Version):
		return refuse("The version is no semantic version such as 1.2.0.")
	case !isText(m.About, mostAbout):
		return refuse("What a bundle says about itself is text of at most %d characters.", mostAbout)
	case !isLine(m.Licence, mostName):
		return refuse("The licence is a name of at most %d characters.", mostName)
	case len(m.Needs.Mods) > mostMods || len(m.Needs.Classes) > mostClasses:
		return refuse("A bundle needs at most %d mods and %d classes.", mostMods, mostClasses)
	case len(m.Asks) > mostAsks:
		return refuse("A bundle asks at most %d questions.", mostAsks)
	}
	for _, name := range append(append([]string{m.Needs.Map, m.Key}, m.Needs.Mods...), m.Needs.Classes...) {
		if !isLine(name, mostName) {
			return refuse("What a bundle needs are names of at most %d characters.", mostName)
		}
	}
	asked := map[string]bool{}
	for _, a := range m.Asks {
		if err := a.check(); err != nil {
			return err
		}
		if asked[a.Name] {
			return refuse("The question %s is asked twice.", a.Name)
		}
		asked[a.Name] = true
	}
	return nil
}

func isLine(text string, most int) bool {
	for _, r := range text {
		if unicode.IsControl(r) {
			return false
		}
	}
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= most
}

func isText(text string, most int) bool {
	for _, r := range text {
		if unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' {
			return false
		}
	}
	return utf8.ValidString(text) && utf8.RuneCountInString(text) <= most
}

var isSum = regexp.MustCompile(`^[0-9a-f]{64}$`)

// ReadManifest reads a bundle.json. It returns a Refusal.
func ReadManifest(data []byte) (m Manifest, err error) {
	value, err := readJSON("bundle.json", data)
	if err != nil {
		return m, err
	}
	o, is := value.(*jsontree.Object)
	if !is {
		return m, refuse("bundle.json is no object.")
	}
	if n, there := o.Get("format"); there && n != jsontree.Number("1") {
		return m, refuse("The bundle was made by a newer version of Quartermaster, which this one cannot read.")
	}
	needs := o.Object("needs")
	m = Manifest{
		Name: o.Text("name"), Version: o.Text("version"), About: o.Text("about"), Licence: o.Text("licence"), Key: o.Text("key"),
		Needs: Needs{Mods: needs.Texts("mods"), Classes: needs.Texts("classes"), Map: needs.Text("map")},
		Sums:  map[string]string{},
	}
	for _, one := range o.Objects("asks") {
		m.Asks = append(m.Asks, readAsk(one))
	}
	for name, sum := range o.Object("files").All() {
		text, _ := sum.(string)
		if !isSum.MatchString(text) {
			return m, refuse("bundle.json has no SHA-256 of %s.", shown(name))
		}
		m.Sums[name] = text
	}
	return m, m.Check()
}

// text is the manifest as JSON, which is the same for the same manifest.
func (m *Manifest) text(entries []entry) []byte {
	needs, files := new(jsontree.Object), new(jsontree.Object)
	needs.Set("mods", list(m.Needs.Mods))
	needs.Set("classes", list(m.Needs.Classes))
	needs.Set("map", m.Needs.Map)
	for _, e := range entries {
		files.Set(e.Name, e.sum())
	}
	asks := []any{}
	for _, a := range m.Asks {
		asks = append(asks, a.tree())
	}
	o := new(jsontree.Object)
	o.Set("format", jsontree.Number("1"))
	for _, one := range []struct {
		name  string
		value any
	}{
		{"name", m.Name},
		{"version", m.Version},
		{"about", m.About},
		{"licence", m.Licence},
		{"key", m.Key},
		{"needs", needs},
		{"asks", asks},
		{"files", files},
	} {
		o.Set(one.name, one.value)
	}
	return append(jsontree.AppendValue(nil, o), '\n')
}

func list(names []string) []any {
	values := []any{}
	for _, name := range names {
		values = append(values, name)
	}
	return values
}
