package target

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
)

// chooseMission notes which of the missions the server runs, and where that is.
func (p *Place) chooseMission(ctx context.Context, t *Test, f *found) {
	template := p.template(ctx, t, f.config)
	t.Mission = template
	if given := p.Target.Folders.Mission; given != "" {
		p.given(ctx, t, "the mission", given)
		t.Mission = cmp.Or(template, path.Base(clean(given)))
		return
	}
	t.Folders.Mission = p.mission(t, f.missions, template)
	if t.Folders.Mission == "" {
		return
	}
	t.Mission = cmp.Or(template, path.Base(t.Folders.Mission))
	p.compareMission(t)
}

// mission returns the folder of the mission, or notes why there is none.
func (p *Place) mission(t *Test, missions []string, template string) string {
	for _, name := range []string{template, p.Target.Mission} {
		at := slices.IndexFunc(missions, func(dir string) bool { return strings.EqualFold(path.Base("/"+dir), name) })
		if name != "" && at >= 0 {
			return dotted(missions[at])
		}
	}
	switch {
	case template != "":
		t.problem(fmt.Sprintf("serverDZ.cfg runs the mission %s, whose folder was not found.%s", template, seen(missions)))
	case len(missions) == 1:
		return dotted(missions[0])
	case len(missions) == 0:
		t.problem("No mission was found: no folder has the folder db and the file init.c or cfgeconomycore.xml. Check the folder on the " +
			"server, or name the mission’s folder.")
	default:
		t.problem(fmt.Sprintf("There are several missions, and none is called %s, as in the settings of this instance.%s Name the mission’s "+
			"folder.",
			p.Target.Mission, seen(missions)))
	}
	return ""
}

// dotted is "." for the folder of the target.
func dotted(dir string) string { return cmp.Or(dir, ".") }

func seen(missions []string) string {
	if len(missions) == 0 {
		return " No mission was found."
	}
	const most = 5
	return " Found: " + strings.Join(missions[:min(most, len(missions))], ", ") + "."
}

// compareMission says when the server runs another mission than the instance is made for.
func (p *Place) compareMission(t *Test) {
	ours, theirs := p.Target.Mission, t.Mission
	switch {
	case strings.EqualFold(ours, theirs) || clean(t.Folders.Mission) == "":
	case strings.EqualFold(path.Ext(ours), path.Ext(theirs)):
		t.note(fmt.Sprintf("The server runs the mission %s, this instance is made for %s. Its files go to %s.", theirs, ours, t.Folders.Mission))
	default:
		t.problem(fmt.Sprintf("The server runs the mission %s, this instance is made for %s, which is on another map. Change the mission in "+
			"the settings of the instance, or name the mission’s folder.",
			theirs, ours))
	}
}

// templatePattern finds the mission in serverDZ.cfg.
var templatePattern = regexp.MustCompile(`(?im)^[^/\n]*\btemplate\s*=\s*"?([^";\n]+)"?\s*;`)

const maxConfig = 256 << 10

// template returns the mission that serverDZ.cfg names, or "".
func (p *Place) template(ctx context.Context, t *Test, config string) string {
	if config == "" {
		return ""
	}
	file, err := p.Open(ctx, config, 0)
	if err != nil {
		t.note(config + " cannot be read: " + Explain(err))
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxConfig))
	match := templatePattern.FindSubmatch(text)
	if err != nil || match == nil {
		t.note(config + " names no mission (template = \"...\";).")
		return ""
	}
	return strings.TrimSpace(string(match[1]))
}

// chooseOthers notes where profiles and BattlEye are, and which lists a console takes from files.
func (p *Place) chooseOthers(ctx context.Context, t *Test, f *found) {
	above := parent(clean(p.Target.Folders.Or(t.Folders).Mission))
	console := isConsole(path.Base(above))
	p.chooseFolder(ctx, t, "profiles", p.Target.Folders.Profiles, best(f.profiles), &t.Folders.Profiles)
	if !console {
		p.chooseFolder(ctx, t, "BattlEye", p.Target.Folders.BattlEye, best(f.battleye), &t.Folders.BattlEye)
		if f.config == "" {
			t.note("serverDZ.cfg was not found: the host keeps it elsewhere, or the mission is set in its panel.")
		}
	}
	for _, list := range []string{"ban.txt", "whitelist.txt", "priority.txt"} {
		if console && slices.ContainsFunc(f.overrides, func(at string) bool {
			return strings.EqualFold(at, path.Join(above, overrideOf(list)))
		}) {
			t.Lists = append(t.Lists, list)
		}
	}
	if console && len(t.Lists) == 0 {
		t.note("The lists of players are kept in the host’s panel. If a file such as ban-override.txt lies in " + above +
			", the server takes the list from it, and Quartermaster sends it there.")
	}
	if f.cut {
		t.note("There are more folders on the server than the test looks at. Name those that it has not found.")
	}
}

func (p *Place) chooseFolder(ctx context.Context, t *Test, what, given, guess string, into *string) {
	switch {
	case given != "":
		p.given(ctx, t, what, given)
	case guess != "":
		*into = guess
	default:
		t.note("The folder of " + what + " was not found. It is made when a file for it is sent, or name another one.")
	}
}

// layoutName says whose layout a mission's folder is in.
func layoutName(mission string) string {
	mission = strings.ToLower(clean(mission))
	switch path.Base(parent(mission)) {
	case xboxMissions:
		return "Nitrado, Xbox"
	case playStationMissions:
		return "Nitrado, PlayStation"
	case missions:
		if strings.HasPrefix(mission, "dayzstandalone/") {
			return "Nitrado, PC"
		}
		return "PC server"
	}
	return ""
}
