package lint

// Digest identifies a finding, for the list of those of the game's own files.
func Digest(f Finding) string { return f.digest() }
