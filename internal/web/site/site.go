package site

import (
	"log/slog"

	"github.com/alexedwards/scs/v2"
	"github.com/go-chi/chi/v5"

	"quartermaster/internal/access"
	"quartermaster/internal/account"
	"quartermaster/internal/aipreset"
	"quartermaster/internal/bulk"
	"quartermaster/internal/calendar"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/economy"
	"quartermaster/internal/idp"
	"quartermaster/internal/imports"
	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/notes"
	"quartermaster/internal/passkey"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/resetmail"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
	"quartermaster/internal/throttle"
	"quartermaster/internal/web/ui"
)

// Config holds the services that the pages use, and their limits.
type Config struct {
	DB         *store.DB
	Accounts   *account.Service
	Missions   *mission.Service
	Imports    *imports.Service
	Jobs       *queue.Jobs
	Lint       *lint.Service
	Economy    *economy.Service
	Stored     *stored.Service
	Targets    *target.Service
	Control    *control.Service
	Deliveries *delivery.Service
	Pulls      *pull.Service
	Limiter    throttle.Limiter
	Copies     notes.Notes        // of sessions; nil for none
	Presets    *aipreset.Service  // nil for the built-in provider
	Resets     *resetmail.Service // nil where no mail is sent
	Provider   *idp.Provider      // through which people sign in; nil for none
	Renderer   *ui.Renderer
	Logger     *slog.Logger

	Passkeys *passkey.Service    // nil where browsers make none for the address
	Require  account.Requirement // who can do nothing until he has a second factor

	NoPasswords bool  // people sign in through the provider alone
	UploadLimit int64 // bytes
	FormLimit   int   // forms a minute, of one user or visitor; 0 lifts the limit
}

// DefaultFormLimit is how many forms a user or visitor may send in a minute.
const DefaultFormLimit = 600

// Site is an http.Handler that answers browsers. Packages with pages add their routes and collections to it.
type Site struct {
	Config
	Bulk        *bulk.Service // filters, bulk operations, and what undoes and reverts
	Layers      *layers.Service
	Calendar    *calendar.Service
	visits      *account.Sessions
	sessions    *scs.SessionManager // of visits
	router      *chi.Mux
	routes      []Route
	needs       map[string]access.Permission // of the routes, by method and pattern
	Collections []*Collection
	menu        []menuEntry // of an instance
}

// Collection describes the pages of the records of a resource to the rest of the site.
type Collection struct {
	Resource  *record.Resource
	Group     string   // in the navigation; empty for none
	Title     string   // of the list
	One, Many string   // what a record and several are called, in small letters
	Omitted   []string // fields that forms leave out, because others say the same
	Sort      string   // what the list is sorted by unless a request says it; empty for its own order

	URL     func(r *Request) string                    // of the list
	EditURL func(r *Request, title, sid string) string // of the form of a record
	TitleOf func(row record.Row) string                // what people call a record
}

// menuEntry is a page in the navigation of an instance.
type menuEntry struct {
	group, label string
	url          func(r *Request) string
	resource     *record.Resource // whose records the page is about; nil for a page that is always in the navigation
}
