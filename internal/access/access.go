// Package access says what people and programs may do with an instance: permissions, and the roles that have them.
package access

import (
	"slices"
	"strings"
)

// Permission is what an operation needs. The words are those of the API.
type Permission string

// The permissions.
const (
	Anyone  Permission = "" // no permission is needed, and no token
	Read    Permission = "read"
	Players Permission = "players" // lists of players, and commands to the game server that concern players
	Edit    Permission = "edit"    // records, files, documents, imports, undo
	Deliver Permission = "deliver" // target, pull, deliveries, schedules, every command to the game server
	Manage  Permission = "manage"  // members, settings of the instance, and what others have made
	Own     Permission = "owner"   // to hand the instance over, and to delete it
)

// Word returns the permission as the API names it: what only the owner may is part of Manage there.
func (p Permission) Word() string {
	if p == Own {
		p = Manage
	}
	return string(p)
}

// Role is what a member of an instance is there.
type Role string

// The roles, from the one that may least. An instance has one owner.
const (
	Viewer    Role = "viewer"
	Moderator Role = "moderator"
	Editor    Role = "editor"
	Deployer  Role = "deployer"
	Manager   Role = "manager"
	Owner     Role = "owner"
)

// Roles returns all roles, from the one that may least: each may what those before it may, and one thing more.
func Roles() []Role { return []Role{Viewer, Moderator, Editor, Deployer, Manager, Owner} }

// permissions are in the order of the roles that add them.
var permissions = []Permission{Read, Players, Edit, Deliver, Manage, Own}

// Allows reports whether somebody of the role has the permission. Who has no role has none but Anyone.
func (r Role) Allows(p Permission) bool {
	return p == Anyone || slices.Contains(r.Permissions(), p)
}

// Permissions returns what the role may.
func (r Role) Permissions() []Permission { return permissions[:slices.Index(Roles(), r)+1] }

// Set is some of the permissions, as a token has them. The empty one stands for all, as it is that of somebody without a token.
type Set uint8

// Grantable are the permissions that a token can be given. Who has a token with Manage may do with it what only the owner may, if he is
// the owner.
func Grantable() []Permission { return []Permission{Read, Players, Edit, Deliver, Manage} }

// NewSet returns the set of some permissions.
func NewSet(list ...Permission) (s Set) {
	for _, p := range list {
		s |= 1 << slices.Index(Grantable(), p)
	}
	return s
}

// List returns the permissions of the set in their order; none for the empty one.
func (s Set) List() (list []Permission) {
	for i, p := range Grantable() {
		if s&(1<<i) != 0 {
			list = append(list, p)
		}
	}
	return list
}

// Allows reports whether the set has a permission.
func (s Set) Allows(p Permission) bool {
	if p == Own {
		p = Manage
	}
	return s == 0 || p == Anyone || slices.Contains(s.List(), p)
}

// Demand returns Denied where the set does not have a permission.
func (s Set) Demand(p Permission) error {
	if s.Allows(p) {
		return nil
	}
	return Denied{Needs: p, Token: s}
}

// String names the permissions.
func (s Set) String() string {
	words := make([]string, 0, len(Grantable()))
	for _, p := range s.List() {
		words = append(words, string(p))
	}
	return strings.Join(words, ", ")
}

// Denied is the error for what the role of somebody, or his token, does not allow.
type Denied struct {
	Needs Permission
	Role  Role
	Token Set // where it is the token; the role is of no account then
}

// Error returns the sentence that is answered.
func (d Denied) Error() string {
	if d.Token != 0 {
		return "This needs the permission " + d.Needs.Word() + "; the token has " + d.Token.String() + "."
	}
	if d.Needs == Own {
		return "This needs the role owner; your role is " + string(d.Role) + "."
	}
	return "This needs the permission " + string(d.Needs) + "; your role is " + string(d.Role) + "."
}

// Demand returns Denied where a role does not have a permission.
func (r Role) Demand(p Permission) error {
	if r.Allows(p) {
		return nil
	}
	return Denied{Needs: p, Role: r}
}
