package operation

import (
	"io"
	"log/slog"
	"time"

	"quartermaster/internal/account"
	"quartermaster/internal/bulk"
	"quartermaster/internal/bundles"
	"quartermaster/internal/control"
	"quartermaster/internal/delivery"
	"quartermaster/internal/docset"
	"quartermaster/internal/economy"
	"quartermaster/internal/health"
	"quartermaster/internal/imports"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/layers"
	"quartermaster/internal/lint"
	"quartermaster/internal/mission"
	"quartermaster/internal/pull"
	"quartermaster/internal/queue"
	"quartermaster/internal/shape"
	"quartermaster/internal/store"
	"quartermaster/internal/stored"
	"quartermaster/internal/target"
)

// Services are what operations work with.
type Services struct {
	DB         *store.DB
	Missions   *mission.Service
	Stored     *stored.Service
	Imports    *imports.Service
	Jobs       *queue.Jobs
	Lint       *lint.Service
	Economy    *economy.Service
	Targets    *target.Service
	Control    *control.Service
	Deliveries *delivery.Service
	Pulls      *pull.Service
	Bulk       *bulk.Service
	Layers     *layers.Service
	Bundles    *bundles.Service
	Documents  *docset.Service
	Health     *health.Service
	Clock      func() time.Time // which all processes agree on
	Logger     *slog.Logger
}

// Call is one call of an operation: on what, by whom, and under which conditions.
type Call struct {
	*Services
	Scope  store.Scope
	Caller account.Caller
	// BaseURL is the address of the service.
	BaseURL string
	// Instance is the public identifier of the instance that the path names, and Plan that of the caller.
	Instance string
	Plan     account.Plan
	// Param returns what stands at a name of the path.
	Param func(name string) string
	// Sent is the query and the body as they came.
	Sent *jsontree.Object
	// Unmet returns an error where the caller's condition does not hold for a value whose data are those; nil stands for no value.
	Unmet func(data func() []byte) error
	// Prefers reports whether the caller would rather have an answer of a content type than JSON.
	Prefers func(kind string) bool
	// OnRevision returns an error where the caller's condition does not hold for the revision that a change is made on; nil for none.
	OnRevision func(number int64) error

	// Holds reports whether the caller has the answer of an entity tag already, and needs it no more.
	Holds func(tag string) bool
	// Asks is set for a caller who only asks what the answer would be.
	Asks bool

	// HasForm is set where a form with files was sent to an operation that takes one in the place of JSON.
	HasForm bool
	// Upload reads the form that was sent, of at most limit bytes, 0 for as many as uploads may have. It is read once.
	Upload func(into Receiver, limit int64) error

	revision int64
	job      *Job
	export   *Export
	page     *store.Page
	tag      string
	tagsData bool
	patch    *string
	instead  any
}

// Receiver takes the files and fields of a form as they arrive.
type Receiver interface {
	Receive(name string, content io.Reader) error
	Set(field, value string)
}

// Queued has the call answered with a job.
func (c *Call) Queued(sid string, also ...[2]string) { c.job = &Job{SID: sid, Also: also} }

// queuedOn is Queued for a job of an instance that may be another one than that of the path.
func (c *Call) queuedOn(instance, sid string) { c.job = &Job{SID: sid, Instance: instance} }

// unmet returns an error where the caller's condition does not hold for what an operation would answer.
func (c *Call) unmet(now any) error {
	return c.Unmet(func() []byte { return shape.Append(nil, now) })
}

// tagData gives an answer to a change the entity tag that reading has.
func (c *Call) tagData() { c.tagsData = true }

// Tagged sets the entity tag of the answer, with its quotes, where it is not that of the data.
func (c *Call) Tagged(tag string) { c.tag = tag }
