package document

import (
	"errors"

	"quartermaster/internal/jsonedit"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/servercfg"
)

// Combined is a text in which two versions of a file are brought together.
type Combined struct {
	Text        string
	TakesTheirs bool // it has values of theirs that mine does not have
	KeepsMine   bool // it has values of mine that theirs does not have
}

// errSameValues is the error where the versions of a file differ in nothing that is a value.
var errSameValues = errors.New("no value differs")

// Combine merges what two versions have changed since a base, value by value, in the text of theirs. mineCounts decides about values
// that both have changed; it never sees a password. The error is that of a version that cannot be read, or says that
// the versions differ in comments and layout alone.
func (d *Document) Combine(base, mine, theirs string, mineCounts func(jsonedit.Conflict) bool) (c Combined, err error) {
	was, err := d.Read(base)
	if err != nil {
		return c, err
	}
	ours, err := d.Read(mine)
	if err != nil {
		return c, err
	}
	other, err := d.Read(theirs)
	if err != nil {
		return c, err
	}
	if jsonedit.Equal(was, ours) && jsonedit.Equal(was, other) {
		return c, errSameValues
	}
	merged := jsonedit.Merge(was, ours, other, func(found jsonedit.Conflict) bool { return mineCounts(d.redacted(found)) })
	c = Combined{theirs, !jsonedit.Equal(merged, ours), !jsonedit.Equal(merged, other)}
	switch {
	case !c.TakesTheirs && jsonedit.Equal(was, other):
		c.Text = mine
	case c.KeepsMine:
		c.Text, err = d.lay(theirs, merged.(*jsontree.Object))
	}
	return c, err
}

// redacted returns a conflict without passwords.
func (d *Document) redacted(c jsonedit.Conflict) jsonedit.Conflict {
	if d.Format != "cfg" && d.Format != "lines" || !servercfg.IsSecret(c.Path) {
		return c
	}
	for _, value := range []*any{&c.Base, &c.Mine, &c.Theirs} {
		if *value != nil && *value != "" {
			*value = servercfg.Hidden
		}
	}
	return c
}
