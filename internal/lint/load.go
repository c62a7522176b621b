package lint

import (
	"context"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/store"
)

// source reads records: outside of a transaction, or in the one that will change them.
type source interface {
	All(ctx context.Context, r *record.Resource, condition string, args ...any) ([]record.Row, error)
	Query(ctx context.Context, query string, args ...any) (*store.Rows, error)
}

// outside reads records of a scope outside of a transaction.
type outside struct {
	*store.DB
	scope store.Scope
}

// All returns the records of a resource that meet the condition.
func (o outside) All(ctx context.Context, r *record.Resource, condition string, args ...any) ([]record.Row, error) {
	return o.DB.All(ctx, r, o.scope, condition, args...)
}

// loader fills a world. After an error it reads nothing.
type loader struct {
	ctx  context.Context
	from source
	*world
	err error
}

// load reads the records of an instance, with one query per resource and one for each of its lists of ids.
func (s *Service) load(ctx context.Context, from source, scope store.Scope, settings Settings) (*world, error) {
	w := &world{Now: record.Moment(s.now().UnixMicro()), records: map[any]entry{}, plain: s.plain}
	l := &loader{ctx: ctx, from: from, world: w}
	l.instance(scope)
	l.economy()
	l.trader()
	l.others()
	l.modFiles()
	l.gameFiles()
	l.packedFiles(s.packs, scope.UserID)
	l.areaFlags()
	l.references()
	l.classes()
	l.logs(scope)
	w.Restart = restartOf(settings, w.Messages)
	if l.err == nil {
		w.readFiles()
	}
	return w, l.err
}

// all reads the records of a resource into its Go structs.
func all[T any](l *loader, r *record.Resource, condition string, args ...any) []*T {
	if l.err != nil {
		return nil
	}
	rows, err := l.from.All(l.ctx, r, condition, args...)
	list := make([]*T, len(rows))
	for i, row := range rows {
		list[i] = new(T)
		r.Decode(row, list[i])
		l.add(r, list[i], row)
	}
	l.err = err
	return list
}

// instance reads the instance itself. The error is store.ErrNotFound if there is none.
func (l *loader) instance(scope store.Scope) {
	found := all[record.Instance](l, record.Instances, "r.id = $", scope.InstanceID)
	if len(found) == 0 {
		l.fail(store.ErrNotFound)
		return
	}
	l.Instance = found[0]
	for _, m := range all[record.Map](l, record.Maps, "r.id = $", l.Instance.MapID) {
		l.Map, l.MapSize = m.NameShort, float64(m.WorldSize)
	}
}

func (l *loader) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

func (l *loader) economy() {
	l.types()
	l.Events = all[record.Event](l, record.Events, "")
	l.EventSpawns = all[record.EventSpawn](l, record.EventSpawns, "")
	l.SpawnableTypes = all[record.SpawnableType](l, record.SpawnableTypes, "")
	l.RandomPresets = all[record.RandomPreset](l, record.RandomPresets, "")
}

func (l *loader) trader() {
	l.TraderSellers = all[record.TraderSeller](l, record.TraderSellers, "")
	l.TraderCategories = all[record.TraderCategory](l, record.TraderCategories, "")
	l.TraderItems = all[record.TraderItem](l, record.TraderItems, "")
	l.TraderCurrencies = all[record.TraderCurrency](l, record.TraderCurrencies, "")
}

func (l *loader) others() {
	l.PlayerLists = all[record.PlayerList](l, record.PlayerLists, "")
	l.PlayerSpawns = all[record.PlayerSpawn](l, record.PlayerSpawns, "")
	l.EffectAreas = all[record.EffectArea](l, record.EffectAreas, "")
	l.Messages = all[record.Message](l, record.Messages, "")
	l.Files = all[record.File](l, record.Files, "")
}

// references reads the names that types refer to by id.
func (l *loader) references() {
	l.Categories = map[int64]reference{}
	for _, c := range all[record.Category](l, record.Categories, "") {
		l.Categories[c.ID] = reference{Name: c.Name, BuiltIn: c.UserID == nil}
	}
	l.Tags, l.Usages, l.Values = l.limits(record.TypeTags), l.limits(record.TypeUsages), l.limits(record.TypeValues)
}

func (l *loader) limits(r *record.Resource) map[int64]reference {
	byID := map[int64]reference{}
	for _, limit := range all[record.Limit](l, r, "") {
		byID[limit.ID] = reference{Name: limit.Name, Group: limit.IsGroup, BuiltIn: limit.UserID == nil}
	}
	return byID
}

// classes reads the class names of the instance and, if it uses the catalog, those of the catalog.
func (l *loader) classes() {
	l.Classes, l.Own = names{}, names{}
	if l.err != nil {
		return
	}
	l.names(`SELECT r.name FROM instance_classnames r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2 AND `+
		record.InstanceClassnames.Published,
		[]any{l.Instance.ID, l.Instance.UserID}, l.Classes, l.Own)
	l.oddClasses()
	l.Catalog = names{}
	l.names(`SELECT r.name FROM instance_classnames r JOIN instances i ON i.id = r.instance_id WHERE i.id = $1 AND i.user_id = $2 AND `+
		`r.mod_id IS NOT NULL AND `+
		record.InstanceClassnames.Published,
		[]any{l.Instance.ID, l.Instance.UserID}, l.Catalog)
	if l.Instance.UseVanillaClassnames {
		l.names(`SELECT name FROM classnames`, nil, l.Classes, l.Confirmed, l.Catalog)
		l.addVanilla()
	}
}

// oddClasses reads the class names that are not valid. There are rarely any, so only then are all class names read.
func (l *loader) oddClasses() {
	for class := range l.Classes {
		if !oddSign(class).IsNone() {
			l.OddClasses = slices.DeleteFunc(all[record.InstanceClassname](l, record.InstanceClassnames, ""),
				func(c *record.InstanceClassname) bool { return oddSign(c.Name).IsNone() })
			return
		}
	}
}

// logs reads what the server's logs say.
func (l *loader) logs(scope store.Scope) {
	if l.err == nil {
		l.Logs, l.err = logs(l.ctx, l.from, scope)
	}
}

// names adds the names that a query finds.
func (l *loader) names(query string, args []any, into ...names) {
	var name string
	l.scan(query, args, []any{&name}, func() {
		name = strings.ToLower(name) // once for all sets
		for _, n := range into {
			n[name] = true
		}
	})
}

// scan calls fn for each row of a query, whose columns are in the targets then.
func (l *loader) scan(query string, args, targets []any, fn func()) {
	if l.err != nil {
		return
	}
	rows, err := l.from.Query(l.ctx, query, args...)
	if err != nil {
		l.fail(err)
		return
	}
	defer rows.Close()
	for rows.Next() && l.err == nil {
		if l.err = rows.Scan(targets...); l.err == nil {
			fn()
		}
	}
	if err := rows.Err(); err != nil {
		l.fail(err)
	}
}
