// Package api serves surface A (/api/v1) and surface B (/api/instance): JSON for programs, by bearer token.
//
//  1. httpd.Wrap: request id, the client's address behind trusted proxies, one log line, recovery from panics.
//  2. /api... goes to internal/api, everything else to internal/web.
//  3. api.ServeHTTP: cross-origin headers and preflights, paths that other servers would redirect, the method that a POST stands for
//     (override.go), HEAD and OPTIONS. Then the routes: an unknown path is a 404 and a wrong verb a 405 before anything else is looked at.
//
// The
//
//	   routes are those of endpoint.Table.
//	4. guarded: token (401), rate (429), plan (403). One statement (account.ByToken) reads the user by the token, the user's instance of the
//	   address and the state of its records. Then the handler, func(ctx, *request) (response, error), finds the instance and the record (404)
//	   and checks the body (422).
//	5. remembered (answers.go) answers GETs of records in an instance from memory, with 304 where the client has the answer. An answer is
//	   known by user, instance, base URL, address and query, and valid while the state is the one that was read before the records were: the
//	   revision of the instance, and users.record_changes, which triggers raise when something outside of the instance is deleted that
//
// records
//
//	   refer to. So nothing is stale, whichever process writes. Bodies, CSV and filters that depend on the time or on computed values go past
//	   it. It takes 8 MiB at most; the least recently used answer goes first.
//	6. internal/store writes in one transaction.
//	7. fail turns whatever error came back into the wire's body, in one place (failure.go): that of the interface, or a problem for clients
//	   that accept one. What is not meant for a client goes into the log under the request id.
package api
