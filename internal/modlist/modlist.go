// Package modlist keeps the list of the mods that a game server is started with: as a start line names them, or as the running server
// tells.
//
// Unless a comment says otherwise, an error is one of the database or of the context.
package modlist

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"quartermaster/internal/gameserver"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
)

// most is how many mods a list has at most.
const most = 1000

// Mod is a mod of a list. One that the running server tells has a title in place of its folder.
type Mod struct {
	Folder, Title string
	SteamID       string // empty if it is not known
	ServerOnly    bool
}

// OfStartLine returns the mods that a start line or a script names.
func OfStartLine(text string) (mods []Mod) {
	for _, m := range servercfg.StartMods(text) {
		made := Mod{Folder: m.Folder, ServerOnly: m.ServerOnly}
		if id := strings.TrimPrefix(m.Folder, "@"); isNumber(id) {
			made.SteamID = id
		}
		mods = append(mods, made)
	}
	return mods
}

func isNumber(text string) bool {
	_, err := strconv.ParseUint(text, 10, 63)
	return err == nil && len(text) >= 6
}

// OfServer returns the mods that a running server tells. It does not tell those of its own.
func OfServer(told []gameserver.Mod) (mods []Mod) {
	for _, m := range told {
		made := Mod{Title: m.Name}
		if m.WorkshopID != 0 {
			made.SteamID = strconv.FormatUint(m.WorkshopID, 10)
		}
		mods = append(mods, made)
	}
	return mods
}

// StartLine returns the arguments that start a server with the records of the list.
func StartLine(list []record.ServerMod) string {
	mods := make([]servercfg.Mod, len(list))
	for i, m := range list {
		mods[i] = servercfg.Mod{Folder: m.Name, ServerOnly: m.ServerOnly}
	}
	return servercfg.StartLine(mods)
}

// Read returns the list of an instance in its order.
func Read(ctx context.Context, db *store.DB, scope store.Scope) ([]record.ServerMod, error) {
	rows, err := db.All(ctx, record.ServerMods, scope, "")
	list := make([]record.ServerMod, len(rows))
	for i, row := range rows {
		record.ServerMods.Decode(row, &list[i])
	}
	slices.SortStableFunc(list, func(a, b record.ServerMod) int { return place(a) - place(b) })
	return list, err
}

// place returns the position of a mod; one without comes last.
func place(m record.ServerMod) int {
	if m.Position == nil {
		return 1 << 30
	}
	return int(*m.Position)
}

// same reports whether a mod is the one that a record is about.
func (m Mod) same(r record.ServerMod) bool {
	if m.SteamID != "" && r.SteamID != nil {
		return m.SteamID == *r.SteamID
	}
	return folded(m.Folder+m.Title) == folded(r.Name)
}

// folded returns a folder or title without what tells them apart: letter case, the @ and signs.
func folded(name string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("@ -_.", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
}
