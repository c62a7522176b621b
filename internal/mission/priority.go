package mission

import (
	"context"
	"io"

	"quartermaster/internal/playerlist"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// priority says who goes first in the queue of a full server. No record stands for an entry: the file is kept as it is.
var priority = &kind{
	name: Priority, label: "queue priority", main: "/priority.txt", read: readPriority, files: findPriority, write: writePriority,
}

func readPriority(data []byte) (storing, error) {
	file, err := playerlist.ParsePriority(data)
	if err != nil {
		return nil, err
	}
	save, err := readText(data)
	return func(ctx context.Context, im *importer) error {
		im.report.warn(file.Warnings)
		return save(ctx, im)
	}, err
}

// findPriority tells that the file is there once it was imported or somebody is to go first on demand.
func findPriority(ctx context.Context, g *generator, k *kind) ([]string, error) {
	place := g.mainOf(k)
	stored := g.stored(k, place)
	_, parts, err := g.priorities(ctx, k, stored)
	if err != nil || stored.ID == 0 && len(parts) == 0 {
		return nil, err
	}
	return []string{place}, nil
}

// writePriority writes the file as it was imported, and on demand the players of the whitelist behind it.
func writePriority(ctx context.Context, g *generator, k *kind, f record.File, w io.Writer) (outcome, error) {
	skeleton, parts, err := g.priorities(ctx, k, f)
	if err != nil {
		return outcome{}, err
	}
	return printer[string](playerlist.WritePriority).sparing(w, skeleton, parts)
}

// priorities returns the layout of the stored file and what it is to hold.
func (g *generator) priorities(ctx context.Context, k *kind, stored record.File) (textfile.Skeleton, []textfile.Part[string], error) {
	file, err := playerlist.ParsePriority([]byte(textOf(stored.Content)))
	if err != nil {
		return textfile.Skeleton{}, nil, err
	}
	parts, err := g.queue(ctx, k, file)
	return file.Skeleton, parts, err
}

// queue returns what the file is to hold.
func (g *generator) queue(ctx context.Context, k *kind, file *textfile.File[string]) (parts []textfile.Part[string], err error) {
	var ids []string
	parts = file.Parts()
	for _, part := range parts {
		ids = append(ids, part.Value)
	}
	if !g.instance.includes(k.name) {
		return parts, nil
	}
	more, err := alsoFirst(ctx, g, ids)
	for _, id := range more {
		parts = append(parts, textfile.Part[string]{Slot: -1, Value: id})
	}
	return parts, err
}
