package record

import (
	"context"
	"errors"
	"time"

	"quartermaster/internal/filter"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/validate"
)

// Lists of what is no record take filters too. Each is declared here with the fields that a filter may name, which are called as in its
// JSON; what they hold is read from there.

type revisionEntry struct {
	Number    int64   `field:"number"`
	Author    *string `field:"author,closed"`
	Action    string  `field:"action,closed"`
	Summary   string  `field:"summary"`
	Changes   int64   `field:"changes_count"`
	CreatedAt Moment  `field:"created_at,readonly"`
}

type changeEntry struct {
	Resource string `field:"resource,closed"`
	SID      string `field:"sid"`
	Title    string `field:"title"`
	Change   string `field:"change" in:"added changed removed"`
}

// exportedEntry is read while it is sent, so that nobody knows beforehand which authors there are.
type exportedEntry struct {
	Revision  int64   `field:"revision"`
	Author    *string `field:"author"`
	Action    string  `field:"action"`
	Summary   string  `field:"summary"`
	Resource  string  `field:"resource"`
	SID       string  `field:"sid"`
	Title     string  `field:"title"`
	CreatedAt Moment  `field:"created_at,readonly"`
}

type memberEntry struct {
	Name       string  `field:"name"`
	Email      *string `field:"email"`
	Role       string  `field:"role" in:"viewer moderator editor deployer manager owner"`
	CreatedAt  Moment  `field:"created_at,readonly"`
	LastSeenAt *Moment `field:"last_seen_at,readonly"`
}

type invitationEntry struct {
	Role      string  `field:"role" in:"viewer moderator editor deployer manager"`
	Email     *string `field:"email"`
	By        string  `field:"by"`
	Uses      int64   `field:"uses"`
	Used      int64   `field:"used"`
	CreatedAt Moment  `field:"created_at,readonly"`
	ExpiresAt Moment  `field:"expires_at,readonly"`
}

type tokenEntry struct {
	SID        string  `field:"sid"`
	Name       string  `field:"name"`
	CreatedAt  Moment  `field:"created_at,readonly"`
	ExpiresAt  *Moment `field:"expires_at,readonly"`
	LastUsedAt *Moment `field:"last_used_at,readonly"`
}

// auditEntry is read while it is sent, so that nobody knows beforehand which names there are.
type auditEntry struct {
	At       Moment  `field:"at,readonly"`
	Who      string  `field:"who"`
	Token    *string `field:"token"`
	IP       *string `field:"ip"`
	What     string  `field:"what"`
	About    string  `field:"about"`
	Instance *string `field:"instance"`
}

type layerEntry struct {
	Layer    string  `field:"layer"`
	Title    string  `field:"title"`
	Resource *string `field:"resource"`
}

type deliveryEntry struct {
	SID         string  `field:"sid"`
	Revision    *int64  `field:"revision"`
	Status      string  `field:"status" in:"queued running done failed cancelled"`
	Who         string  `field:"who,closed"`
	Override    bool    `field:"override"`
	Reason      *string `field:"reason"`
	Error       *string `field:"error"`
	CanRollBack bool    `field:"can_roll_back"`
	Sent        int64   `field:"sent"`
	Deleted     int64   `field:"deleted"`
	CreatedAt   Moment  `field:"created_at,readonly"`
	StartedAt   *Moment `field:"started_at,readonly"`
	FinishedAt  *Moment `field:"finished_at,readonly"`
}

type findingEntry struct {
	Severity string  `field:"severity" in:"error warning info"`
	Rule     string  `field:"rule"`
	Resource string  `field:"resource,closed"`
	SID      string  `field:"sid"`
	Name     string  `field:"name"`
	Message  string  `field:"message"`
	Fix      *string `field:"fix"`
	Vanilla  bool    `field:"vanilla"`
}

type fileEntry struct {
	Path     string   `field:"path,closed"`
	Kind     string   `field:"kind,closed"`
	Size     int64    `field:"size"`
	Records  int64    `field:"records"`
	State    string   `field:"state" in:"unchanged changed new failed"`
	Warnings []string `field:"warnings"`
	Error    *string  `field:"error"`
	Line     *int64   `field:"line"`
	Broken   bool     `field:"broken"`
	CopyOf   *string  `field:"copy_of,closed"`
	Note     string   `field:"note"`
}

type documentEntry struct {
	Slug    string  `field:"slug,closed"`
	Title   string  `field:"title"`
	About   string  `field:"about"`
	Format  string  `field:"format,closed"`
	Pack    *string `field:"pack,closed"`
	Path    string  `field:"path,closed"`
	File    *string `field:"file,closed"`
	Present bool    `field:"present"`
	Error   *string `field:"error"`
}

type packEntry struct {
	Slug     string  `field:"slug,closed"`
	Name     string  `field:"name"`
	About    string  `field:"about"`
	Version  string  `field:"version"`
	Workshop *string `field:"workshop"`
	From     string  `field:"from" in:"program account"`
}

type logEntry struct {
	SID       string  `field:"sid"`
	Name      string  `field:"name"`
	Sort      string  `field:"sort" in:"rpt script crash adm"`
	Version   *string `field:"version"`
	Size      int64   `field:"size"`
	CreatedAt Moment  `field:"created_at,readonly"`
}

type builtInEntry struct {
	SID  string `field:"sid"`
	Name string `field:"name"`
	Note string `field:"note"`
}

type draftEntry struct {
	SID          string  `field:"sid"`
	Name         string  `field:"name"`
	Note         string  `field:"note"`
	By           *string `field:"by"`
	BaseRevision int64   `field:"base_revision"`
	CreatedAt    Moment  `field:"created_at,readonly"`
	MergedAt     *Moment `field:"merged_at,readonly"`
}

type rowEntry struct {
	Resource string  `field:"resource"`
	SID      *string `field:"sid"`
	Name     string  `field:"name"`
	File     *string `field:"file"`
	State    string  `field:"state" in:"added changed deleted"`
}

type commentEntry struct {
	SID       string  `field:"sid"`
	About     string  `field:"about"`
	By        *string `field:"by"`
	Text      string  `field:"text"`
	CreatedAt Moment  `field:"created_at,readonly"`
}

type layerSummary struct {
	SID       string `field:"sid"`
	Name      string `field:"name"`
	Note      string `field:"note"`
	State     string `field:"state" in:"proposed off on settled"`
	RowsCount int64  `field:"rows_count"`
	CreatedAt Moment `field:"created_at,readonly"`
}

type bundleEntry struct {
	SID     string `field:"sid"`
	Name    string `field:"name"`
	Version string `field:"version"`
	About   string `field:"about"`
	Licence string `field:"licence"`
	BuiltIn bool   `field:"built_in"`
	By      string `field:"by"`
	Mine    bool   `field:"mine"`
}

// The lists.
var (
	Drafts     = Define[draftEntry]("drafts", Public, called("draft", ""), searching("r.name", "r.note"))
	LayerRows  = Define[rowEntry]("layer_rows", Public, called("row", ""))
	Comments   = Define[commentEntry]("comments", Public, called("comment", ""), searching("r.text", "r.by"))
	Bundles    = Define[bundleEntry]("bundles", Public, called("bundle", ""), searching("r.name", "r.about"))
	ChangeSets = Define[layerSummary]("change_sets", Public, called("layer", ""), searching("r.name", "r.note"))

	Revisions    = Define[revisionEntry]("revisions", Public, called("revision", ""), searching("r.summary", "r.author"))
	Changes      = Define[changeEntry]("changes", Public, called("change", ""), titled("title"))
	Exported     = Define[exportedEntry]("exported_changes", Public, called("change", ""), titled("title"))
	Layers       = Define[layerEntry]("layers", Public, called("layer", ""), searching("r.layer", "r.title"))
	Deliveries   = Define[deliveryEntry]("deliveries", Public, called("delivery", ""), searching("r.who", "r.reason", "r.error"))
	Findings     = Define[findingEntry]("findings", Public, called("finding", ""), searching("r.name", "r.message"))
	MadeFiles    = Define[fileEntry]("files", Public, called("file", ""), titled("path"))
	Documents    = Define[documentEntry]("documents", Public, called("document", ""), searching("r.slug", "r.title", "r.path"))
	Packs        = Define[packEntry]("packs", Public, called("pack", ""), searching("r.slug", "r.name", "r.about"))
	Logs         = Define[logEntry]("logs", Public, called("log", ""))
	Members      = Define[memberEntry]("members", Public, called("member", ""))
	Invitations  = Define[invitationEntry]("invitations", Public, called("invitation", ""))
	Tokens       = Define[tokenEntry]("tokens", Public, called("token", ""))
	AuditEntries = Define[auditEntry]("audit", Public, called("entry", ""), searching("r.who", "r.about"))
	BuiltIns     = Define[builtInEntry]("built_in_recipes", Public, called("built-in recipe", ""), searching("r.name", "r.note"))
)

// rowOf reads an entry of a list from its JSON.
func (r *Resource) rowOf(entry *jsontree.Object) Row {
	row := make(Row, len(r.Fields))
	for i, f := range r.Fields {
		value, _ := entry.Get(f.Name)
		row[i] = f.store(value)
	}
	return row
}

// Choose returns those of a list that a filter finds; appendJSON appends one as the list has it. What is wrong with the filter is
// validate.Errors of the field q.
func Choose[T any](ctx context.Context, r *Resource, q string, now time.Time, list []T, appendJSON func([]byte, T) []byte) ([]T, error) {
	rows := make([]Row, len(list))
	for i, one := range list {
		tree, _ := jsontree.Parse(appendJSON(nil, one)) // of this program
		entry, _ := tree.(*jsontree.Object)
		rows[i] = r.rowOf(entry)
	}
	conditions, err := r.Where(ctx, q, now, OfRows(nil, rows))
	if err != nil {
		return nil, Refusal(err)
	}
	tester, found := r.Tester(conditions), make([]T, 0, len(list))
	for i, row := range rows {
		if tester.Meets(row) {
			found = append(found, list[i])
		}
	}
	return found, nil
}

// Chooser returns what says whether a filter finds an entry of a list that is not known as a whole. What is wrong with the filter is
// validate.Errors of the field q.
func Chooser(ctx context.Context, r *Resource, q string, now time.Time) (meets func(entry *jsontree.Object) bool, err error) {
	conditions, err := r.Where(ctx, q, now, nil)
	if err != nil {
		return nil, Refusal(err)
	}
	tester := r.Tester(conditions)
	return func(entry *jsontree.Object) bool { return tester.Meets(r.rowOf(entry)) }, nil
}

// Refusal returns what is wrong with a filter, which Where has said, as validate.Errors of the field q. Other errors stay as they are.
func Refusal(err error) error {
	var wrong *filter.Error
	if errors.As(err, &wrong) {
		return validate.Errors{{Field: "q", Messages: []validate.Message{validate.IsNotUnderstood.With(wrong.Error())}}}
	}
	return err
}
