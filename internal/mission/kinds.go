package mission

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/ce"
	"quartermaster/internal/effectarea"
	"quartermaster/internal/expansion"
	"quartermaster/internal/playerlist"
	"quartermaster/internal/trader"
)

// kinds lists all kinds in the order in which their files are imported: those that others refer to come first.
var kinds = slices.Concat([]fileKind{
	economyCore, limitsFile, userLimits, typesFile, events, spawnableTypes, randomPresets, eventSpawns, eventGroups,
	playerSpawns, messages, effectAreas, bans, whitelist, battlEye, priority, traderConfig, traderObjects, traderVariables, traderParts,
	traderAdmins,
}, expansionKinds(), []fileKind{other})

var other = &kindInfo{name: KindOther, label: "other", several: true, unread: true}

// labelOfLogs is what people call files of the kind KindLog, which is none of the kinds: logs are no files of a server.
const labelOfLogs = "log"

// kindNamed returns the kind of that name, or other.
func kindNamed(name Kind) fileKind {
	for _, k := range kinds {
		if k.info().name == name {
			return k
		}
	}
	return other
}

// Label returns the name of the kind for people.
func (k Kind) Label() string {
	if k == KindLog {
		return labelOfLogs
	}
	return kindNamed(k).info().label
}

// detect returns the kind of a file. The reason says why the kind is other despite the file's name. The error says why the file
// cannot be read; its kind is then that of its name.
func detect(name string, data []byte) (k fileKind, reason string, err error) {
	base := strings.ToLower(path.Base(name))
	if k, reason, err = detectSound(name, data); k != other || err != nil || reason != "" {
		return k, reason, err
	}
	if len(data) == 0 && strings.HasSuffix(base, ".txt") && kindOfName(base) != other {
		return kindOfName(base), "", errEmpty
	}
	if err = wellFormed(name, data); err != nil && path.Ext(base) == ".xml" {
		k = kindOfName(base)
	}
	return k, "", err
}

// detectSound returns the kind of a file by its name and content.
func detectSound(name string, data []byte) (k fileKind, reason string, err error) {
	base := strings.ToLower(path.Base(name))
	if base == eventGroups.main {
		return eventGroups, "", nil
	}
	switch path.Ext(base) {
	case ".json":
		if claimed := expansion.Claim(name); (claimed == nil || !claimed.IsAt(name)) && effectarea.Detect(base, data) {
			return effectAreas, "", nil
		}
		return detectDocument(name, data)
	case ".txt":
		if found := cmp.Or(Kind(playerlist.Detect(base, data)), Kind(trader.Detect(base, data))); found != "" {
			return kindNamed(found), "", nil
		}
	case ".xml":
		found, err := ce.Detect(base, data)
		if errors.Is(err, ce.ErrForeign) {
			return other, err.Error() + ": it is stored unchanged", wellFormed(base, data)
		}
		return kindNamed(Kind(found)), "", err
	}
	return other, "", nil
}

// detectDocument returns the kind of a JSON file by its name and folder or, if it was uploaded without a folder, by its shape. A file
// whose shape does not fit its name is other, for the reason.
func detectDocument(name string, data []byte) (k fileKind, reason string, err error) {
	claimed := expansion.Claim(name)
	document, err := expansion.Parse(string(data))
	switch {
	case claimed == nil && err != nil:
		return other, "", nil
	case err != nil:
		return kindOfDocument(claimed), "", err
	case claimed == nil && !strings.Contains(name, "/"):
		claimed = expansion.Guess(document)
	}
	if claimed == nil {
		return other, "", nil
	}
	fits := claimed.Fits
	if claimed.IsAt(name) {
		fits = claimed.Takes
	}
	if err := fits(document); err != nil {
		return other, err.Error() + "; it is stored unchanged", nil
	}
	if strings.TrimSpace(stem(name)) == "" {
		return other, "the name of the file cannot be that of a record; it is stored unchanged", nil
	}
	return kindOfDocument(claimed), "", nil
}

// kindOfDocument returns the kind of the files of a schema.
func kindOfDocument(d *expansion.Schema) fileKind {
	if expansion.Setting(d.Slug) != nil {
		return kindNamed(settingKind(d))
	}
	return kindNamed(Kind(d.Slug))
}

// kindOfName returns the kind of a file by its name alone, or other.
func kindOfName(base string) fileKind {
	if strings.HasSuffix(base, ".txt") {
		return kindNamed(Kind(trader.FileTypeOf(base)))
	}
	return kindNamed(Kind(ce.FileTypeOf(base)))
}
