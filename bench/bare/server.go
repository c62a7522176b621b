package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ncruces/go-sqlite3/driver"
)

// readers is how many connections read, as in the service; one writes.
const readers = 4

// server holds the connections and the statements, which are prepared once.
type server struct {
	read, write *sql.DB

	user, instance             *sql.Stmt
	count, list, get           *sql.Stmt
	usages, values, tags       *sql.Stmt
	insert, addUsage, addValue *sql.Stmt
}

func open(ctx context.Context, data string) (s *server, err error) {
	s = new(server)
	if s.write, err = connect(data, 1, "_txlock=immediate"); err != nil {
		return nil, err
	}
	if s.read, err = connect(data, readers, "_pragma=query_only(1)"); err != nil {
		return nil, errors.Join(err, s.write.Close())
	}
	if err := s.prepare(ctx); err != nil {
		s.close()
		return nil, fmt.Errorf("preparing statements: %w", err)
	}
	return s, nil
}

// connect opens a pool with the pragmas of the service.
func connect(data string, connections int, extra string) (*sql.DB, error) {
	path := filepath.ToSlash(filepath.Join(data, "quartermaster.db"))
	pragmas := []string{
		"_pragma=busy_timeout(30000)", "_pragma=journal_mode(wal)", "_pragma=synchronous(full)",
		"_pragma=foreign_keys(1)", "_pragma=wal_autocheckpoint(4000)", "_pragma=cache_size(-8000)", "_pragma=temp_store(memory)", extra,
	}
	db, err := driver.Open("file:" + (&url.URL{Path: path}).EscapedPath() + "?" + strings.Join(pragmas, "&"))
	if err != nil {
		return nil, fmt.Errorf("cannot open the database: %w", err)
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, nil
}

func (s *server) prepare(ctx context.Context) error {
	for _, statement := range []struct {
		into **sql.Stmt
		db   *sql.DB
		text string
	}{
		{&s.user, s.read, `SELECT id FROM users WHERE token_digest = ?`},
		{&s.instance, s.read, `SELECT id FROM instances WHERE sid = ? AND user_id = ?`},
		{&s.count, s.read, `SELECT count(*) FROM types WHERE instance_id = ?`},
		{&s.list, s.read, selectTypes + `t.instance_id = ? ORDER BY t.id LIMIT ? OFFSET ?`},
		{&s.get, s.read, selectTypes + `t.instance_id = ? AND t.sid = ?`},
		{&s.usages, s.read, `SELECT usage_id FROM type_usage_links WHERE type_id = ? ORDER BY position`},
		{&s.values, s.read, `SELECT value_id FROM type_value_links WHERE type_id = ? ORDER BY position`},
		{&s.tags, s.read, `SELECT tag_id FROM type_tag_links WHERE type_id = ? ORDER BY position`},
		{&s.insert, s.write, insertType},
		{&s.addUsage, s.write, `INSERT INTO type_usage_links (type_id, position, usage_id) VALUES (?, ?, ?)`},
		{&s.addValue, s.write, `INSERT INTO type_value_links (type_id, position, value_id) VALUES (?, ?, ?)`},
	} {
		stmt, err := statement.db.PrepareContext(ctx, statement.text) //nolint:sqlclosecheck // lives as long as its pool
		if err != nil {
			return err
		}
		*statement.into = stmt
	}
	return nil
}

// close ends the connections, and with them their statements.
func (s *server) close() {
	_ = s.read.Close()
	_ = s.write.Close()
}

func (s *server) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/v1/health", func(w http.ResponseWriter, _ *http.Request) { respond(w, http.StatusOK, struct{}{}) })
	mux.HandleFunc("GET /api/v1/instances/{instance}/types", s.owned(s.listTypes))
	mux.HandleFunc("GET /api/v1/instances/{instance}/types/{type}", s.owned(s.getType))
	mux.HandleFunc("POST /api/v1/instances/{instance}/types", s.owned(s.createType))
	return mux
}

// owned passes the id of the instance on when it belongs to the owner of the token.
func (s *server) owned(next func(w http.ResponseWriter, r *http.Request, instance int64) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		sum := sha256.Sum256([]byte(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")))
		var user, instance int64
		if err := s.user.QueryRowContext(r.Context(), hex.EncodeToString(sum[:])).Scan(&user); err != nil {
			http.Error(w, "unknown token", http.StatusUnauthorized)
			return
		}
		if err := s.instance.QueryRowContext(r.Context(), r.PathValue("instance"), user).Scan(&instance); err != nil {
			http.Error(w, "no such instance", http.StatusNotFound)
			return
		}
		if err := next(w, r, instance); err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	}
}

func respond(w http.ResponseWriter, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	_, _ = w.Write(body)
}
