package store

import (
	"context"

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

// Name is record.Plans'.
func (p plans) Name(ctx context.Context) (name string, err error) {
	return name, p.db.collect(ctx, p.from, `SELECT name FROM users WHERE id = $1`, []any{p.scope.Person()}, func(rows *Rows) error {
		return rows.Scan(&name)
	})
}

// Deliveries is record.Plans'.
func (p plans) Deliveries(ctx context.Context) ([]record.Times, error) {
	return p.db.deliveries(ctx, p.from, p.scope.InstanceID)
}

// PlannedDeliveries returns the times of the enabled schedules of deliveries of an instance.
func (db *DB) PlannedDeliveries(ctx context.Context, instanceID int64) ([]record.Times, error) {
	return db.deliveries(ctx, db, instanceID)
}

func (db *DB) deliveries(ctx context.Context, from querier, instanceID int64) (list []record.Times, err error) {
	text := `SELECT r.cron, r.time_zone, r.at_time FROM schedules r WHERE r.instance_id = $1 AND r.what = $2 AND r.enabled = 1 AND ` +
		record.Schedules.Published
	return list, db.collect(ctx, from, text, []any{instanceID, record.ScheduledDelivery}, func(rows *Rows) error {
		var s record.Schedule
		if err := rows.Scan(&s.Cron, &s.TimeZone, &s.At); err != nil {
			return err
		}
		times, problems := s.Times()
		if len(problems) == 0 {
			list = append(list, times)
		}
		return nil
	})
}
