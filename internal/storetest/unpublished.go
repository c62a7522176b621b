package storetest

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"quartermaster/internal/observe"
	"quartermaster/internal/record"
)

// Unguarded is an observer of statements that collects those which read what an edit in slices has not published yet: rows of an instance
// without the condition that people see them, or revisions that the instance does not have. The statements run outside of edits.
type Unguarded struct {
	mu         sync.Mutex
	statements map[string]string // what each reads so
}

// Begin implements observe.Observer.
func (u *Unguarded) Begin(ctx context.Context, op observe.Operation) (context.Context, func(error)) {
	for _, detail := range op.Details {
		if text := detail.Value.String(); op.Name == "database query" && detail.Key == "db.query.text" {
			u.note(text)
		}
	}
	return ctx, func(error) {}
}

// Looked implements observe.Observer.
func (*Unguarded) Looked(string, bool) {}

func (u *Unguarded) note(text string) {
	tables := unguarded(text)
	if len(tables) == 0 {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.statements == nil {
		u.statements = map[string]string{}
	}
	u.statements[text] = strings.Join(tables, ", ")
}

// Statements returns the collected statements with the tables that each reads without a condition.
func (u *Unguarded) Statements() map[string]string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.statements
}

var (
	readRows    = regexp.MustCompile(`FROM (\w+)`)
	readHistory = regexp.MustCompile(`(?:FROM|JOIN) (revisions|changes|revision_resources)\b`)
	bounded     = regexp.MustCompile(`(?:<|<=|=) \(?(?:SELECT )?i\.revision|(?:number|revision) (?:<=|=|IN) [($]`)

	// byReference follows a table of which a statement reads what rows refer to that it has a condition for.
	byReference = regexp.MustCompile(`^(?: o WHERE o\.id = | ic CROSS JOIN | WHERE id = \$| c JOIN instances i ON i\.id = c\.instance_id ` +
		`WHERE c\.id = \$)`)
)

// cut is where the texts of statements end for observers; a condition of a table that is read shortly before may be missing there.
const cut, lengthOfGuard = 1000, 500

// unguarded returns the tables that a statement reads without a condition.
func unguarded(text string) (tables []string) {
	for _, m := range readRows.FindAllStringSubmatchIndex(text, -1) {
		table, rest := text[m[2]:m[3]], text[m[3]:]
		guard := guardOf(table)
		unknown := len(text) >= cut && len(rest) < lengthOfGuard
		if guard != "" && !unknown && !byReference.MatchString(rest) && !strings.Contains(rest, guard) && !slices.Contains(tables, table) {
			tables = append(tables, table)
		}
	}
	if m := readHistory.FindStringSubmatch(text); m != nil && !bounded.MatchString(text) {
		tables = append(tables, m[1])
	}
	return tables
}

// guardOf returns what a statement that reads a table says where it passes over what is not published, or nothing for other tables.
func guardOf(table string) string {
	for _, r := range record.All() {
		if r.Name == table && r.Scope == record.InInstance || table == "file_contents" {
			return "resource = '" + table + "'"
		}
		for _, f := range r.Fields {
			if f.Link != nil && f.Link.Table == table {
				return "link_table = '" + table + "'"
			}
		}
	}
	return ""
}
