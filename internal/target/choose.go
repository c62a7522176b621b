package target

import (
	"cmp"
	"context"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"quartermaster/internal/say"
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
		t.problem(seen("other-missions", missions, "mission", template))
	case len(missions) == 1:
		return dotted(missions[0])
	case len(missions) == 0:
		t.problem(say.New("no-mission"))
	default:
		t.problem(seen("several-missions", missions, "mission", p.Target.Mission))
	}
	return ""
}

// dotted is "." for the folder of the target.
func dotted(dir string) string { return cmp.Or(dir, ".") }

// seen says something about the missions that were found, of which it names a few; of none there is another sentence.
func seen(rule string, missions []string, params ...any) say.Message {
	if len(missions) == 0 {
		return say.New(rule+"-none", params...)
	}
	const most = 5
	return say.New(rule, params...).With("found", missions[:min(most, len(missions))])
}

// compareMission says when the server runs another mission than the instance is made for.
func (p *Place) compareMission(t *Test) {
	ours, theirs := p.Target.Mission, t.Mission
	switch {
	case strings.EqualFold(ours, theirs) || clean(t.Folders.Mission) == "":
	case strings.EqualFold(path.Ext(ours), path.Ext(theirs)):
		t.note("other-mission", "mission", theirs, "ours", ours, "folder", t.Folders.Mission)
	default:
		t.problem(say.New("other-map", "mission", theirs, "ours", ours))
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
		t.note("unread-config", "file", config, "why", Explain(err))
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxConfig))
	match := templatePattern.FindSubmatch(text)
	if err != nil || match == nil {
		t.note("no-template", "file", config)
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
			t.note("no-config")
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
		t.note("lists-in-panel", "folder", above)
	}
	if f.cut {
		t.note("many-folders")
	}
}

func (p *Place) chooseFolder(ctx context.Context, t *Test, what, given, guess string, into *string) {
	switch {
	case given != "":
		p.given(ctx, t, what, given)
	case guess != "":
		*into = guess
	default:
		t.note("no-folder", "of", what)
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
