package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"net/http"
	"time"
)

// loot is a type as it goes over the wire.
type loot struct {
	ID                  int64   `json:"id"`
	SID                 string  `json:"sid"`
	InstanceID          int64   `json:"instance_id"`
	InstanceClassnameID int64   `json:"instance_classname_id"`
	Name                string  `json:"name"`
	Nominal             *int64  `json:"nominal"`
	Lifetime            *int64  `json:"lifetime"`
	Restock             *int64  `json:"restock"`
	Min                 *int64  `json:"min"`
	QMin                *int64  `json:"qmin"`
	QMax                *int64  `json:"qmax"`
	Cost                *int64  `json:"cost"`
	CountInCargo        *bool   `json:"count_in_cargo"`
	CountInHoarders     *bool   `json:"count_in_hoarders"`
	CountInMap          *bool   `json:"count_in_map"`
	CountInPlayers      *bool   `json:"count_in_players"`
	Crafted             *bool   `json:"crafted"`
	Deloot              *bool   `json:"deloot"`
	CategoryID          *int64  `json:"category_id"`
	TagID               *int64  `json:"tag_id"`
	Enabled             bool    `json:"enabled"`
	SourceFile          *string `json:"source_file"`
	CreatedAt           string  `json:"created_at"`
	UpdatedAt           string  `json:"updated_at"`
}

// linkedLoot is a type with its links, which lists leave out.
type linkedLoot struct {
	loot
	UsageIDs []int64 `json:"usage_ids"`
	ValueIDs []int64 `json:"value_ids"`
	TagIDs   []int64 `json:"tag_ids"`
}

type oneType struct {
	Data linkedLoot `json:"data"`
}

const selectTypes = `SELECT t.id, t.sid, t.instance_id, t.instance_classname_id, c.name, t.nominal, t.lifetime, t.restock, t.min,
	t.qmin, t.qmax, t.cost, t.count_in_cargo, t.count_in_hoarders, t.count_in_map, t.count_in_players, t.crafted, t.deloot,
	t.category_id, t.tag_id, t.enabled, t.source_file, t.created_at, t.updated_at
	FROM types t JOIN instance_classnames c ON c.id = t.instance_classname_id WHERE `

const insertType = `INSERT INTO types (sid, instance_id, instance_classname_id, nominal, lifetime, restock, min, qmin, qmax, cost,
	count_in_cargo, count_in_hoarders, count_in_map, count_in_players, crafted, deloot, category_id, tag_id, enabled, created_at, updated_at)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?) RETURNING id`

func scan(row interface{ Scan(dest ...any) error }) (l loot, err error) {
	var created, updated int64
	err = row.Scan(&l.ID, &l.SID, &l.InstanceID, &l.InstanceClassnameID, &l.Name, &l.Nominal, &l.Lifetime, &l.Restock, &l.Min,
		&l.QMin, &l.QMax, &l.Cost, &l.CountInCargo, &l.CountInHoarders, &l.CountInMap, &l.CountInPlayers, &l.Crafted, &l.Deloot,
		&l.CategoryID, &l.TagID, &l.Enabled, &l.SourceFile, &created, &updated)
	l.CreatedAt, l.UpdatedAt = moment(created), moment(updated)
	return l, err
}

func moment(micros int64) string {
	return time.UnixMicro(micros).UTC().Format("2006-01-02T15:04:05.000000Z")
}

func (s *server) getType(w http.ResponseWriter, r *http.Request, instance int64) error {
	found, err := s.find(r.Context(), instance, r.PathValue("type"))
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, oneType{found})
	return nil
}

// find reads a type with its links.
func (s *server) find(ctx context.Context, instance int64, sid string) (found linkedLoot, err error) {
	if found.loot, err = scan(s.get.QueryRowContext(ctx, instance, sid)); err != nil {
		return found, err
	}
	if found.UsageIDs, err = links(ctx, s.usages, found.ID); err != nil {
		return found, err
	}
	if found.ValueIDs, err = links(ctx, s.values, found.ID); err != nil {
		return found, err
	}
	found.TagIDs, err = links(ctx, s.tags, found.ID)
	return found, err
}

func links(ctx context.Context, query *sql.Stmt, id int64) ([]int64, error) {
	rows, err := query.QueryContext(ctx, id)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	ids := []int64{}
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// createType stores what the body says, unchecked, and answers what it reads back.
func (s *server) createType(w http.ResponseWriter, r *http.Request, instance int64) error {
	var in linkedLoot
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return err
	}
	in.SID, in.InstanceID = rand.Text()[:10], instance
	if err := s.store(r.Context(), in); err != nil {
		return err
	}
	made, err := s.find(r.Context(), instance, in.SID)
	if err != nil {
		return err
	}
	respond(w, http.StatusCreated, oneType{made})
	return nil
}

func (s *server) store(ctx context.Context, in linkedLoot) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // after a commit it does nothing
	now := time.Now().Unix() * 1_000_000
	insert := tx.StmtContext(ctx, s.insert) //nolint:sqlclosecheck // ends with the transaction
	row := insert.QueryRowContext(ctx, in.SID, in.InstanceID, in.InstanceClassnameID, in.Nominal, in.Lifetime, in.Restock,
		in.Min, in.QMin, in.QMax, in.Cost, in.CountInCargo, in.CountInHoarders, in.CountInMap, in.CountInPlayers, in.Crafted,
		in.Deloot, in.CategoryID, in.TagID, now, now)
	if err := row.Scan(&in.ID); err != nil {
		return err
	}
	if err := link(ctx, tx, s.addUsage, in.ID, in.UsageIDs); err != nil {
		return err
	}
	if err := link(ctx, tx, s.addValue, in.ID, in.ValueIDs); err != nil {
		return err
	}
	return tx.Commit()
}

func link(ctx context.Context, tx *sql.Tx, insert *sql.Stmt, owner int64, ids []int64) error {
	inside := tx.StmtContext(ctx, insert) //nolint:sqlclosecheck // ends with the transaction
	for position, id := range ids {
		if _, err := inside.ExecContext(ctx, owner, position, id); err != nil {
			return err
		}
	}
	return nil
}
