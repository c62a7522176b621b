package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	declared "quartermaster/internal/document"
	"quartermaster/internal/expansion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
)

// TestEveryValueOfADocument makes every slip that a schema knows of in every field of every document of the game and of the mod, each by
// itself: a value of another sort, below the least, above the most, none of the choices, a list of another length, and in lists of entries
// a value that is missing or empty. Each must be told by the name of the field.
func TestEveryValueOfADocument(t *testing.T) {
	t.Parallel()
	for _, d := range declared.All() {
		if d.Format == "map" {
			continue // its lines have a rule of their own, which knows no sorts of values
		}
		t.Run(d.Slug, func(t *testing.T) {
			t.Parallel()
			each := fieldWalk{inside: map[*expansion.Field]bool{}}
			each.fields(nil, d.Fields())
			for _, way := range each.ways {
				for _, s := range slipsOf(d, way) {
					w := worldWith(d, tree(way, s))
					if !isTold(w, way[len(way)-1].Name) {
						t.Errorf("%s, %s: nothing is told of %s", pathOfWay(way), s.name, textOfTree(tree(way, s)))
					}
				}
			}
		})
	}
}

// valueRules are the rules about values of documents.
var valueRules = []*Rule{
	expansionValue, expansionMinOverMax, loadoutRange, marketMode, marketNegative, marketMinOverMax, malformedColor, unknownVariable,
	variableValue,
	economyFlag, gameplayValue, documentValue, missingValue, gearPreset, restrictedArea, objectFile, weatherRange, environmentValue,
	territoryZone,
	groupContent, undergroundTrigger, serverConfig, battleyeConfig,
}

// way leads from the top of a document to a field.
type way []*expansion.Field

func pathOfWay(w way) string {
	names := make([]string, len(w))
	for i, f := range w {
		names[i] = f.Name
	}
	return strings.Join(names, ".")
}

// fieldWalk collects the ways to all fields; types that hold themselves are entered once.
type fieldWalk struct {
	ways   []way
	inside map[*expansion.Field]bool
}

func (c *fieldWalk) fields(to way, fields []*expansion.Field) {
	for _, f := range fields {
		next := append(slices.Clone(to), f)
		c.ways = append(c.ways, next)
		if len(f.Fields) > 0 && !c.inside[f.Fields[0]] {
			c.inside[f.Fields[0]] = true
			c.fields(next, f.Fields)
		}
	}
}

// madeSlip is a wrong value; nil for none.
type madeSlip struct {
	name  string
	value any
}

// slipsOf returns the slips that the schema knows of for the field at the end of a way.
func slipsOf(d *declared.Document, to way) (list []madeSlip) {
	f := to[len(to)-1]
	add := func(name string, value any) { list = append(list, madeSlip{name, value}) }
	isText := d.Format == "xml" || d.Format == "lines" // attributes have no sort
	switch f.Type {
	case expansion.Object, expansion.Any:
		return nil
	case expansion.String:
		if !isText && d.Format != "cfg" {
			add("a number for a text", jsontree.Number("5"))
		}
	case expansion.Vector:
		add("two numbers for three", []any{jsontree.Number("1.0"), jsontree.Number("2.0")})
	default:
		add("a text for a number", "many")
	}
	if f.Min != nil {
		add("below the least", whole(*f.Min-1))
	}
	if f.Max != nil {
		add("above the most", whole(*f.Max+1))
	}
	if len(f.Choices) > 0 && f.Type != expansion.String {
		add("none of the choices", jsontree.Number("4711"))
	}
	return list
}

// tree returns a document with a value at the end of a way.
func tree(to way, s madeSlip) *jsontree.Object {
	value := s.value
	for i, f := range slices.Backward(to) {
		switch {
		case f.Shape == expansion.List && i == len(to)-1 && f.Count > 0:
			value = slices.Repeat([]any{value}, f.Count)
		case f.Shape == expansion.List:
			value = []any{value}
		case f.Shape == expansion.Map:
			value = object(key(f), value)
		case f.Shape == expansion.MapLists:
			value = object(key(f), []any{value})
		}
		value = object(f.Name, value)
	}
	return value.(*jsontree.Object)
}

func key(f *expansion.Field) string {
	if f.Keys == expansion.Int {
		return "1"
	}
	return "a"
}

func object(name string, value any) *jsontree.Object {
	o := new(jsontree.Object)
	o.Set(name, value)
	return o
}

func textOfTree(o *jsontree.Object) string { return string(jsontree.AppendValue(nil, o)) }

// worldWith returns an instance with a document of that content.
func worldWith(d *declared.Document, content *jsontree.Object) *world {
	if expansion.Setting(d.Slug) != nil {
		if !content.Has("m_Version") {
			content.Set("m_Version", whole(float64(d.Version)))
		}
		return worldOf(&record.ExpansionSetting{Setting: d.Slug, Documented: holding(textOfTree(content))})
	}
	if d.OfMod {
		if d.VersionField != "" && !content.Has(d.VersionField) {
			content.Set(d.VersionField, whole(float64(d.Version)))
		}
		return worldOf(kept{pathFor(d), textOfTree(content)})
	}
	for _, o := range content.Objects("Objects") { // what has no name is told for that alone
		if d.Slug == "object-spawner" && !o.Has("name") {
			o.Set("name", "Land_pos")
		}
	}
	files := map[string]string{pathFor(d): writtenAs(d, content)}
	if d.NamedBy != "" {
		section, list, _ := strings.Cut(d.NamedBy, ".")
		files[gameplayPath] = fmt.Sprintf(`{%q:{%q:[%q]}}`, section, list, pathFor(d))
	}
	w := worldOf()
	w.Game = map[string]*gameFile{}
	for at, text := range files {
		f := gameText(at, text)
		w.put(f.about)
		w.Game[strings.ToLower(at)] = f
		if at == groupsFile {
			f.about.Content = &text
			w.GroupsFile = f.about
		}
	}
	return w
}

// pathFor returns a path of a document, as files are stored.
func pathFor(d *declared.Document) string {
	if d.NamedBy != "" {
		return "custom/a.json"
	}
	at := strings.NewReplacer("<mission>", "mission", "<Kind>", "Travel", "*", "a", "<n>", "1", "<m_TraderID>", "1").Replace(d.Path)
	if below, inMission := strings.CutPrefix(at, "mpmissions/mission/"); inMission {
		return below
	}
	return "/" + at
}

// writtenAs returns the text of a document in its format.
func writtenAs(d *declared.Document, content *jsontree.Object) string {
	switch {
	case d.Slug == "globals":
		var b strings.Builder
		for name, value := range content.All() {
			as := "0"
			if f := d.Field(name); f.Type == expansion.Float {
				as = "1"
			}
			fmt.Fprintf(&b, `<var name=%q type=%q value=%q/>`, name, as, jsontree.ScalarText(value))
		}
		return "<variables>" + b.String() + "</variables>"
	case d.Format == "xml":
		root := map[string]string{
			"economy":      "economy",
			"environment":  "env",
			"event-groups": "eventgroupdef",
			"ignore-list":  "ignore",
			"territories":  "territory-type",
			"weather":      "weather",
		}[d.Slug]
		return element(root, content)
	case d.Format == "cfg":
		return settingLines(content, " = ", ";\n")
	case d.Format == "lines":
		return settingLines(content, " ", "\n")
	}
	return textOfTree(content)
}

// element writes an object as XML: what is no object is an attribute.
func element(name string, o *jsontree.Object) string {
	attributes, inside := "", ""
	for key, value := range o.All() {
		switch v := value.(type) {
		case *jsontree.Object:
			inside += element(key, v)
		case []any:
			for _, member := range v {
				if kid, isObject := member.(*jsontree.Object); isObject {
					inside += element(key, kid)
				}
			}
		default:
			attributes += fmt.Sprintf(" %s=%q", key, jsontree.ScalarText(value))
		}
	}
	return "<" + name + attributes + ">" + inside + "</" + name + ">"
}

func settingLines(o *jsontree.Object, between, end string) string {
	text := ""
	for key, value := range o.All() {
		switch v := value.(type) {
		case *jsontree.Object:
			text += "class " + key + " { " + settingLines(v, between, "; ") + "};\n"
		case string:
			text += key + between + fmt.Sprintf("%q", v) + end
		case []any:
			text += key + "[]" + between + "{" + fmt.Sprintf("%q", jsontree.ScalarText(v[0])) + "}" + end
		default:
			text += key + between + jsontree.ScalarText(value) + end
		}
	}
	return text
}

// isTold reports whether a finding names a field.
func isTold(w *world, field string) bool {
	return slices.ContainsFunc(check(w, valueRules, Settings{}), func(f Finding) bool {
		return strings.Contains(strings.ToLower(f.Message()+" "+f.At), strings.ToLower(field))
	})
}
