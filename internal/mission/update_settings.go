package mission

import (
	"maps"
	"slices"

	"quartermaster/internal/change"
	"quartermaster/internal/gameversion"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// mergeSettings merges the settings beside the entries of a file, and writes what becomes of them into both texts.
func (im *importer) mergeSettings(l *layouts) {
	mine, theirs := settingsByPath(l.mine), settingsByPath(l.theirs)
	kept, taken := map[string]string{}, map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(theirs)) {
		own, there := mine[name]
		if !there || sameSetting(own.Value, theirs[name].Value) {
			continue
		}
		if im.keepsSetting(l, name, own.Value, theirs[name].Value) {
			kept[name] = own.Written
		} else {
			taken[name] = theirs[name].Written
		}
	}
	l.mine, l.theirs = l.mine.with(taken), l.theirs.with(kept)
}

func settingsByPath(f frame) map[string]textfile.Setting {
	list := map[string]textfile.Setting{}
	for _, s := range f.settings() {
		list[s.Path] = s
	}
	return list
}

func sameSetting(a, b string) bool { return jsontree.Equal(settingValue(a), settingValue(b)) }

// settingValue returns the value of a setting: that of a JSON text, a number, or a text.
func settingValue(text string) any {
	value, err := jsontree.Parse([]byte(text))
	if err != nil {
		return text
	}
	return value
}

// keepsSetting decides about a setting that differs, and counts that.
func (im *importer) keepsSetting(l *layouts, name, mine, theirs string) bool {
	base := im.baseSetting(l, name, mine, theirs)
	isOwn := !jsontree.Equal(im.judgedSetting(l, name, mine, theirs), settingValue(mine))
	outcome := change.Clash
	if base != nil {
		outcome = change.Between(base, settingValue(mine), settingValue(theirs), jsontree.Equal)
	}
	keeps := im.update.keeps(outcome, func() Conflict {
		return Conflict{
			Resource: record.Files.Path, SID: im.file.SID, Name: im.report.Path, Field: name,
			Base: elsewhere{base}.json(), Mine: rawJSON(settingValue(mine)), Theirs: rawJSON(settingValue(theirs)),
		}
	})
	im.report.countWhole(keeps)
	im.report.Own.add(rank(isOwn && keeps), rank(isOwn && !keeps))
	return keeps
}

// baseSetting returns the value of a setting in the base; nil where there is none.
func (im *importer) baseSetting(l *layouts, name, mine, theirs string) any {
	if l.base != nil {
		if s, there := settingsByPath(*l.base)[name]; there {
			return settingValue(s.Value)
		}
		return nil
	}
	return im.kind.settingOf(im.update.base.game, name, mine, theirs)
}

// judgedSetting returns the value of a setting from which own ones differ.
func (im *importer) judgedSetting(l *layouts, name, mine, theirs string) any {
	if of, known := im.mission.bases.originOf(im.rel); known {
		return im.kind.settingOf(of.version, name, mine, theirs)
	}
	if base := im.baseSetting(l, name, mine, theirs); base != nil {
		return base
	}
	return settingValue(theirs)
}

// settingOf returns the value that a setting has in a version of the game; nil where that does not have it.
func (k *kindInfo) settingOf(v *gameversion.Version, name string, candidates ...string) any {
	if v == nil {
		return nil
	}
	objects := make([]*jsontree.Object, len(candidates))
	for i, value := range candidates {
		objects[i] = settingObject(value)
	}
	entry := v.Entry(k.settingPrints(), name, 0, objects...)
	if entry == nil {
		return nil
	}
	value, _ := entry.Get("value")
	return value
}
