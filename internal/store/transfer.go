package store

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
	"quartermaster/internal/say"
)

// Transfer hands an instance over to a member: he becomes its owner, and the owner a manager. What the instance refers to of the owner's
// reference data goes with it; what other instances of his refer to as well is copied, unless the new owner has the same by name. fits is
// asked in the transaction, when the instance is the new owner's, and what it returns undoes all. It returns ErrNotFound for who is no
// member.
func (db *DB) Transfer(ctx context.Context, s Scope, to Member, fits func(context.Context, *Tx) error) error {
	return db.Tx(ctx, func(tx *Tx) error {
		ids, err := tx.withDrafts(ctx, s.InstanceID)
		if err == nil {
			err = tx.handOver(ctx, s, to, ids)
		}
		for _, id := range ids {
			if err == nil {
				err = tx.handOverReferences(ctx, id, s.UserID, to.UserID)
			}
		}
		if err != nil {
			return err
		}
		// The revision tells every answer and page that is remembered from those of the new owner.
		e := &Edit{Tx: tx, Scope: Scope{UserID: to.UserID, InstanceID: s.InstanceID}, Action: "update"}
		e.Scope.By = ActorOf(to.UserID, s.Person(), string(access.Manager))
		e.Summary = say.New("transfer", "to", to.Name)
		if err := e.startRevision(ctx, record.Instances, make(record.Row, len(record.Instances.Fields))); err != nil {
			return err
		}
		if err := tx.auditMember(ctx, AuditTransferred, s, to.UserID, nil); err != nil {
			return err
		}
		return fits(ctx, tx)
	})
}

// withDrafts returns the ids of an instance and its drafts, which have the same owner.
func (tx *Tx) withDrafts(ctx context.Context, instance int64) (ids []int64, err error) {
	const text = `SELECT i.id FROM instances i WHERE i.id = $1 OR i.id IN (SELECT d.instance_id FROM drafts d WHERE d.origin_id = $2)`
	return ids, tx.db.collect(ctx, tx, text, []any{instance, instance}, func(rows *Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
}

// handOver changes who owns the instance with its drafts, all of ids, and who is a member of it. It waits for others who change what the
// two have.
func (tx *Tx) handOver(ctx context.Context, s Scope, to Member, ids []int64) error {
	if err := tx.notSliced(s.InstanceID); err != nil {
		return err
	}
	both := []int64{s.UserID, to.UserID}
	slices.Sort(both)
	for _, user := range both {
		const counted = `UPDATE users SET record_changes = record_changes + 1, instances_deleted = instances_deleted + 1 WHERE id = $1`
		if err := found(tx.Exec(ctx, counted, user)); err != nil {
			return err
		}
	}
	d := tx.db.dialect
	q := new(query).add("UPDATE instances SET user_id = $ WHERE user_id = $ AND ", to.UserID, s.UserID).add(d.among("id"), d.ids(ids))
	err := found(tx.Exec(ctx, q.String(), q.args...))
	if err == nil {
		err = found(tx.Exec(ctx, `DELETE FROM members WHERE instance_id = $1 AND user_id = $2`, s.InstanceID, to.UserID))
	}
	if err == nil {
		_, err = tx.Exec(ctx, `INSERT INTO members (instance_id, user_id, role, created_at) VALUES ($1, $2, $3, $4)`, s.InstanceID, s.UserID,
			string(access.Manager), tx.Now())
	}
	if err == nil {
		q := new(query).add("UPDATE instance_classnames SET user_id = $ WHERE ", to.UserID).add(d.among("instance_id"), d.ids(ids))
		_, err = tx.Exec(ctx, q.String(), q.args...)
	}
	return err
}

// sameReference is when n is what o is, by name.
var sameReference = map[*record.Resource]string{
	record.TypeUsages: "n.name = o.name AND n.is_group = o.is_group", record.TypeValues: "n.name = o.name AND n.is_group = o.is_group",
	record.TypeTags: "n.name = o.name AND n.is_group = o.is_group", record.Maps: "lower(n.name_short) = lower(o.name_short)",
	record.Categories: "n.name = o.name", record.Subcategories: "n.name = o.name", record.Mods: "n.name = o.name",
}

// referring is a column that holds ids of reference data. Its rows, as t, are those of the instance under the condition its, and those of
// others of the former owner under the condition others; each has one argument.
type referring struct {
	table, column string
	its, others   string
	of            int64 // the argument of its
}

const ofOthers = " IN (SELECT i.id FROM instances i WHERE i.user_id = $)"

// referringTo returns the columns that refer to reference data of the resource.
func (h handingOver) referringTo() (list []referring) {
	for _, r := range record.All() {
		for _, f := range r.Fields {
			switch {
			case f.Ref != h.r.Name:
			case r == record.Instances:
				list = append(list, referring{r.Name, f.Column, "t.id = $", "t.id" + ofOthers, h.instance})
			case r == record.Subcategories:
				list = append(list, referring{r.Name, f.Column, "t.user_id = $", "t.user_id = $", h.to})
			case r.Scope != record.InInstance:
			case f.Link != nil:
				of := "t." + f.Link.Owner + " IN (SELECT p.id FROM " + r.Name + " p WHERE p.instance_id"
				list = append(list, referring{f.Link.Table, f.Link.Column, of + " = $)", of + ofOthers + ")", h.instance})
			case f.Column != "":
				list = append(list, referring{r.Name, f.Column, "t.instance_id = $", "t.instance_id" + ofOthers, h.instance})
			}
		}
	}
	return list
}

// holds is the condition that o.id is in one of the rows that a condition chooses.
func (c referring) holds(condition string) string {
	return "o.id IN (SELECT t." + c.column + " FROM " + c.table + " t WHERE t." + c.column + " IS NOT NULL AND " + condition + ")"
}

// handOverReferences gives an instance, which is the new owner's already, the reference data that it refers to of the former one. A
// subcategory refers to a category, so that subcategories come first.
func (tx *Tx) handOverReferences(ctx context.Context, instance, from, to int64) error {
	for _, r := range []*record.Resource{
		record.Subcategories, record.Categories, record.Mods, record.TypeUsages, record.TypeValues, record.TypeTags, record.Maps,
	} {
		h := handingOver{Tx: tx, r: r, instance: instance, from: from, to: to}
		h.columns = h.referringTo()
		if err := h.run(ctx); err != nil {
			return err
		}
	}
	return nil
}

// handingOver is the hand-over of the records of a resource.
type handingOver struct {
	*Tx
	r                  *record.Resource
	columns            []referring
	instance, from, to int64
}

func (h handingOver) run(ctx context.Context) error {
	if err := h.move(ctx); err != nil {
		return err
	}
	if err := h.copyShared(ctx); err != nil {
		return err
	}
	for _, c := range h.columns {
		if err := h.relink(ctx, c); err != nil {
			return err
		}
	}
	return nil
}

// used adds the condition that the instance refers to o, of the former owner, and that the new one has none like it.
func (h handingOver) used(q *query) *query {
	q.add("o.user_id = $ AND NOT EXISTS (SELECT 1 FROM "+h.r.Name+" n WHERE n.user_id = $ AND "+sameReference[h.r]+") AND (", h.from, h.to)
	for i, c := range h.columns {
		if i > 0 {
			q.add(" OR ")
		}
		q.add(c.holds(c.its), c.of)
	}
	return q.add(")")
}

// move gives the new owner what only this instance refers to.
func (h handingOver) move(ctx context.Context) error {
	q := h.used(new(query).add("UPDATE "+h.r.Name+" SET user_id = $ WHERE id IN (SELECT o.id FROM "+h.r.Name+" o WHERE ", h.to))
	for _, c := range h.columns {
		q.add(" AND NOT "+c.holds(c.others), h.from)
	}
	_, err := h.Exec(ctx, q.add(")").String(), q.args...)
	return err
}

// copyShared gives the new owner copies of what other instances refer to as well.
func (h handingOver) copyShared(ctx context.Context) error {
	var ids []int64
	q := h.used(new(query).add("SELECT o.id FROM " + h.r.Name + " o WHERE "))
	err := h.db.collect(ctx, h.Tx, q.String(), q.args, func(rows *Rows) error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	if err != nil {
		return err
	}
	var columns []string
	for _, f := range h.r.Fields {
		if f.Column != "" && f.Column != "id" && f.Column != "sid" && f.Column != "user_id" {
			columns = append(columns, f.Column)
		}
	}
	list := strings.Join(columns, ", ")
	for _, id := range ids { // each has a public identifier of its own, and they are few
		q := new(query).add("INSERT INTO "+h.r.Name+" (sid, user_id, "+list+") SELECT $, CAST($ AS BIGINT), "+list+" FROM "+h.r.Name+
			" WHERE id = $", NewSID(), h.to, id)
		if _, err := h.Exec(ctx, q.String(), q.args...); err != nil {
			return err
		}
	}
	return nil
}

// relink has a column refer to what the new owner has, where it refers to what the former one keeps.
func (h handingOver) relink(ctx context.Context, c referring) error {
	q := new(query).add("UPDATE "+c.table+" AS t SET "+c.column+" = (SELECT min(n.id) FROM "+h.r.Name+" o JOIN "+h.r.Name+" n ON "+
		sameReference[h.r]+" WHERE o.id = t."+c.column+" AND n.user_id = $) WHERE t."+c.column+" IN (SELECT o.id FROM "+h.r.Name+
		" o WHERE o.user_id = $) AND "+c.its, h.to, h.from, c.of)
	_, err := h.Exec(ctx, q.String(), q.args...)
	return err
}
