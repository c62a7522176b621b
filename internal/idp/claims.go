package idp

import "strings"

// claims are what a provider says about a person.
type claims map[string]any

func (c claims) text(name string) string {
	text, _ := c[name].(string)
	return text
}

// add takes over what is missing. The address and whether it is verified are of one source.
func (c claims) add(more claims) {
	_, verified := c["email_verified"]
	if other := more.text("email"); other != "" && (c.text("email") == "" || !verified && other == c.text("email")) {
		c["email"], c["email_verified"] = other, more["email_verified"]
	}
	for name, value := range more {
		if _, known := c[name]; !known && name != "email_verified" {
			c[name] = value
		}
	}
}

// at returns the value of a claim, or where points in its name lead through objects.
func (c claims) at(name string) (any, bool) {
	if value, found := c[name]; found {
		return value, true
	}
	first, rest, nested := strings.Cut(name, ".")
	inner, is := c[first].(map[string]any)
	if !nested || !is {
		return nil, false
	}
	return claims(inner).at(rest)
}

func (c claims) person(groups string) Person {
	verified := c["email_verified"] == true || c["email_verified"] == "true" // some providers write it as a text
	value, _ := c.at(groups)
	p := Person{Email: c.text("email"), Verified: verified, Groups: texts(value)}
	for _, name := range []string{"name", "preferred_username", "email"} {
		if p.Name == "" {
			p.Name = strings.TrimSpace(c.text(name))
		}
	}
	return p
}

// texts returns a list of texts, or a single one.
func texts(value any) (list []string) {
	switch v := value.(type) {
	case string:
		return []string{v}
	case []any:
		for _, one := range v {
			if text, is := one.(string); is {
				list = append(list, text)
			}
		}
	}
	return list
}
