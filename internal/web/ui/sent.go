package ui

import (
	"net/url"
	"strings"

	"quartermaster/internal/jsontree"
)

// Untouched returns what a browser sends of a form that nobody has touched, as it arrives.
type Untouched struct{ pairs strings.Builder }

// Add adds an input.
func (u *Untouched) Add(name, value string) {
	u.pairs.WriteString(url.QueryEscape(name) + "=" + url.QueryEscape(value) + "&")
}

// AddControl adds the inputs of a control. Passwords are left out: no form shows the stored one.
func (u *Untouched) AddControl(c Control) {
	switch c.Kind {
	case Fixed, Password:
	case Switch:
		u.Add(c.Key, "0")
		u.addSwitch(c)
	case Checks:
		u.Add(c.Key+"[]", "")
		u.addOptions(c, c.Key+"[]")
	case Radios:
		u.addOptions(c, c.Key)
	case Select:
		u.Add(c.Key, c.selected())
	case Triple:
		for _, part := range c.PartControls() {
			u.Add(part.Key, part.Value)
		}
	case RowList:
		u.addRows(c)
	default:
		u.Add(c.Key, c.Value)
	}
}

func (u *Untouched) addSwitch(c Control) {
	if c.On() {
		u.Add(c.Key, "1")
	}
}

func (u *Untouched) addOptions(c Control, name string) {
	for _, option := range c.Options {
		if option.Selected {
			u.Add(name, option.Value)
		}
	}
}

func (u *Untouched) addRows(c Control) {
	u.Add(c.Key, "")
	for _, row := range c.RowControls() {
		for _, cell := range row {
			if cell.Kind == Switch {
				u.addSwitch(cell) // in rows it has no value for “off”
			} else {
				u.AddControl(cell)
			}
		}
	}
}

// maxUntouched bounds the inputs, as the site bounds those of a form.
const maxUntouched = 20_000

// Tree returns the inputs as a tree.
func (u *Untouched) Tree() *jsontree.Object {
	tree := jsontree.ParseLongForm(u.pairs.String(), maxUntouched)
	jsontree.Prepare(tree)
	return tree
}

// selected returns the value of the chosen option, or of the first one, which a browser chooses by itself.
func (c Control) selected() string {
	for _, option := range c.Options {
		if option.Selected {
			return option.Value
		}
	}
	if len(c.Options) > 0 {
		return c.Options[0].Value
	}
	return ""
}
