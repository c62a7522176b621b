package texts

import "strings"

// byteOrderMark is the first character of many texts, which nobody sees.
const byteOrderMark = "\ufeff"

// shown returns a text as browsers have it: with line feeds alone, and without a byte order mark.
func shown(text string) string { return lineFeeds(strings.TrimPrefix(text, byteOrderMark)) }

func lineFeeds(text string) string {
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// asStored returns an entered text with the byte order mark and the line ends of the stored one: a line that both have keeps its own, and
// so do lines that are changed, as far as none is added or removed. Others get that of most lines.
func asStored(entered, stored string) string {
	lines := splitLines(lineFeeds(entered))
	own := splitLines(strings.TrimPrefix(stored, byteOrderMark))
	usual := usualEnd(own)
	first := commonLines(lines, own)
	last := commonLines(reversed(lines[first:]), reversed(own[first:]))
	var b strings.Builder
	if strings.HasPrefix(stored, byteOrderMark) {
		b.WriteString(byteOrderMark)
	}
	for i, l := range lines {
		end := usual
		switch {
		case i < first, len(lines) == len(own) && own[i].end != "":
			end = own[i].end
		case i >= len(lines)-last:
			end = own[len(own)-len(lines)+i].end
		}
		b.WriteString(l.text)
		if l.end != "" {
			b.WriteString(end)
		}
	}
	return b.String()
}

type line struct{ text, end string }

// splitLines takes a text apart; only the last line may have no end.
func splitLines(text string) (lines []line) {
	for text != "" {
		i := strings.IndexAny(text, "\r\n")
		if i < 0 {
			return append(lines, line{text, ""})
		}
		end := text[i : i+1]
		if strings.HasPrefix(text[i:], "\r\n") {
			end = "\r\n"
		}
		lines, text = append(lines, line{text[:i], end}), text[i+len(end):]
	}
	return lines
}

// usualEnd returns the end that most lines have.
func usualEnd(lines []line) string {
	count, usual := map[string]int{}, "\n"
	for _, l := range lines {
		if l.end == "" {
			continue
		}
		if count[l.end]++; count[l.end] > count[usual] {
			usual = l.end
		}
	}
	return usual
}

// commonLines counts the lines with which both begin, and which end in both or in neither.
func commonLines(a, b []line) (n int) {
	for n < min(len(a), len(b)) && a[n].text == b[n].text && (a[n].end == "") == (b[n].end == "") {
		n++
	}
	return n
}

func reversed(lines []line) []line {
	list := make([]line, len(lines))
	for i, l := range lines {
		list[len(lines)-1-i] = l
	}
	return list
}
