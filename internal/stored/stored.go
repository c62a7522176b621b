package stored

import (
	"io"
	"strconv"
	"strings"
	"time"
	"unicode"

	"quartermaster/internal/account"
	"quartermaster/internal/blob"
	"quartermaster/internal/gate"
	"quartermaster/internal/store"
)

// Origin says where a file came from.
type Origin string

// The kinds.
const (
	Upload   Origin = "upload"   // it was imported
	Generate Origin = "generate" // it was made from records
)

// File is a file to store.
type File struct {
	identity
	content io.ReaderAt
	size    int64
}

// identity is equal for files that count as the same.
type identity struct {
	origin       Origin
	name, sha256 string
}

const maxName = 255 // characters

func nameOf(path string) string {
	name := []rune(strings.Map(graphic, path[strings.LastIndexAny(path, `/\`)+1:]))
	if len(name) == 0 {
		return "file"
	}
	return string(name[max(0, len(name)-maxName):]) // the end has the file type
}

func graphic(r rune) rune {
	if r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
		return -1
	}
	return r
}

// SHA256 returns the digest of the content, in hexadecimal.
func (f File) SHA256() string { return f.sha256 }

// Plans returns the limits of plans; its error is account.ErrPlan.
type Plans interface {
	Plan(name string) (account.Plan, error)
}

// Service stores files. It is safe for concurrent use, also by several servers on one database and one blob store.
type Service struct {
	db    *store.DB
	blobs blob.Store
	plans Plans
	now   func() time.Time
	dir   string // of what waits on the disk; empty for the system's own

	memory  int64      // for uploads, in bytes
	loading *gate.Gate // to it
	making  *gate.Gate // to making files
	flights *flights
	made    made

	trimming trimming
}

const (
	// uploadMemory is how many bytes uploads take at once, unless single ones take more.
	uploadMemory = 48_000_000
	// madeAtOnce is how many files of one user are made at once.
	madeAtOnce = 2
	// waiting is how many may wait for either of them, and patience for how long.
	waiting  = 128
	patience = time.Minute
)

// New returns a service that keeps its rows in db and the contents of files in blobs.
func New(db *store.DB, blobs blob.Store, plans Plans, now func() time.Time) *Service {
	s := &Service{
		db: db, blobs: blobs, plans: plans, now: now, flights: &flights{waiting: map[string]*flight{}},
		making: gate.New(gate.Limits{Name: "making files", Total: 2 * madeAtOnce, Waiters: waiting, Patient: patience}),
	}
	return s.WithMemory(uploadMemory)
}

// WithMemory sets how many bytes uploads take at once, and returns the service. One that takes more than half counts as half.
func (s *Service) WithMemory(bytes int64) *Service {
	s.memory, s.loading = bytes, gate.New(gate.Limits{Name: "memory for uploads", Total: bytes, Waiters: waiting, Patient: patience})
	return s
}

// storedFolder begins the keys of contents in the blob store.
const storedFolder = "stored/"

// keyOf returns the key of the content in the blob store.
func keyOf(userID int64, sha256 string) string {
	return storedFolder + strconv.FormatInt(userID, 10) + "/" + sha256
}
