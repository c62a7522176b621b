package store

// Seal encrypts the value of a column outside of the declared records; secrets lists these columns. It fails only for a database without a
// key.
func (db *DB) Seal(text, table, column string) (string, error) {
	return db.seal.seal(text, table+"."+column)
}

// Unseal decrypts what Seal has encrypted for the same column, or what a declared record holds there. It returns an error for another key
// or column.
func (db *DB) Unseal(sealed, table, column string) (string, error) {
	return db.seal.open(sealed, table+"."+column)
}
