// Package target keeps how the files of an instance's game server are reached, tests that, and fetches what has changed there.
//
// It is the connection of the instance (hostname, username, is_sftp ...) with what that has no fields for.
//
// A target (target) is the connection of the instance in two tables: the instance's own fields, which are in the history, and targets with
// what they do not hold. Both are written in one edit, and the surfaces do not differ in what they mean. Service.Open gives a Place: the
// connection with its Layout, a list of pairs of a generated folder and the one on the server, which gives each generated file at most one
// place and leads back. Where the owner names no folders they are those of the last test, which walks the server level by level within
// bounds (survey.go) and chooses among what it finds (choose.go). The first connection pins the fingerprint.
package target
