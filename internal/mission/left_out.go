package mission

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/serverlog"
)

// noConfiguration are the types of files that a server or a mod is made of, or that a crash has left, by what they are.
var noConfiguration = map[string]string{
	".bikey": "the key of a mod", ".biprivatekey": "a private key of a mod’s author", ".bisign": "the signature of a mod’s package",
	".pbo": "the package of a mod", ".ebo": "the package of a mod",
	".exe": "a program", ".dll": "a program", ".so": "a program",
	".dmp": "what a crash has left", ".mdmp": "what a crash has left",
}

// leftOutByName says why a file of an upload is none of the server's configuration, by its folders and name; "" for one that may be.
func leftOutByName(folders []string, name string) string {
	if what := noConfiguration[strings.ToLower(path.Ext(name))]; what != "" {
		return "this is " + what + ", and no configuration"
	}
	if i := slices.IndexFunc(folders, isModFolder); i >= 0 {
		return ofMod(folders[i])
	}
	if slices.ContainsFunc(folders, func(s string) bool { return strings.EqualFold(s, debugMissions) }) {
		return "this is of a copy of the mission that an administrator’s tool has made"
	}
	return ""
}

// debugMissions is the folder in which VPP Admin Tools keeps copies of missions.
const debugMissions = "VPPDebugMissions"

// isModFolder reports whether a folder is that of a mod, as servers call them.
func isModFolder(name string) bool { return len(name) > 1 && name[0] == '@' }

func ofMod(folder string) string {
	return fmt.Sprintf("this is a part of the mod %s, such as an example; to take it in, upload it without that folder", folder)
}

// ofAnother says why a file of another server or mission is left out.
func ofAnother(folder []string) string {
	return fmt.Sprintf("this is of another server or mission, in the folder %s; to take that in, upload it by itself",
		strings.Join(folder, "/"))
}

// LeftOut returns why files are none of the server's configuration, as far as their paths say; "" for those that may be. The paths are
// below the root of a server that runs the mission.
func LeftOut(names []string, mission string) []string {
	reasons := make([]string, len(names))
	for n, p := range resolvePaths(names, mission) {
		f := incomingFile{resolvedPath: p}
		if reasons[n] = f.whyLeftOut(names[n]); reasons[n] == "" && serverlog.IsNamed(names[n]) {
			reasons[n] = "this is a log, and no file of the server"
		}
	}
	return reasons
}

// leftOutByContent says why a file is none of the server's configuration, by its first bytes; "" for one that may be.
func leftOutByContent(data []byte) string {
	switch {
	case isProgram(data):
		return "this is a program, and no configuration"
	case bytes.HasPrefix(data, []byte("\x00sreV\x00")): // source: the header of a PBO, whose first entry names its version
		return "this is the package of a mod, and no configuration"
	}
	return ""
}

// isProgram reports whether a content is a program or library of Linux (ELF) or Windows (PE).
func isProgram(data []byte) bool {
	if bytes.HasPrefix(data, []byte("\x7fELF")) {
		return true
	}
	const offset = 0x3c // of the offset of the second header
	if !bytes.HasPrefix(data, []byte("MZ")) || len(data) < offset+4 {
		return false
	}
	at := int64(binary.LittleEndian.Uint32(data[offset:]))
	return at < int64(len(data)) && bytes.HasPrefix(data[at:], []byte("PE\x00\x00"))
}
