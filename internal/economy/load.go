package economy

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/servercfg"
	"quartermaster/internal/store"
)

// The paths below the mission folder, in lower case, of the files that are read besides records.
const (
	prototypesPath  = "mapgroupproto.xml"
	positionsPath   = "mapgrouppos.xml"
	globalsPath     = "db/globals.xml"
	serverPath      = "/serverdz.cfg"
	limitsPath      = "cfglimitsdefinition.xml"
	userLimitsPath  = "cfglimitsdefinitionuser.xml"
	eventGroupsPath = "cfgeventgroups.xml"
)

// The most bytes of a file that is read. The largest of the game's are 1.5 MB.
const maxFile = 16 << 20

// loader reads an instance. After an error it reads nothing.
type loader struct {
	ctx   context.Context
	db    *store.DB
	scope store.Scope
	then  overlay // how records were at another revision; nil for the present

	files map[string]*record.File // by path in lower case
	core  *ce.EconomyCore         // nil if the instance has none
	err   error
}

func newLoader(ctx context.Context, db *store.DB, scope store.Scope) *loader {
	l := &loader{ctx: ctx, db: db, scope: scope, files: map[string]*record.File{}}
	for _, f := range all[record.File](l, record.Files) {
		if f.Broken == nil {
			l.files[strings.ToLower(f.Path)] = f
		}
		if f.Kind == string(ce.EconomyCoreFile) && f.Content != nil {
			l.core, _, _ = ce.ParseEconomyCore([]byte(*f.Content))
		}
	}
	return l
}

func (l *loader) fail(err error) {
	if l.err == nil {
		l.err = err
	}
}

// all reads the records of a resource, as they are or were, ordered by id; those that were deleted since follow.
func all[T any](l *loader, r *record.Resource) (list []*T) {
	if l.err != nil {
		return nil
	}
	rows, err := l.db.All(l.ctx, r, l.scope, "")
	l.fail(err)
	rows, err = l.then.rows(r, rows)
	l.fail(err)
	for _, row := range rows {
		one := new(T)
		r.Decode(row, one)
		list = append(list, one)
	}
	return list
}

// file returns the text of a file; empty if there is none, or too much of it.
func (l *loader) file(path string) string {
	f := l.files[path]
	switch {
	case f == nil || l.err != nil:
		return ""
	case f.Content != nil:
		return *f.Content
	case f.ContentID == nil:
		return ""
	}
	packed, size, err := l.db.ReadContent(l.ctx, l.scope, *f.ContentID)
	l.fail(err)
	if err != nil || size > maxFile {
		return ""
	}
	text, err := store.ContentText(packed, size)
	l.fail(err)
	return text
}

// maxPlayers returns the number of players that serverDZ.cfg has room for; 0 if it does not say so.
func maxPlayers(text string) int64 {
	f, err := servercfg.Parse(text)
	if err != nil {
		return 0
	}
	n, _ := f.Get("maxPlayers").(jsontree.Number)
	players, _ := strconv.ParseInt(string(n), 10, 16)
	return players
}

// server reads what files without records say about the loot.
func (l *loader) server(w *world) {
	w.Players = maxPlayers(l.file(serverPath))
	w.Proxies = true // as in the game's own files
	for e := range ce.Elements(l.file(globalsPath)) {
		if e.Name == "var" && strings.EqualFold(e.Attr("name"), "LootProxyPlacement") {
			w.Proxies = e.Attr("value") != "0"
		}
	}
}

// world reads the records that decide what spawns.
func (l *loader) world(g groups) *world {
	names := l.names()
	w := &world{names: names, groups: g}
	m := merger{groups: g, names: names, order: l.loadOrder(ce.TypesFile), byName: map[string]*merged{}}
	for _, t := range all[record.Type](l, record.Types) {
		m.add(t)
	}
	w.Types, w.Unread = m.types(), m.unread
	for _, s := range all[record.SpawnableType](l, record.SpawnableTypes) {
		w.Spawnable = append(w.Spawnable, spawnable{SID: s.SID, Name: s.Name, Blocks: blocksOf(s.Blocks)})
	}
	for _, p := range all[record.RandomPreset](l, record.RandomPresets) {
		w.Presets = append(w.Presets, preset{p.Name, p.Type == cargo, p.Chance, itemsOf(p.Items)})
	}
	w.Events = l.events()
	l.server(w)
	return w
}

// cargo is the kind of blocks and presets that are put into something.
const cargo = "cargo"

func blocksOf(list []record.Block) (blocks []block) {
	for _, b := range list {
		block := block{Cargo: b.Kind == cargo, Chance: 1, Items: itemsOf(b.Items)}
		if b.Preset != nil {
			block.Preset = *b.Preset
		}
		if b.Chance != nil {
			block.Chance = *b.Chance
		}
		blocks = append(blocks, block)
	}
	return blocks
}

func itemsOf(list []record.ChanceItem) (items []item) {
	for _, i := range list {
		item := item{Name: i.Name, Weight: 1}
		if i.Chance != nil {
			item.Weight = *i.Chance
		}
		items = append(items, item)
	}
	return items
}

// limits reads the definitions of names, and the server's own groups of them.
func (l *loader) limits() (limits ce.Limits, groups ce.UserLimits) {
	for _, f := range l.files {
		switch {
		case f.Content == nil:
		case f.Kind == string(ce.LimitsFile):
			if read, _, err := ce.ParseLimits([]byte(*f.Content)); err == nil {
				limits = *read
			}
		case f.Kind == string(ce.UserLimitsFile):
			if read, _, err := ce.ParseUserLimits([]byte(*f.Content)); err == nil {
				groups = *read
			}
		}
	}
	return limits, groups
}

// names are what records refer to by ids.
type names struct {
	categories           map[int64]string
	tags, usages, values map[int64]ce.Ref
}

func (l *loader) names() names {
	n := names{
		categories: map[int64]string{}, tags: l.refs(record.TypeTags), usages: l.refs(record.TypeUsages), values: l.refs(record.TypeValues),
	}
	for _, c := range all[record.Category](l, record.Categories) {
		n.categories[c.ID] = c.Name
	}
	return n
}

func (l *loader) refs(r *record.Resource) map[int64]ce.Ref {
	byID := map[int64]ce.Ref{}
	for _, limit := range all[record.Limit](l, r) {
		byID[limit.ID] = ce.Ref{Name: limit.Name, User: limit.IsGroup}
	}
	return byID
}

// setting returns the document of a settings file of the Expansion mod; empty if there is none.
func (l *loader) setting(slug string) string {
	for _, s := range all[record.ExpansionSetting](l, record.ExpansionSettings) {
		if strings.EqualFold(s.Setting, slug) {
			return string(s.Document)
		}
	}
	return ""
}

// landState identifies what the files of the map are, and what their names depend on.
func (l *loader) landState() string {
	b := new(strings.Builder)
	b.WriteString(l.mapName() + " " + l.setting(locations))
	for _, path := range []string{prototypesPath, positionsPath, zonesPath} {
		if f := l.files[path]; f != nil && f.ContentID != nil {
			fmt.Fprint(b, path, *f.ContentID, " ")
		}
	}
	for _, path := range []string{limitsPath, userLimitsPath} {
		b.WriteString(l.file(path))
	}
	return b.String()
}

// mapName returns the short name of the instance's map.
func (l *loader) mapName() string {
	for _, i := range all[record.Instance](l, record.Instances) {
		if i.ID == l.scope.InstanceID {
			return i.MapNameShort
		}
	}
	return ""
}
