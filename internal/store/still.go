package store

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/access"
)

// still is the condition, of a statement about instances, that the scope's person may as much there as when his request or his job began:
// both can take long, and members go and get other roles meanwhile. Its argument, if there is one, has the number n. The owner is a
// condition of the statement itself.
func (tx *Tx) still(s Scope, n int) (condition string, args []any) {
	if s.By.UserID == 0 || tx.db.origin != nil { // a copy has no members; what is done to it is carried over
		return "", nil
	}
	return " AND EXISTS (SELECT 1 FROM members m WHERE " + Home("m.instance_id", "instances.id") + " AND m.user_id = $" + strconv.Itoa(n) +
		" AND m.role IN (" + asMuch(s.By.Role) + "))", []any{s.By.UserID}
}

// asMuch lists the roles that may what a role may.
func asMuch(role access.Role) string {
	roles := access.Roles()
	var words []string
	for _, r := range roles[max(0, slices.Index(roles, role)):] {
		words = append(words, "'"+string(r)+"'")
	}
	return strings.Join(words, ", ")
}

// lost returns access.Denied in place of ErrNotFound where the scope's person works on the instance by now with a role that may less.
func (db *DB) lost(ctx context.Context, s Scope, err error) error {
	if !errors.Is(err, ErrNotFound) || s.By.UserID == 0 || db.origin != nil {
		return err
	}
	now, failed := db.ScopeOf(ctx, s.By.UserID, s.InstanceID)
	may := s.By.Role.Permissions()
	if failed != nil || len(now.Role().Permissions()) >= len(may) {
		return err
	}
	return access.Denied{Needs: may[len(may)-1], Role: now.Role()}
}
