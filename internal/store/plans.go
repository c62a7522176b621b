package store

import (
	"context"
	"slices"

	"quartermaster/internal/access"
	"quartermaster/internal/record"
)

// plans is record.Plans.
type plans lookup

// Demand is record.Plans'.
func (p plans) Demand(needed access.Permission) error { return p.scope.Demand(needed) }

// Has is record.Plans'.
func (p plans) Has(ctx context.Context, what, sid string) (there bool, err error) {
	table := map[string]string{"layer": "layers", "recipe": "recipes"}[what]
	q := new(query).add("SELECT 1 FROM "+table+" r JOIN instances i ON i.id = r.instance_id WHERE i.id = $ AND i.user_id = $ AND r.sid = $",
		p.scope.InstanceID, p.scope.UserID, sid)
	err = p.db.collect(ctx, p.from, q.String(), q.args, func(*Rows) error {
		there = true
		return nil
	})
	return there, err
}

// Copies is record.Plans'.
func (p plans) Copies(ctx context.Context, recipe string) (copies bool, err error) {
	const text = `SELECT r.steps FROM recipes r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2 AND r.sid = $3`
	err = p.db.collect(ctx, p.from, text, []any{p.scope.InstanceID, p.scope.UserID, recipe}, func(rows *Rows) error {
		var stored string
		err := rows.Scan(&stored)
		steps, _ := record.ReadSteps(stored)
		copies = slices.ContainsFunc(steps, func(s record.Step) bool { return record.CopiesFromOthers(s.Operations) })
		return err
	})
	return copies, err
}

// Name is record.Plans'.
func (p plans) Name(ctx context.Context) (name string, err error) {
	return name, p.db.collect(ctx, p.from, `SELECT name FROM users WHERE id = $1`, []any{p.scope.Person()}, func(rows *Rows) error {
		return rows.Scan(&name)
	})
}

// Deliveries is record.Plans'.
func (p plans) Deliveries(ctx context.Context) ([]record.Times, error) {
	list, err := p.db.deliveries(ctx, p.from, []int64{p.scope.InstanceID})
	return list[p.scope.InstanceID], err
}

// PlannedDeliveries returns the times of the enabled schedules of deliveries of instances, by their ids.
func (db *DB) PlannedDeliveries(ctx context.Context, instances ...int64) (map[int64][]record.Times, error) {
	return db.deliveries(ctx, db, instances)
}

func (db *DB) deliveries(ctx context.Context, from Querier, instances []int64) (map[int64][]record.Times, error) {
	q := new(query).add("SELECT r.instance_id, r.cron, r.time_zone, r.at_time FROM schedules r WHERE "+db.dialect.among("r.instance_id"),
		db.dialect.ids(instances)).add(" AND r.what = $ AND r.enabled = 1 AND "+record.Schedules.Published, record.ScheduledDelivery)
	list := map[int64][]record.Times{}
	return list, db.collect(ctx, from, q.String(), q.args, func(rows *Rows) error {
		var instance int64
		var s record.Schedule
		if err := rows.Scan(&instance, &s.Cron, &s.TimeZone, &s.At); err != nil {
			return err
		}
		times, problems := s.Times()
		if len(problems) == 0 {
			list[instance] = append(list[instance], times)
		}
		return nil
	})
}
