package servercfg

import (
	"errors"
	"fmt"
	"strings"

	"quartermaster/internal/jsontree"
)

// spellMember returns a setting or class as a text. like is one whose layout it takes, or nil.
func (c *changer) spellMember(name string, v any, indent string, like *member) (string, error) {
	if name == "" || strings.TrimFunc(name, func(r rune) bool { return r < 0x80 && isNameByte(byte(r)) }) != "" {
		return "", withName(name, errText("is not a name: it may have letters, digits and _ only"))
	}
	if fields, isClass := v.(*jsontree.Object); isClass && !c.lines {
		return c.spellClass(name, fields, indent)
	}
	text, err := c.spell(v, nil)
	switch {
	case err != nil:
		return "", withName(name, err)
	case c.lines:
		return name + " " + text, nil
	}
	if _, isList := v.([]any); isList {
		name += "[]"
	}
	if like != nil && like.value.shape != class && !strings.ContainsAny(c.src[like.equals-1:like.equals+2], " \t") {
		return name + "=" + text + ";", nil
	}
	return name + " = " + text + ";", nil
}

func (c *changer) spellClass(name string, fields *jsontree.Object, indent string) (string, error) {
	var text strings.Builder
	text.WriteString("class " + name + c.newline + indent + "{" + c.newline)
	for key, v := range fields.All() {
		if v == nil {
			continue
		}
		spelled, err := c.spellMember(key, v, indent+"\t", nil)
		if err != nil {
			return "", err
		}
		text.WriteString(indent + "\t" + spelled + c.newline)
	}
	text.WriteString(indent + "};")
	return text.String(), nil
}

// spell returns the value of a setting as a text, numbers and booleans as the old value is written.
func (c *changer) spell(v, old any) (string, error) {
	if !c.lines {
		return c.spellElement(v, old)
	}
	text, isText := v.(string)
	if number := asNumber(v); !isText {
		n, isNumber := number.(jsontree.Number)
		if !isNumber {
			return "", errText("must be a text or a number")
		}
		text = string(n)
	}
	switch {
	case strings.ContainsAny(text, "\r\n\x00") || strings.TrimSpace(text) != text:
		return "", errText("must be one line without blanks around it")
	case strings.HasPrefix(text, "="):
		return "", errText("must not begin with an equals sign")
	}
	return text, nil
}

// spellElement returns a value as a text.
func (c *changer) spellElement(v, old any) (string, error) {
	switch v := v.(type) {
	case string:
		if strings.ContainsAny(v, "\r\n\x00") {
			return "", errText("must be one line")
		}
		return `"` + strings.ReplaceAll(v, `"`, `""`) + `"`, nil
	case jsontree.Number:
		if _, wasBool := old.(bool); wasBool && (v == "0" || v == "1") {
			return spellBool(v == "1"), nil
		}
		return string(v), nil
	case bool:
		if _, wasNumber := old.(jsontree.Number); wasNumber {
			return string(asNumber(v).(jsontree.Number)), nil
		}
		return spellBool(v), nil
	case []any:
		return c.spellList(v)
	}
	return "", errText("must be a text, a number, true, false or a list")
}

func spellBool(v bool) string {
	if v {
		return "true"
	}
	return "false"
}

func (c *changer) spellList(list []any) (string, error) {
	texts := make([]string, len(list))
	for i, member := range list {
		text, err := c.spellElement(member, nil)
		if err != nil {
			return "", err
		}
		texts[i] = text
	}
	return "{" + strings.Join(texts, ", ") + "}", nil
}

// errText is why a value cannot be written, as the end of a sentence.
type errText string

func (e errText) Error() string { return string(e) }

// withName puts the name of a setting before the reason why its value cannot be written.
func withName(name string, err error) error {
	if why := errText(""); errors.As(err, &why) {
		return fmt.Errorf("%s %w", name, why)
	}
	return err
}
