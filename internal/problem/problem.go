// Package problem declares the types of problems that the API answers with (RFC 9457). Each has a page in docs.
package problem

import (
	"embed"
	"net/http"
	"strings"

	"quartermaster/internal/outage"
)

// ContentType is that of an answer which is a problem.
const ContentType = "application/problem+json"

// URL is the page about all types; below it each has its own.
const URL = "/docs/errors"

// Type is a sort of problem.
type Type struct {
	Name   string // the last part of its address, which never changes
	Status int    // of most answers of the type
	Title  string // says in a few words what all problems of the type are

	Message string // of the interface; where it differs from one answer to the next, an example
}

// Error is an error whose text goes to the client unchanged.
type Error struct {
	Type    Type
	Message string
}

func (e Error) Error() string { return e.Message }

// Usual returns the error of the type with the message that it always has.
func (t Type) Usual() Error { return t.Saying(t.Message) }

// Saying returns an error of the type with a message of its own.
func (t Type) Saying(message string) Error { return Error{t, message} }

// Messages that several types share, since they are not told apart without the type.
const (
	notAllowed   = "This action is unauthorized."
	nothingFound = "Not Found."
)

// The types: every error of the API is of one.
var (
	BadPath = Type{
		"bad-path", http.StatusBadRequest, "Path is not UTF-8",
		"Bad Request",
	}
	Incomplete = Type{
		"incomplete-request", http.StatusBadRequest, "Incomplete request",
		"The request was interrupted before all of it arrived.",
	}
	Unauthenticated = Type{
		"unauthenticated", http.StatusUnauthorized, "Missing or invalid token",
		"Unauthenticated.",
	}
	NoAccess = Type{
		"no-api-access", http.StatusForbidden, "No API access",
		notAllowed,
	}
	NoPermission = Type{
		"no-permission", http.StatusForbidden, "No permission",
		"This needs the permission edit; your role is viewer.",
	}
	Reviewed = Type{
		"reviewed", http.StatusForbidden, "Changes are reviewed",
		"Changes of this instance are made in drafts and reviewed.",
	}
	ReadOnly = Type{
		"read-only", http.StatusForbidden, "Read-only record",
		notAllowed,
	}
	UnknownPath = Type{
		"unknown-path", http.StatusNotFound, "Unknown path",
		nothingFound,
	}
	NotFound = Type{
		"not-found", http.StatusNotFound, "Record not found",
		nothingFound,
	}
	NoTarget = Type{
		"no-target", http.StatusNotFound, "No target set",
		"This instance has no target.",
	}
	WrongMethod = Type{
		"method-not-allowed", http.StatusMethodNotAllowed, "Method not allowed",
		"The PUT method is not supported for route api/v1/maps. Supported methods: GET, HEAD, POST.",
	}
	Conflict = Type{
		"conflict", http.StatusConflict, "Conflict",
		"The instance has changed in the meantime.",
	}
	KeyConflict = Type{
		"idempotency-key", http.StatusConflict, "Idempotency key conflict",
		"A request with this Idempotency-Key is still running.",
	}
	UnderWay = Type{
		"delivery-under-way", http.StatusConflict, "Delivery under way",
		"Another delivery of this instance is running.",
	}
	Unreadable = Type{
		"unreadable-document", http.StatusConflict, "Unreadable document",
		"The file cannot be read as a document. Fix its text first.",
	}
	JobEnded = Type{
		"job-ended", http.StatusConflict, "Job already ended",
		"The job has already ended.",
	}
	Precondition = Type{
		"precondition-failed", http.StatusPreconditionFailed, "Precondition failed",
		"Precondition Failed.",
	}
	TooLarge = Type{
		"too-large", http.StatusRequestEntityTooLarge, "Body too large",
		"The POST data is too large.",
	}
	OverPlan = Type{
		"plan-limit", http.StatusRequestEntityTooLarge, "Plan limit reached",
		"Your plan's limit of 20 on stored uploads is reached. Delete stored files to make room.",
	}
	Invalid = Type{
		"invalid-fields", http.StatusUnprocessableEntity, "Invalid fields",
		"The text field is required.",
	}
	RateLimit = Type{
		"rate-limit", http.StatusTooManyRequests, "Rate limit reached",
		"Too Many Attempts.",
	}
	TooManyJobs = Type{
		"too-many-jobs", http.StatusTooManyRequests, "Too many jobs waiting",
		"You have 5 jobs waiting. Try again when one of them has finished.",
	}
	ServerError = Type{
		"server-error", http.StatusInternalServerError, "Server error",
		"Server Error",
	}
	Unavailable = Type{
		"unavailable", http.StatusServiceUnavailable, "Service unavailable",
		outage.UnavailableText,
	}
	Unhealthy = Type{
		"unhealthy", http.StatusServiceUnavailable, "Health check failed",
		"These checks have failed: queue.",
	}
	DiskFull = Type{
		"disk-full", http.StatusInsufficientStorage, "Disk full",
		outage.FullText,
	}
)

// Types returns all types, in the order of their status.
func Types() []Type {
	return []Type{
		BadPath, Incomplete, Unauthenticated, NoAccess, NoPermission, Reviewed, ReadOnly, UnknownPath, NotFound, NoTarget, WrongMethod, Conflict,
		KeyConflict, UnderWay,
		Unreadable, JobEnded, Precondition, TooLarge, OverPlan, Invalid, RateLimit, TooManyJobs, ServerError, Unavailable, Unhealthy, DiskFull,
	}
}

// URL returns the path of the page about the type.
func (t Type) URL() string { return URL + "/" + t.Name }

//go:embed docs
var docs embed.FS

// Doc returns the paragraphs of the page: what the problem means, when it occurs, and what to do. What programs read is in backquotes.
func (t Type) Doc() (means, when, do string) {
	text, _ := docs.ReadFile("docs/" + t.Name + ".md") // a test checks that each type has one
	means, rest, _ := strings.Cut(strings.TrimSpace(string(text)), "\n\n")
	when, do, _ = strings.Cut(rest, "\n\n")
	return means, when, do
}
