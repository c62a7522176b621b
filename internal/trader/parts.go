package trader

import (
	"strings"

	"quartermaster/internal/textfile"
)

const tagParts = "VehicleParts"

// Parts are the classes that a vehicle is sold with, one for each of them.
type Parts struct {
	Vehicle string
	Classes []string
}

// ParseParts reads TraderVehicleParts.txt, or a file that it opens, whose name is next.
func ParseParts(text string) (list []Parts, next string) {
	for at := range textfile.Lines(text) {
		l := scanLine(at.Text)
		switch {
		case l.tag == tagOpenFile:
			return list, l.read()
		case l.tag == tagFileEnd:
			return list, ""
		case l.tag == tagParts:
			list = append(list, Parts{Vehicle: l.read()})
		case l.tag == "" && len(list) > 0 && isClassName(l.read()):
			last := &list[len(list)-1]
			last.Classes = append(last.Classes, l.read())
		}
	}
	return list, ""
}

// AddParts returns the text of TraderVehicleParts.txt, which may be empty, with more vehicles before the line that ends it.
func AddParts(text string, added []Parts) string {
	newline := "\n"
	if strings.Contains(text, "\r\n") {
		newline = "\r\n"
	}
	if text == "" {
		text = fileEnd
	}
	at := closing(text)
	var b strings.Builder
	b.WriteString(text[:at])
	if at > 0 && text[at-1] != '\n' {
		b.WriteString(newline)
	}
	for _, p := range added {
		b.WriteString("<" + tagParts + "> " + p.Vehicle + newline)
		for _, class := range p.Classes {
			b.WriteString("\t" + class + newline)
		}
		b.WriteString(newline)
	}
	return b.String() + text[at:]
}
