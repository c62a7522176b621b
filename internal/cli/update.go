package cli

import (
	"cmp"
	"context"
	"fmt"

	"quartermaster/internal/mission"
	"quartermaster/internal/web/ui"
)

type updateCmd struct {
	dataFlags
	Base   string `default:"auto" help:"Common base of records and files: auto, last (the last import), or a version such as 1.28."`
	Prefer string `enum:"mine,theirs" default:"mine" help:"What counts where both have changed a value: mine, the records; theirs, the files."`
	chooseFlag
	importFlags
}

// Help explains what the records are compared with.
func (*updateCmd) Help() string {
	return `--base is what your records and the files have both begun with:
  auto   what was last delivered or taken in by an update, else the version of the
         game that the stored file comes from, else nothing
  last   the last import
  1.28   a version of the game; "quartermaster versions list" shows them

` + helpChoose
}

// helpChoose explains the keys of --choose.
const helpChoose = `--choose KEY=mine or KEY=theirs decides one conflict: of a value (SID.FIELD), a record
(SID, or RESOURCE/NAME), a file (its path) or a RESOURCE. It may be repeated.`

// chooseFlag decides single conflicts of an update.
type chooseFlag struct {
	Choose map[string]string `help:"Side in one conflict; KEY is SID.FIELD, SID, NAME, PATH, RESOURCE." placeholder:"KEY=SIDE" mapsep:"none"`
}

func (f chooseFlag) choices() (mission.Choices, error) {
	list := mission.Choices{}
	for key, text := range f.Choose {
		side := mission.Side(text)
		if side != mission.Mine && side != mission.Theirs {
			return nil, usageError{fmt.Errorf("--choose %s=%s: choose mine or theirs", key, text)}
		}
		list[key] = side
	}
	return list, nil
}

// Run prints a line for each file, one for each conflict, and of a dry run one for each record that would change.
func (c *updateCmd) Run(ctx context.Context, io streams) error {
	choices, err := c.choices()
	if err != nil {
		return err
	}
	return c.run(ctx, io, c.dataFlags, mission.Options{Mode: mission.Update, Base: c.Base, Prefer: mission.Side(c.Prefer), Choices: choices})
}

// printConflicts writes what of the records stays and what is taken of an update, and its conflicts.
func printConflicts(io streams, r mission.Report) {
	if r.Conflicts == nil {
		return
	}
	if r.Base != nil {
		_, _ = fmt.Fprintf(io.out, "          compared with %s; own values: %d kept, %d taken over; own entries that go: %d\n", r.Base,
			r.Own.Kept, r.Own.Taken, r.Own.Removed)
	}
	if r.Taken+r.KeptRecords > 0 {
		_, _ = fmt.Fprintf(io.out, "          %s from the file, %d as they are here\n", ui.Plural(r.Taken, "record", "records"), r.KeptRecords)
	}
	for _, c := range r.Conflicts {
		_, _ = fmt.Fprintf(io.out, "conflict  %s %s %s: base %s, mine %s, theirs %s; %s counts\n",
			c.Resource, c.Name, cmp.Or(c.Field, "(whole record)"), c.Base, c.Mine, c.Theirs, c.Taken)
	}
	if r.Omitted > 0 {
		_, _ = fmt.Fprintf(io.out, "          and %d more conflicts\n", r.Omitted)
	}
}
