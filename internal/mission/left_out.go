package mission

import (
	"bytes"
	"context"
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"quartermaster/internal/say"
	"quartermaster/internal/serverlog"
	"quartermaster/internal/store"
)

// noConfiguration are the types of files that a server or a mod is made of, or that a crash has left, with what is said of them.
var noConfiguration = map[string]string{
	".bikey": "key", ".biprivatekey": "private-key", ".bisign": "signature",
	".pbo": "package", ".ebo": "package",
	".exe": "program", ".dll": "program", ".so": "program",
	".dmp": "crash", ".mdmp": "crash",
}

// leftOutByName says why a file of an upload is none of the server's configuration, by its folders and name; nothing of one that may be.
func leftOutByName(folders []string, name string) say.Message {
	if rule := noConfiguration[strings.ToLower(path.Ext(name))]; rule != "" {
		return say.New(rule)
	}
	if i := slices.IndexFunc(folders, isModFolder); i >= 0 {
		return ofMod(folders[i])
	}
	if slices.ContainsFunc(folders, func(s string) bool { return strings.EqualFold(s, debugMissions) }) {
		return say.New("debug-mission")
	}
	return say.Message{}
}

// debugMissions is the folder in which VPP Admin Tools keeps copies of missions.
const debugMissions = "VPPDebugMissions"

// isModFolder reports whether a folder is that of a mod, as servers call them.
func isModFolder(name string) bool { return len(name) > 1 && name[0] == '@' }

func ofMod(folder string) say.Message { return say.New("of-mod", "mod", folder) }

// ofAnother says why a file of another server or mission is left out.
func ofAnother(folder []string) say.Message {
	return say.New("of-another", "folder", strings.Join(folder, "/"))
}

// LeftOut returns why files are none of the server's configuration, as far as their paths say; nothing of those that may be. The paths are
// below the root of a server that runs the mission.
func (s *Service) LeftOut(ctx context.Context, scope store.Scope, names []string, mission string) ([]say.Message, error) {
	packs, err := s.PacksOf(ctx, scope)
	if err != nil {
		return nil, err
	}
	reasons, runTime := make([]say.Message, len(names)), RunTime(packs, names)
	for n, p := range resolvePaths(names, mission) {
		p.leftOut = p.leftOut.Or(runTime[n])
		f := incomingFile{resolvedPath: p}
		if reasons[n] = f.whyLeftOut(names[n]); reasons[n].IsNone() && serverlog.IsNamed(names[n]) {
			reasons[n] = say.New("log")
		}
	}
	return reasons, nil
}

// leftOutByContent says why a file is none of the server's configuration, by its first bytes; nothing of one that may be.
func leftOutByContent(data []byte) say.Message {
	switch {
	case isProgram(data):
		return say.New("program")
	case bytes.HasPrefix(data, []byte("\x00sreV\x00")): // source: the header of a PBO, whose first entry names its version
		return say.New("package")
	}
	return say.Message{}
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
