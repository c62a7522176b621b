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
	"quartermaster/internal/say"
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

// labelOfRunTime is what people call files of the kind KindRunTime, which is none of the kinds either.
const labelOfRunTime = "run-time data"

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
	switch k {
	case KindLog:
		return labelOfLogs
	case KindRunTime:
		return labelOfRunTime
	}
	return kindNamed(k).info().label
}

// detect returns the kind of a file. The reason says why the kind is other despite the file's name. The error says why the file
// cannot be read; its kind is then that of its name.
func detect(name string, data []byte) (k fileKind, reason say.Message, err error) {
	base := strings.ToLower(path.Base(name))
	if k, reason, err = detectSound(name, data); k != other || err != nil || !reason.IsNone() {
		return k, reason, err
	}
	if len(data) == 0 && strings.HasSuffix(base, ".txt") && kindOfName(base) != other {
		return kindOfName(base), say.Message{}, errEmpty
	}
	if err = wellFormed(name, data); err != nil && path.Ext(base) == ".xml" {
		k = kindOfName(base)
	}
	return k, say.Message{}, err
}

// detectSound returns the kind of a file by its name and content.
func detectSound(name string, data []byte) (k fileKind, reason say.Message, err error) {
	base := strings.ToLower(path.Base(name))
	if base == eventGroups.main {
		return eventGroups, say.Message{}, nil
	}
	switch path.Ext(base) {
	case ".json":
		if claimed := expansion.Claim(name); (claimed == nil || !claimed.IsAt(name)) && effectarea.Detect(base, data) {
			return effectAreas, say.Message{}, nil
		}
		return detectDocument(name, data)
	case ".txt":
		if found := cmp.Or(Kind(playerlist.Detect(base, data)), Kind(trader.Detect(base, data))); found != "" {
			return kindNamed(found), say.Message{}, nil
		}
	case ".xml":
		found, err := ce.Detect(base, data)
		if errors.Is(err, ce.ErrForeign) {
			return other, say.New("foreign"), wellFormed(base, data)
		}
		return kindNamed(Kind(found)), say.Message{}, err
	}
	return other, say.Message{}, nil
}

// detectDocument returns the kind of a JSON file by its name and folder or, if it was uploaded without a folder, by its shape. A file
// whose shape does not fit its name is other, for the reason.
func detectDocument(name string, data []byte) (k fileKind, reason say.Message, err error) {
	claimed := expansion.Claim(name)
	document, err := expansion.Parse(string(data))
	switch {
	case claimed == nil && err != nil:
		return other, say.Message{}, nil
	case err != nil:
		return kindOfDocument(claimed), say.Message{}, err
	case claimed == nil && !strings.Contains(name, "/"):
		claimed = expansion.Guess(document)
	}
	if claimed == nil {
		return other, say.Message{}, nil
	}
	fits := claimed.Fits
	if claimed.IsAt(name) {
		fits = claimed.Takes
	}
	if err := fits(document); err != nil {
		return other, say.New("unread", "why", err.Error()), nil
	}
	if strings.TrimSpace(stem(name)) == "" {
		return other, say.New("no-record"), nil
	}
	return kindOfDocument(claimed), say.Message{}, nil
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
