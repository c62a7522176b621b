package modlist

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/say"
	"quartermaster/internal/store"
)

// Take makes the list of an instance that of mods, in their order, as one edit. What is known of a mod that stays, its folder and its
// number in the Workshop, stays too. A list without mods for the server alone keeps those that there are. It returns store.ErrNotFound if
// the user has no such instance, and the errors of store.Edit.
func Take(ctx context.Context, db *store.DB, scope store.Scope, mods []Mod) error {
	return db.Edit(ctx, scope, "update", func(e *store.Edit) error {
		e.Summary = say.New("mods")
		t := &taking{Edit: e}
		rows, err := e.All(ctx, record.ServerMods, "")
		if err != nil {
			return err
		}
		for _, row := range rows {
			var m record.ServerMod
			record.ServerMods.Decode(row, &m)
			t.stored = append(t.stored, m)
		}
		return t.take(ctx, mods)
	})
}

// taking is a list while it takes mods.
type taking struct {
	*store.Edit
	stored []record.ServerMod // those that are not taken yet
	placed int64
}

func (t *taking) take(ctx context.Context, mods []Mod) error {
	for _, m := range mods[:min(len(mods), most)] {
		if err := t.one(ctx, m); err != nil {
			return err
		}
	}
	keeps := !slices.ContainsFunc(mods, func(m Mod) bool { return m.ServerOnly })
	for _, m := range t.stored {
		if keeps && m.ServerOnly {
			if err := t.update(ctx, m, record.Values{}); err != nil {
				return err
			}
			continue
		}
		if _, err := t.Delete(ctx, record.ServerMods, m.SID); err != nil {
			return err
		}
	}
	return nil
}

// one stores a mod: as the record that there is of it, or as a new one.
func (t *taking) one(ctx context.Context, m Mod) error {
	values := record.Values{"server_only": flag(m.ServerOnly)}
	if m.Folder != "" {
		values["name"] = m.Folder
	}
	if m.SteamID != "" {
		values["steam_id"] = m.SteamID
	}
	at := slices.IndexFunc(t.stored, m.same)
	if at >= 0 {
		known := t.stored[at]
		t.stored = slices.Delete(t.stored, at, at+1)
		return t.update(ctx, known, values)
	}
	t.placed++
	values["name"], values["position"] = folderOf(m), t.placed
	if m.SteamID == "" {
		id, err := t.inCatalog(ctx, m)
		if err != nil {
			return err
		}
		values["steam_id"] = id
	}
	_, err := t.Create(ctx, record.ServerMods, values)
	return err
}

// update gives a record the next position, and other values.
func (t *taking) update(ctx context.Context, m record.ServerMod, values record.Values) error {
	t.placed++
	values["position"] = t.placed
	_, err := t.Update(ctx, record.ServerMods, m.SID, values)
	return err
}

// inCatalog returns the number of a mod of that name in the Workshop, or nil.
func (t *taking) inCatalog(ctx context.Context, m Mod) (any, error) {
	rows, err := t.All(ctx, record.WorkshopMods, "lower(r.name) = lower($)", strings.TrimPrefix(m.Folder+m.Title, "@"))
	if err != nil || len(rows) != 1 {
		return nil, err
	}
	return rows[0][record.WorkshopMods.Index("steam_id")], nil
}

// folderOf returns the folder of a mod: for one with a title alone, what the launcher would call it.
func folderOf(m Mod) string {
	if m.Folder != "" {
		return m.Folder
	}
	return "@" + strings.Map(func(r rune) rune {
		if strings.ContainsRune(`\/:*?"<>|;`, r) {
			return -1
		}
		return r
	}, m.Title)
}

func flag(set bool) int64 {
	if set {
		return 1
	}
	return 0
}

// Difference says how the mods of a running server differ from the list.
type Difference struct {
	Missing []string // on the list, and not on the server
	Added   []string // on the server, and not on the list
	Order   bool     // both have the same mods, in another order
}

// Compare compares the list with what a running server tells.
func Compare(list []record.ServerMod, told []Mod) (d Difference) {
	list = slices.DeleteFunc(slices.Clone(list), func(m record.ServerMod) bool { return m.ServerOnly })
	last := -1
	for _, m := range told {
		at := slices.IndexFunc(list, m.same)
		if at < 0 {
			d.Added = append(d.Added, m.Title)
			continue
		}
		d.Order = d.Order || at < last
		last = at
	}
	for _, m := range list {
		if !slices.ContainsFunc(told, func(other Mod) bool { return other.same(m) }) {
			d.Missing = append(d.Missing, m.Name)
		}
	}
	return d
}
