package ce

import (
	"strconv"
	"strings"

	"quartermaster/internal/say"
	"quartermaster/internal/textfile"
)

// EconomyCore lists the classes of the economy, its defaults, and the files that it loads besides those
// of the db folder. Source: cfgeconomycore.xml.
type EconomyCore struct {
	RootClasses []RootClass
	Defaults    []Default
	Folders     []Folder
}

// RootClass is a class whose descendants the economy manages. Act is "character", "car" or empty,
// ReportMemoryLOD "no" or empty.
type RootClass struct {
	Name, Act, ReportMemoryLOD string
}

// Default is a flag or number of the economy; Value is its text in the file.
type Default struct {
	Name, Value string
}

// Folder is a folder below the mission folder with the files in it that the game loads, in order.
type Folder struct {
	Folder string
	Files  []FolderFile
}

// FolderFile is a file in a Folder; Type is "types", "events", "spawnabletypes" and so on.
type FolderFile struct {
	Name, Type string
}

// EngineDefaults returns the 18 defaults of the game in the order of its own files.
func EngineDefaults() []Default {
	return []Default{
		{"dyn_radius", "30"},
		{"dyn_smin", "0"},
		{"dyn_smax", "0"},
		{"dyn_dmin", "1"},
		{"dyn_dmax", "5"},
		{"log_ce_loop", "false"},
		{"log_ce_dynamicevent", "false"},
		{"log_ce_vehicle", "false"},
		{"log_ce_lootspawn", "false"},
		{"log_ce_lootcleanup", "false"},
		{"log_ce_lootrespawn", "false"},
		{"log_ce_statistics", "false"},
		{"log_ce_zombie", "false"},
		{"log_storageinfo", "false"},
		{"log_hivewarning", "true"},
		{"log_missionfilewarning", "true"},
		{"save_events_startup", "true"},
		{"save_types_startup", "true"},
	}
}

// NewEconomyCore returns a file with the game's root classes and defaults and no further files.
func NewEconomyCore() []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>` + "\n<economycore>\n\t<classes>\n")
	for _, class := range engineClasses() {
		b.WriteString("\t\t" + class.text() + "\n")
	}
	b.WriteString("\t</classes>\n\t<defaults>\n")
	for _, d := range EngineDefaults() {
		b.WriteString("\t\t" + d.text(" />") + "\n")
	}
	b.WriteString("\t</defaults>\n</economycore>\n")
	return []byte(b.String())
}

func engineClasses() []RootClass {
	return []RootClass{
		{Name: "DefaultWeapon"},
		{Name: "DefaultMagazine"},
		{Name: "Inventory_Base"},
		{Name: "HouseNoDestruct", ReportMemoryLOD: "no"},
		{Name: "SurvivorBase", Act: "character", ReportMemoryLOD: "no"},
		{Name: "DZ_LightAI", Act: "character", ReportMemoryLOD: "no"},
		{Name: "CarScript", Act: "car", ReportMemoryLOD: "no"},
		{Name: "BoatScript", Act: "car", ReportMemoryLOD: "no"},
	}
}

func (c RootClass) text() string {
	text := `<rootclass name="` + escape(c.Name) + `"`
	if c.Act != "" {
		text += ` act="` + escape(c.Act) + `"`
	}
	if c.ReportMemoryLOD != "" {
		text += ` reportMemoryLOD="` + escape(c.ReportMemoryLOD) + `"`
	}
	return text + " />"
}

func (d Default) text(closing string) string {
	return `<default name="` + escape(d.Name) + `" value="` + escape(d.Value) + `"` + closing
}

// ParseEconomyCore parses the file. The error is a *SyntaxError. Elements without a name are left out,
// with a warning. The attribute types= of a file is read as type=.
func ParseEconomyCore(data []byte) (*EconomyCore, []textfile.Warning, error) {
	t, err := parseDocument(string(data))
	if err != nil {
		return nil, nil, err
	}
	r := newReader(t)
	core := &EconomyCore{RootClasses: r.rootClasses(), Defaults: r.defaults(), Folders: r.folders()}
	return core, r.warnings, nil
}

func (r *reader) rootClasses() []RootClass {
	var classes []RootClass
	for i := range r.having("name", r.all(0, "rootclass")) {
		classes = append(classes, RootClass{
			Name: r.attrValue(i, "name"), Act: r.attrValue(i, "act"), ReportMemoryLOD: r.attrValue(i, "reportMemoryLOD"),
		})
	}
	return classes
}

func (r *reader) defaults() []Default {
	var defaults []Default
	for i := range r.having("value", r.having("name", r.all(0, "default"))) {
		defaults = append(defaults, Default{Name: r.attrValue(i, "name"), Value: r.attrValue(i, "value")})
	}
	return defaults
}

func (r *reader) folders() []Folder {
	var folders []Folder
	for i := range r.having("folder", r.all(0, "ce")) {
		folder := Folder{Folder: r.attrValue(i, "folder")}
		for file := range r.having("name", r.named(i, "file")) {
			folder.Files = append(folder.Files, r.folderFile(file))
		}
		folders = append(folders, folder)
	}
	return folders
}

func (r *reader) folderFile(i int) FolderFile {
	file := FolderFile{Name: r.attrValue(i, "name"), Type: r.attrValue(i, "type")}
	if file.Type == "" {
		file.Type = r.attrValue(i, "types")
	}
	if file.Type == "" {
		r.warn(i, say.New("no-type", "file", file.Name))
	}
	return file
}

// PatchEconomyCore sets the defaults in the file and leaves the rest as it is. A text with the same
// meaning stays. A missing default is added only if it differs from the engine's. Empty data stands for
// NewEconomyCore. The error is a *SyntaxError.
func PatchEconomyCore(data []byte, defaults []Default) ([]byte, error) {
	if len(data) == 0 {
		data = NewEconomyCore()
	}
	p, err := parseEconomyPatch(data)
	if err != nil {
		return nil, err
	}
	engine := valuesByName(EngineDefaults())
	var added []Default
	for _, d := range p.setDefaults(defaults) {
		if value, known := engine[d.Name]; !known || !sameMeaning(value, d.Value) {
			added = append(added, d)
		}
	}
	p.addDefaults(added)
	return []byte(p.apply()), nil
}

func parseEconomyPatch(data []byte) (*patch, error) {
	return parsePatch(data, "classes", "updaters", "defaults", "ce")
}

// setDefaults sets the defaults that the file has, and returns the missing ones, each once.
func (p *patch) setDefaults(defaults []Default) (absent []Default) {
	values, found := valuesByName(defaults), map[string]bool{}
	for i := range p.all(0, "default") {
		name := p.attrValue(i, "name")
		if value, wanted := values[name]; wanted {
			p.setDefault(i, value)
			found[name] = true
		}
	}
	for _, d := range defaults {
		if !found[d.Name] {
			found[d.Name] = true
			absent = append(absent, Default{d.Name, values[d.Name]})
		}
	}
	return absent
}

func (p *patch) setDefault(i int, value string) {
	if old := p.attrValue(i, "value"); !sameMeaning(old, value) {
		p.setAttr(i, "value", spelledLike(old, value), []string{"name", "value"})
	}
}

func (p *patch) addDefaults(defaults []Default) {
	engine := valuesByName(EngineDefaults())
	texts := make([]string, len(defaults))
	for i, d := range defaults {
		d.Value = spelledLike(engine[d.Name], d.Value)
		texts[i] = d.text(p.closing)
	}
	p.appendTo(p.root("economycore"), "defaults", texts)
}

// valuesByName returns the values by name; the last one of a name counts.
func valuesByName(defaults []Default) map[string]string {
	values := make(map[string]string, len(defaults))
	for _, d := range defaults {
		values[d.Name] = d.Value
	}
	return values
}

func sameMeaning(a, b string) bool {
	return meaning(a) == meaning(b)
}

// meaning returns the same text for all spellings of a number or flag.
func meaning(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(n, 10)
	}
	switch text {
	case "true":
		return "1"
	case "false":
		return "0"
	}
	return text
}

// spelledLike spells 0 and 1 as false and true if the other text is one of these words.
func spelledLike(other, value string) string {
	_, err := strconv.Atoi(strings.TrimSpace(other))
	isWord := err != nil && (meaning(other) == "0" || meaning(other) == "1")
	switch {
	case isWord && meaning(value) == "1":
		return "true"
	case isWord && meaning(value) == "0":
		return "false"
	}
	return value
}
