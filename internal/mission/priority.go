package mission

import (
	"context"

	"quartermaster/internal/ce"
	"quartermaster/internal/playerlist"
	"quartermaster/internal/textfile"
)

// priority says who goes first in the queue of a full server. No record stands for an entry: the file is kept as it is.
var priority = &kind{
	name: Priority, label: "queue priority", main: "/priority.txt", read: readPriority, write: writePriority,
}

func readPriority(data []byte) (storing, error) {
	file, err := playerlist.ParsePriority(data)
	if err != nil {
		return nil, err
	}
	save, err := readText(data)
	return func(ctx context.Context, im *importer) error {
		im.report.warn(warningsOf(file))
		return save(ctx, im)
	}, err
}

// writePriority writes the file as it was imported, and on demand the players of the whitelist behind it.
func writePriority(ctx context.Context, g *generator, k *kind) error {
	stored := g.filesOf(k.name)
	text := ""
	for _, f := range stored {
		text = textOf(f.Content)
	}
	file, err := playerlist.ParsePriority([]byte(text))
	if err != nil {
		return err
	}
	parts, err := g.queue(ctx, k, file)
	if err != nil || len(stored)+len(parts) == 0 {
		return err
	}
	data, written, warnings, err := printText(playerlist.WritePriority).sparing(ce.Skeleton(file.Skeleton), parts)
	if err != nil {
		return err
	}
	g.add(k, g.mainOf(k), written, data, warnings...)
	return nil
}

// queue returns what the file is to hold.
func (g *generator) queue(ctx context.Context, k *kind, file *textfile.File[string]) (parts []ce.Part[string], err error) {
	var ids []string
	for i, entry := range file.Entries {
		ids = append(ids, entry.Value)
		parts = append(parts, ce.Part[string]{Slot: i, Raw: entry.Raw, Value: entry.Value})
	}
	if !g.instance.includes(k.name) {
		return parts, nil
	}
	more, err := alsoFirst(ctx, g, ids)
	for _, id := range more {
		parts = append(parts, ce.Part[string]{Slot: -1, Value: id})
	}
	return parts, err
}
