package trader

import (
	"strings"

	"quartermaster/internal/textfile"
)

// FileType is the type of a file of the mod.
type FileType string

// The types of the mod's files. Only the first two hold records.
const (
	UnknownFile      FileType = ""
	ConfigFile       FileType = "traderconfig"
	ObjectsFile      FileType = "traderobjects"
	VehiclePartsFile FileType = "tradervehicleparts"
	VariablesFile    FileType = "tradervariables"
	AdminsFile       FileType = "traderadmins"
)

// Detect returns what a file holds: by its first tag that shows it, else by its name in any letter case. Only text files
// with a name that ends in .txt are the mod's.
func Detect(name string, data []byte) FileType {
	name = strings.ToLower(name[strings.LastIndexAny(name, `/\`)+1:])
	if !strings.HasSuffix(name, ".txt") {
		return UnknownFile
	}
	ended := false
	for at := range textfile.Lines(string(data)) {
		tag := scanLine(at.Text).tag
		if t := typeOfTag(tag); t != UnknownFile {
			return t
		}
		ended = ended || tag == tagFileEnd || tag == tagOpenFile
	}
	if ended {
		return typeOfName(name)
	}
	return UnknownFile
}

func typeOfTag(tag string) FileType {
	switch tag {
	case "CurrencyName", "Currency", "Trader", "Category":
		return ConfigFile
	case "VehicleParts":
		return VehiclePartsFile
	case "BuySellTimer", "StatUpdateTimer", "FireBarrelUpdateTimer", "ZombieCleanupTimer", "VehicleCleanupTimer",
		"SafezoneTimeout", "SafezoneRemoveAnimals", "SafezoneRemoveInfected", "SafezoneRemoveEAI", "TradingDistance":
		return VariablesFile
	case tagMarker, tagObject:
		return ObjectsFile
	}
	return UnknownFile
}

// FileTypeOf returns the type of a file by its name alone, in any letter case.
func FileTypeOf(name string) FileType { return typeOfName(strings.ToLower(name)) }

// typeOfName returns the type of a file that holds nothing but its end, or text without tags.
func typeOfName(name string) FileType {
	for _, t := range []FileType{ConfigFile, ObjectsFile, VehiclePartsFile, VariablesFile, AdminsFile} {
		if strings.HasPrefix(name, string(t)) {
			return t
		}
	}
	return UnknownFile
}
