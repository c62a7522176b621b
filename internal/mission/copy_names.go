package mission

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

// How people and programs mark copies: types.xml.bak, types.xml~, types - Copy (2).xml, TraderConfigOld0.txt, types_2024-05-01.xml,
// "Copy of types.xml", and folders such as old or backup_3.
var (
	markBehind = regexp.MustCompile(`(?i)^(.+\.(?:xml|json|cfg|txt|c|map))(?:~|[._ ` +
		`-]+(?:bak|old|orig|original|backup|save|copy|txt|\d)[^/]*)$`)
	markAfter = []*regexp.Regexp{
		regexp.MustCompile(`^(.+?)(?:[ ._-]+(?i:copy|kopie|copie|copia|копия|old|orig|original|backup|bak)|Copy|Kopie|Old|Backup|Bak)[ ` +
			`._-]*(?:\(?\d[\d ._-]*\)?)?$`),
		regexp.MustCompile(`^(.+?) ?\(\d{1,3}\)$`),
		regexp.MustCompile(`^(.+?)[ ._-]+20\d\d[._-]?\d\d[._-]?\d\d.*$`),
	}
	markBefore = regexp.MustCompile(`(?i)^(?:copy of |kopie von |copia de |(?:old|backup|bak)[ ._-]+)(.+)$`)
	markFolder = regexp.MustCompile(`(?i)^(?:(?:.+[ ._-]+)?(?:old|bak|backups?|copy|kopie)|archived?|copies)(?:[ ._-]*\d.*)?$`)
)

// copiedFrom returns the paths that the file may have had of which this one is a copy by its name; none if the name says nothing.
func copiedFrom(rel string) (list []string) {
	dir, base := path.Split(rel)
	names, folders := copiedNames(base), copiedFolders(dir)
	for _, name := range names {
		list = append(list, dir+name)
	}
	names = append(names, base)
	for _, folder := range folders {
		for _, name := range names {
			list = append(list, folder+name)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return append(list, mainsNamed(names)...)
}

// copiedFolders returns a folder without the marks of copies in its path. Folders end with a slash.
func copiedFolders(dir string) (list []string) {
	segments := strings.Split(dir, "/")
	for i, name := range segments {
		if !markFolder.MatchString(name) {
			continue
		}
		for _, was := range copiedNames(name) {
			list = append(list, strings.Join(slices.Concat(segments[:i], []string{was}, segments[i+1:]), "/"))
		}
		list = append(list, strings.Join(slices.Concat(segments[:i], segments[i+1:]), "/"))
	}
	return list
}

// mainsNamed returns the main paths of the kinds whose files have one of the names.
func mainsNamed(names []string) (list []string) {
	for _, k := range kinds {
		main := k.info().main
		if main != "" && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(path.Base(main), name) }) {
			list = append(list, main)
		}
	}
	return list
}

// copiedNames returns the names without the marks of a copy.
func copiedNames(base string) (names []string) {
	if found := markBehind.FindStringSubmatch(base); found != nil {
		names = append(names, found[1])
	}
	ext := path.Ext(base)
	bare := strings.TrimSuffix(base, ext)
	for _, mark := range append(markAfter[:len(markAfter):len(markAfter)], markBefore) {
		if found := mark.FindStringSubmatch(bare); found != nil {
			names = append(names, found[1]+ext)
		}
	}
	return names
}

// copyOf returns the one of some files of which a file is a copy by its name; at returns the path of a file by one in any letter case,
// or "".
func copyOf(rel string, at func(rel string) string) string {
	for _, original := range copiedFrom(rel) {
		if found := at(original); found != "" && !strings.EqualFold(found, rel) {
			return found
		}
	}
	return ""
}

var (
	noteName = regexp.MustCompile(`(?i)^(?:read[ _-]?me|lies ?mich|change[ _-]?logs?|licen[cs]e|notes?|guides?|how[ ` +
		`_-]?to|instructions?|credits|todo|manual)(?:[^a-z].*)?$`)
	noteFolder = regexp.MustCompile(`(?i)(?:^|/)(?:guides?|docs?|documentation|notes?|read[ _-]?me|tutorials?)/`)
	noteTypes  = map[string]bool{"": true, ".txt": true, ".md": true, ".rtf": true, ".pdf": true, ".html": true}
)

// isNote reports whether a file is for people, by its name or folder.
func isNote(rel string) bool {
	ext := strings.ToLower(path.Ext(rel))
	return noteTypes[ext] && (noteName.MatchString(stem(rel)) || noteFolder.MatchString(rel))
}
