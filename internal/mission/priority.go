package mission

import (
	"context"
	"io"

	"quartermaster/internal/playerlist"
	"quartermaster/internal/record"
	"quartermaster/internal/textfile"
)

// priorityKind is the kind of priority.txt, which lists who goes first in the queue of a full server. It is stored as text, without
// records.
type priorityKind struct{ kindInfo }

var priority = &priorityKind{kindInfo{name: Priority, label: "queue priority", main: "/priority.txt"}}

func (k *priorityKind) read(data []byte) (storeFunc, error) {
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

// paths returns the path if the file was imported or has players on demand.
func (k *priorityKind) paths(ctx context.Context, g *generator) ([]string, error) {
	rel := g.mainPath(&k.kindInfo)
	stored := g.stored(&k.kindInfo, rel)
	_, parts, err := k.parts(ctx, g, stored)
	if err != nil || stored.ID == 0 && len(parts) == 0 {
		return nil, err
	}
	return []string{rel}, nil
}

// write writes the imported file, followed on demand by the players of the whitelist.
func (k *priorityKind) write(ctx context.Context, g *generator, f record.File, w io.Writer) (outcome, error) {
	skeleton, parts, err := k.parts(ctx, g, f)
	if err != nil {
		return outcome{}, err
	}
	return printer[string](playerlist.WritePriority).writeFitting(w, skeleton, parts)
}

// parts returns the skeleton and the parts of the file to write.
func (k *priorityKind) parts(ctx context.Context, g *generator, stored record.File) (textfile.Skeleton, []textfile.Part[string], error) {
	file, err := playerlist.ParsePriority([]byte(textOf(stored.Content)))
	if err != nil {
		return textfile.Skeleton{}, nil, err
	}
	parts := file.Parts()
	if !g.instance.includes(k.name) {
		return file.Skeleton, parts, nil
	}
	listed := make([]string, len(parts))
	for i, part := range parts {
		listed[i] = part.Value
	}
	more, err := alsoFirst(ctx, g, listed)
	for _, id := range more {
		parts = append(parts, textfile.Part[string]{Slot: -1, Value: id})
	}
	return file.Skeleton, parts, err
}
