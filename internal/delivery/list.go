package delivery

import (
	"context"
	"encoding/json"

	"quartermaster/internal/store"
)

// listText reads a page of deliveries, with how many files of each have which status as a JSON object, and how many deliveries there are.
const listText = `SELECT ` + deliveryColumns + `,
	(SELECT '{' || COALESCE(string_agg('"' || c.status || '":' || c.n, ','), '') || '}'
		FROM (SELECT f.status, count(*) AS n FROM delivery_files f WHERE f.delivery_id = d.id GROUP BY f.status) c),
	(SELECT count(*) FROM deliveries a WHERE a.instance_id = $1)` + deliveryTables + `
	WHERE i.user_id = $2 AND d.id IN (SELECT p.id FROM deliveries p WHERE p.instance_id = $1 ORDER BY p.id DESC LIMIT $3 OFFSET $4)
	ORDER BY d.id DESC`

// List returns a page of the deliveries of an instance, the latest first, without their files, and how many there are.
func (s *Service) List(ctx context.Context, scope store.Scope, limit, offset int) (list []Delivery, total int64, err error) {
	args := []any{scope.InstanceID, scope.UserID, limit, offset}
	err = store.Each(ctx, s.DB, listText, args, func(rows *store.Rows) error {
		var counts string
		d, err := scanDelivery(rows, &counts, &total)
		if err != nil {
			return err
		}
		list = append(list, d)
		return json.Unmarshal([]byte(counts), &d.Counts)
	})
	if err == nil && len(list) == 0 && offset > 0 { // behind the last page no row says it
		const text = `SELECT count(*) FROM deliveries d JOIN instances i ON i.id = d.instance_id
			WHERE d.instance_id = $1 AND i.user_id = $2`
		err = s.DB.QueryRow(ctx, text, scope.InstanceID, scope.UserID).Scan(&total)
	}
	return list, total, err
}
