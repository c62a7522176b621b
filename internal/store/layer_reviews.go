package store

import "context"

// Verdicts about a layer.
const (
	Approve = "approve"
	Reject  = "reject"
)

// LayerReview is what a member has said about a layer.
type LayerReview struct {
	By, Verdict, Comment string // By is empty where the account is gone
	Void                 bool   // what the layer does was changed since
	CreatedAt            int64  // microseconds since 1970
}

// LayerReviews returns what members have said about a layer of the scope's instance, the oldest first.
func (db *DB) LayerReviews(ctx context.Context, s Scope, layerID int64) (list []LayerReview, err error) {
	const text = `SELECT COALESCE(u.name, ''), v.verdict, v.comment, v.void, v.created_at FROM layer_reviews v
		JOIN layers l ON l.id = v.layer_id JOIN instances i ON i.id = l.instance_id LEFT JOIN users u ON u.id = v.user_id
		WHERE v.layer_id = $1 AND i.id = $2 AND i.user_id = $3 ORDER BY v.id`
	return list, db.collect(ctx, db, text, []any{layerID, s.InstanceID, s.UserID}, func(rows *Rows) error {
		var v LayerReview
		var void int64
		err := rows.Scan(&v.By, &v.Verdict, &v.Comment, &void, &v.CreatedAt)
		v.Void = void != 0
		list = append(list, v)
		return err
	})
}

// AddLayerReview stores what the person of the edit says about a layer, and keeps it in the audit.
func (e *Edit) AddLayerReview(ctx context.Context, l *Layer, verdict, comment string) error {
	const text = `INSERT INTO layer_reviews (layer_id, user_id, verdict, comment, void, created_at) VALUES ($1, $2, $3, $4, 0, $5)`
	if _, err := e.Exec(ctx, text, l.ID, e.Scope.Person(), verdict, comment, e.Now()); err != nil {
		return err
	}
	what := map[string]string{Approve: AuditLayerApproved, Reject: AuditLayerRejected}[verdict]
	return e.Audit(ctx, Audited{
		What: what, InstanceID: e.Scope.InstanceID, About: l.Name, Details: map[string]string{"layer": l.SID, "comment": comment},
	})
}

// VoidLayerReviews marks everything that was said about a layer as said about other changes.
func (e *Edit) VoidLayerReviews(ctx context.Context, l *Layer) error {
	_, err := e.Exec(ctx, `UPDATE layer_reviews SET void = 1 WHERE layer_id = $1`, l.ID)
	return err
}

// ApprovedLayers returns the layers of the edit's instance that are approved and not on.
func (e *Edit) ApprovedLayers(ctx context.Context) ([]Layer, error) {
	return e.layers(ctx, " AND l.approved = 1 AND l.place = $ AND l.state <> 'settled' ORDER BY l.id", 0)
}
