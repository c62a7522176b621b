package store

// Seal encrypts the value of a column outside of the declared records; secrets lists these columns.
func (db *DB) Seal(text, table, column string) (string, error) {
	return db.seal.seal(text, table+"."+column)
}

// Unseal decrypts what Seal has encrypted for the same column, or what a declared record holds there.
func (db *DB) Unseal(sealed, table, column string) (string, error) {
	return db.seal.open(sealed, table+"."+column)
}
