// Package audit reads what the audit keeps, and writes it as CSV.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package audit

import (
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/validate"
)

// Filter is what people ask of the audit.
type Filter struct {
	What string `field:"what" help:"Only what was done: sign-in, token.created, rcon and so on." example:"token.created"`
	Who  string `field:"who" help:"Only what someone did, by name." example:"Anna"`
	From string `field:"from" help:"Only since this day (UTC) or moment." example:"2026-11-01"`
	To   string `field:"to" help:"Only until the end of this day (UTC), or until a moment." example:"2026-11-30"`
}

// Check implements shape.Checked.
func (f *Filter) Check(problems *validate.Errors) {
	if f.What != "" && !slices.Contains(store.AuditWords(), f.What) {
		problems.AddFailure("what", validate.SelectionIsInvalid)
	}
	for _, end := range [][2]string{{"from", f.From}, {"to", f.To}} {
		if _, valid := record.ParseDay(end[1], 0); !valid {
			problems.AddFailure(end[0], validate.MustBeDate)
		}
	}
}

// Of returns what a checked filter chooses: of an instance, or of the whole service for 0.
func (f *Filter) Of(instance int64) store.AuditFilter {
	chosen := store.AuditFilter{InstanceID: instance, What: f.What, Who: strings.TrimSpace(f.Who)}
	chosen.From, _ = record.ParseDay(f.From, 0)
	chosen.To, _ = record.ParseDay(f.To, 1)
	return chosen
}

// View is an entry as it goes over the wire.
type View struct {
	At       record.Moment     `field:"at"`
	Who      string            `field:"who" help:"A name as it was then; empty for someone who is not known." example:"Anna"`
	Token    *string           `field:"token,null" help:"Name of the token that was used; null for a person in the browser." example:"Discord bot"`
	IP       *string           `field:"ip,null" help:"Network address; null for what the service does itself." example:"192.0.2.7"`
	What     string            `field:"what" example:"token.created"`
	About    string            `field:"about" help:"What it was done to, by its name." example:"Discord bot"`
	Instance *string           `field:"instance,null" help:"Public identifier; null for what is about an account." example:"k3Jd82Lq0x"`
	Details  map[string]string `field:"details" example:"{\"permissions\":\"read, players\"}"`
}

// ViewOf returns an entry as it goes over the wire.
func ViewOf(a store.Audited) View {
	return View{
		At: record.Moment(a.At), Who: a.By.Name, Token: orNull(a.By.Token), IP: orNull(a.By.Address), What: a.What, About: a.About,
		Instance: orNull(a.Instance), Details: a.Details,
	}
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

var columns = []string{"at", "who", "token", "ip", "what", "about", "instance", "details"}

// WriteCSV writes what a filter finds as CSV, newest first, as far as meets finds it too. It returns the error of w too.
func WriteCSV(ctx context.Context, db *store.DB, f store.AuditFilter, meets func(View) bool, w io.Writer) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	if err := out.Write(columns); err != nil {
		return err
	}
	err := db.EachAudited(ctx, f, 0, math.MaxInt32, func(a store.Audited) error {
		if v := ViewOf(a); !meets(v) {
			return nil
		}
		return out.Write([]string{
			time.UnixMicro(a.At).UTC().Format(time.RFC3339), a.By.Name, a.By.Token, a.By.Address, a.What, a.About, a.Instance,
			Details(a.Details),
		})
	})
	out.Flush()
	return cmp.Or(err, out.Error())
}

// Details returns the details of an entry in a line, by their names.
func Details(details map[string]string) string {
	parts := make([]string, 0, len(details))
	for _, name := range slices.Sorted(maps.Keys(details)) {
		parts = append(parts, name+": "+details[name])
	}
	return strings.Join(parts, "; ")
}

// said is what pages call what was done.
var said = map[string]string{
	store.AuditSignIn: "Signed in", store.AuditSignInFailed: "Failed to sign in", store.AuditSignOut: "Signed out",
	store.AuditPassword: "Changed a password", store.AuditFactorAdded: "Added a second factor",
	store.AuditFactorRemoved: "Removed a second factor", store.AuditTokenCreated: "Made a token", store.AuditTokenDeleted: "Ended a token",
	store.AuditInvited: "Invited someone", store.AuditJoined: "Joined", store.AuditMemberChanged: "Changed a role",
	store.AuditMemberRemoved: "Removed a member", store.AuditInstanceCreated: "Created an instance",
	store.AuditInstanceDeleted: "Deleted an instance", store.AuditTransferred: "Handed an instance over",
	store.AuditTarget: "Changed the connection", store.AuditDeliveryStarted: "Started a delivery",
	store.AuditDeliveryFinished: "A delivery ended", store.AuditRollback: "Started a rollback", store.AuditRCon: "Sent a command",
	store.AuditReview: "Changed whether changes are reviewed", store.AuditOverride: "Changed something without a review",
	store.AuditLayerApproved: "Approved a layer", store.AuditLayerRejected: "Rejected a layer",
	store.AuditPackUploaded: "Uploaded a pack", store.AuditPackDeleted: "Deleted a pack",
	store.AuditExport: "Downloaded", store.AuditUserChanged: "Changed an account", store.AuditUserDisabled: "Disabled an account",
	store.AuditUserDeleted: "Deleted an account",
}

// Said returns what pages call what was done.
func Said(what string) string { return cmp.Or(said[what], what) }
