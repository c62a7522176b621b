package account

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"strconv"
	"strings"

	"quartermaster/internal/store"
)

const (
	recoveryCodes  = 10 // that a user gets
	recoveryBytes  = 10 // of chance in each: who has the digests cannot try them all
	recoveryLength = 16 // characters
	recoveryGroup  = 4  // characters between hyphens
)

// crockford has no letters that look like digits.
var crockford = base32.NewEncoding("0123456789ABCDEFGHJKMNPQRSTVWXYZ").WithPadding(base32.NoPadding)

func newRecoveryCode() string {
	chance := make([]byte, recoveryBytes)
	_, _ = rand.Read(chance) // never fails
	return crockford.EncodeToString(chance)
}

// grouped returns a code as people read it.
func grouped(code string) string {
	var groups []string
	for ; len(code) > recoveryGroup; code = code[recoveryGroup:] {
		groups = append(groups, code[:recoveryGroup])
	}
	return strings.Join(append(groups, code), "-")
}

var misread = strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1")

// normalCode returns a code, of an app or a recovery code, without what people put between its characters.
func normalCode(text string) string { return misread.Replace(strings.ToUpper(text)) }

// recoveryDigest is what is stored of a code. The user is part of it, so that two who were to have the same code would not show it.
func recoveryDigest(userID int64, code string) string {
	return digest("recovery code of " + strconv.FormatInt(userID, 10) + ": " + code)
}

// NewRecoveryCodes replaces the recovery codes of a user, who has a second factor, and returns them.
func (s *Service) NewRecoveryCodes(ctx context.Context, userID int64) (codes []string, err error) {
	err = s.db.Tx(ctx, func(tx *store.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM recovery_codes WHERE user_id = $1`, userID); err != nil {
			return err
		}
		codes, err = makeCodes(ctx, tx, userID)
		return err
	})
	return codes, err
}

// firstCodes makes the recovery codes of a user who has none.
func firstCodes(ctx context.Context, tx *store.Tx, userID int64) ([]string, error) {
	var n int
	err := tx.QueryRow(ctx, `SELECT count(*) FROM recovery_codes WHERE user_id = $1`, userID).Scan(&n)
	if err != nil || n > 0 {
		return nil, err
	}
	return makeCodes(ctx, tx, userID)
}

func makeCodes(ctx context.Context, tx *store.Tx, userID int64) (codes []string, err error) {
	for range recoveryCodes {
		code := newRecoveryCode()
		const query = `INSERT INTO recovery_codes (user_id, digest) VALUES ($1, $2)`
		if _, err := tx.Exec(ctx, query, userID, recoveryDigest(userID, code)); err != nil {
			return nil, err
		}
		codes = append(codes, grouped(code))
	}
	return codes, nil
}

// useRecoveryCode accepts a code by deleting it, and returns how many are left.
func (s *Service) useRecoveryCode(ctx context.Context, userID int64, code string) (left int, err error) {
	n, err := s.db.Exec(ctx, `DELETE FROM recovery_codes WHERE user_id = $1 AND digest = $2`, userID, recoveryDigest(userID, code))
	if err == nil && n == 0 {
		err = ErrCredentials
	}
	if err == nil {
		err = s.db.QueryRow(ctx, `SELECT count(*) FROM recovery_codes WHERE user_id = $1`, userID).Scan(&left)
	}
	return left, err
}
