// Package site is what every page stands on: requests with their session, answers, guards and routes, the frame of a page, and the
// collections of records that the pages link to. It knows no page.
package site

import (
	"log/slog"

	"github.com/alexedwards/scs/v2"
	"github.com/go-chi/chi/v5"

	"quartermaster/internal/account"
	"quartermaster/internal/aipreset"
	"quartermaster/internal/imports"
	"quartermaster/internal/mission"
	"quartermaster/internal/queue"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/throttle"
	"quartermaster/internal/web/ui"
)

// Config holds the services that the pages use, and their limits.
type Config struct {
	DB       *store.DB
	Accounts *account.Service
	Missions *mission.Service
	Imports  *imports.Service
	Jobs     *queue.Jobs
	Stored   *stored.Service
	Limiter  throttle.Limiter
	Presets  *aipreset.Service // nil for the built-in provider
	Renderer *ui.Renderer
	Logger   *slog.Logger

	UploadLimit int64 // bytes
	FormLimit   int   // forms a minute, of one user or visitor; 0 lifts the limit
}

// DefaultFormLimit is how many forms a user or visitor may send in a minute.
const DefaultFormLimit = 600

// Site answers the requests of browsers.
type Site struct {
	Config
	sessions    *scs.SessionManager
	router      *chi.Mux
	Collections []*Collection
	menu        []menuEntry // of an instance
}

// Collection says where the records of a resource are on the site, and what people call them.
type Collection struct {
	Resource  *record.Resource
	Group     string   // of the navigation; empty for a list that is not in it
	Title     string   // of the list
	One, Many string   // what a record and several are called, in small letters
	Omitted   []string // fields that the form leaves out because others say the same

	URL     func(r *Request) string                    // of the list
	EditURL func(r *Request, title, sid string) string // of the form of a record
	TitleOf func(row record.Row) string
}

// menuEntry is a page of an instance in the navigation.
type menuEntry struct {
	group, label string
	url          func(r *Request) string
}
