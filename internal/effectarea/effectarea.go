// Package effectarea reads and writes cfgEffectArea.json: the zones with gas, steam or another effect.
//
// What nobody changed is written as it was read, byte for byte: keys that are unknown, their order, the spelling of numbers
// and blanks. A change of one value changes the text of that value.
package effectarea

import (
	"strings"

	"quartermaster/internal/jsontree"
	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// Area is a zone. A nil field is not given in the file.
type Area struct {
	Name      string
	Type      *string  // the class of the zone
	Trigger   *string  // the class of what happens to players inside, empty for nothing
	X, Y, Z   *float64 // metres; y is the height, 0 on the ground
	Radius    *float64 // metres
	Height    *float64 // metres that it reaches up
	Particles *string
	Data      *jsontree.Object // what else Data holds; nil for nothing
	Player    *jsontree.Object // PlayerData; nil for nothing
}

// areasKey is where the document holds its zones.
const areasKey = "Areas"

// Parse parses cfgEffectArea.json. The skeleton holds the rest of the document, such as SafePositions. The error is a
// *jsontree.SyntaxError.
func Parse(data []byte) (*textfile.File[Area], error) {
	text := strings.TrimPrefix(string(data), textfile.ByteOrderMark)
	root, err := jsontree.ParseNodes(text)
	if err != nil {
		return nil, err
	}
	if _, isObject := root.Value.(*jsontree.Object); !isObject {
		return nil, shapeError(text, root.Start, "an object with the key Areas is expected")
	}
	mark := len(data) - len(text)
	r := reader{text: text, mark: mark, cutter: textfile.Cut[Area](string(data)), line: 1}
	areas, _ := root.Member(areasKey)
	if _, isList := areas.Value.([]any); !isList && areas.Value != nil {
		return nil, shapeError(text, areas.Start, "Areas must be a list")
	}
	for _, area := range areas.Members {
		if err := r.area(area); err != nil {
			return nil, err
		}
	}
	return r.cutter.File(), nil
}

func shapeError(text string, offset int, reason string) error {
	before := text[:offset]
	return &jsontree.SyntaxError{
		Line:   strings.Count(before, "\n") + 1,
		Column: len([]rune(before[strings.LastIndexByte(before, '\n')+1:])) + 1,
		Reason: reason,
	}
}

// reader reads the zones of a document.
type reader struct {
	text   string
	mark   int // the length of the byte order mark before the text
	cutter *textfile.Cutter[Area]
	line   int // of the zone that is being read
	at     int // where it starts
}

func (r *reader) area(n jsontree.Node) error {
	r.line += strings.Count(r.text[r.at:n.Start], "\n")
	r.at = n.Start
	tree, isObject := n.Value.(*jsontree.Object)
	if !isObject {
		return shapeError(r.text, n.Start, "an area must be an object")
	}
	f := fields{warn: func(says say.Message) { r.cutter.Warn(r.line, says) }}
	area := f.area(tree)
	if area.Name == "" {
		f.warn(say.New("no-name"))
	}
	r.cutter.Take(r.mark+n.Start, r.mark+n.End, r.line, area)
	return nil
}

func parseObject(text string) (*jsontree.Object, error) {
	tree, err := jsontree.Parse([]byte(text))
	if err != nil {
		return nil, err
	}
	object, ok := tree.(*jsontree.Object)
	if !ok {
		return nil, shapeError(text, 0, "an area must be an object")
	}
	return object, nil
}

// Detect reports whether a file holds effect areas: by its name in any letter case, or by its shape.
func Detect(name string, data []byte) bool {
	name = strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:])
	if name == "cfgeffectarea.json" {
		return true
	}
	if !strings.HasSuffix(name, ".json") {
		return false
	}
	file, err := Parse(data)
	return err == nil && len(file.Entries) > 0 && file.Entries[0].Value.Name != ""
}
