package store

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/record"
)

// Hit is a record that a search over all instances of a user has found.
type Hit struct {
	Resource               *record.Resource
	SID, Title             string
	Instance, InstanceName string // the sid of its instance, and what that is called
}

// FindByName returns records of the user's instances whose title begins with a text, and where these are few also some that
// contain it, in any letter case: up to limit of each resource, which are in instances and have titles.
func (db *DB) FindByName(ctx context.Context, userID int64, resources []*record.Resource, text string, limit int) ([]Hit, error) {
	text = strings.ToLower(text)
	hits, err := db.hits(ctx, userID, resources, limit, func(q *query, title string) {
		by := db.dialect.sortText("lower(" + title + ")")
		q.add("("+by+" >= $ AND "+by+" < $)", text, text+"\U0010FFFF")
	})
	if err != nil || len(hits) >= limit {
		return hits, err
	}
	parts, err := db.hits(ctx, userID, resources, limit, func(q *query, title string) {
		q.add(db.dialect.contains(title, isASCII(text)), text)
	})
	for _, hit := range parts {
		if !slices.Contains(hits, hit) {
			hits = append(hits, hit)
		}
	}
	return hits, err
}

// hits runs the search with a condition on titles. Class names are looked for once, and then what is about those that are found.
func (db *DB) hits(ctx context.Context, userID int64, resources []*record.Resource, limit int,
	matches func(q *query, title string),
) (hits []Hit, err error) {
	q := new(query).add("/* find */ WITH ic AS MATERIALIZED (SELECT r.id, r.name, r.instance_id FROM instance_classnames r WHERE ")
	db.titled(q, record.InstanceClassnames, userID, matches)
	q.add(" LIMIT $) SELECT found.place, found.sid, found.title, i.sid, i.name FROM (", limit)
	for place, r := range resources {
		if place > 0 {
			q.add(" UNION ALL ")
		}
		q.add("SELECT * FROM (SELECT " + strconv.Itoa(place) + " AS place, r.sid AS sid, ")
		switch {
		case r == record.InstanceClassnames:
			q.add("ic.name AS title, r.instance_id AS instance_id FROM ic JOIN instance_classnames r ON r.id = ic.id")
		case r.ByClassName:
			q.add("ic.name AS title, r.instance_id AS instance_id FROM ic JOIN " + r.Name +
				" r ON r.instance_classname_id = ic.id AND r.instance_id = ic.instance_id WHERE " + r.Published)
		default:
			q.add(r.Title.SQL + " AS title, r.instance_id AS instance_id FROM " + r.Name + " r WHERE ")
			db.titled(q, r, userID, matches)
		}
		q.add(" LIMIT $) AS part"+strconv.Itoa(place), limit)
	}
	q.add(") AS found JOIN instances i ON i.id = found.instance_id AND "+WorksOn, userID, userID)
	return hits, db.collect(ctx, db, q.String(), q.args, func(rows *Rows) error {
		var place int64
		var title *string
		var h Hit
		if err := rows.Scan(&place, &h.SID, &title, &h.Instance, &h.InstanceName); err != nil || title == nil {
			return err
		}
		h.Resource, h.Title = resources[place], *title
		hits = append(hits, h)
		return nil
	})
}

// titled adds the condition that a record is in an instance of the user and has such a title. It is written for the indexes that
// hold titles: the database looks at nothing else of the other records.
func (db *DB) titled(q *query, r *record.Resource, userID int64, matches func(q *query, title string)) {
	q.add("r.instance_id IN (SELECT i.id FROM instances i WHERE i.user_id = $ UNION ALL SELECT m.instance_id FROM members m "+
		"WHERE m.user_id = $) AND ", userID, userID)
	matches(q, r.Title.SQL)
	q.add(" AND " + r.Published)
}
