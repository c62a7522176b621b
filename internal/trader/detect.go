package trader

import (
	"strings"

	"quartermaster/internal/textfile"
)

// FileKind is what a file of the mod holds.
type FileKind string

// The kinds of the mod's files. Those behind the first two are kept whole: no record stands for what they hold.
const (
	KindUnknown      FileKind = ""
	KindConfig       FileKind = "traderconfig"
	KindObjects      FileKind = "traderobjects"
	KindVehicleParts FileKind = "tradervehicleparts"
	KindVariables    FileKind = "tradervariables"
	KindAdmins       FileKind = "traderadmins"
)

// Detect returns what a file holds: by its first tag that shows it, else by its name in any letter case. Only text files
// with a name that ends in .txt are the mod's.
func Detect(name string, data []byte) FileKind {
	name = strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:])
	if !strings.HasSuffix(name, ".txt") {
		return KindUnknown
	}
	ended := false
	for at := range textfile.Lines(string(data)) {
		tag := scanLine(at.Text).tag
		if kind := kindOfTag(tag); kind != KindUnknown {
			return kind
		}
		ended = ended || tag == tagFileEnd || tag == tagOpenFile
	}
	if ended {
		return kindOfName(name)
	}
	return KindUnknown
}

func kindOfTag(tag string) FileKind {
	switch tag {
	case "CurrencyName", "Currency", "Trader", "Category":
		return KindConfig
	case "VehicleParts":
		return KindVehicleParts
	case "BuySellTimer", "StatUpdateTimer", "FireBarrelUpdateTimer", "ZombieCleanupTimer", "VehicleCleanupTimer",
		"SafezoneTimeout", "SafezoneRemoveAnimals", "SafezoneRemoveInfected", "SafezoneRemoveEAI", "TradingDistance":
		return KindVariables
	case tagMarker, tagObject:
		return KindObjects
	}
	return KindUnknown
}

// Named returns the kind of a file by its name alone, in any letter case.
func Named(name string) FileKind { return kindOfName(strings.ToLower(name)) }

// kindOfName returns the kind of a file that holds nothing but its end, or text without tags.
func kindOfName(name string) FileKind {
	for _, kind := range []FileKind{KindConfig, KindObjects, KindVehicleParts, KindVariables, KindAdmins} {
		if strings.HasPrefix(name, string(kind)) {
			return kind
		}
	}
	return KindUnknown
}
