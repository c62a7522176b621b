package mission

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"quartermaster/internal/record"
	"quartermaster/internal/trader"
)

// storeTrader updates the traders to match the lines of the file, and those of the files that continue it.
func (im *importer) storeTrader(ctx context.Context, config *trader.Config) error {
	files, err := im.filesOf(ctx, Kind(trader.ConfigFile))
	if err != nil {
		return err
	}
	text, err := im.traderText(ctx, files)
	if err != nil {
		return err
	}
	next, err := im.textWith(files, config)
	if err != nil {
		return err
	}
	open := text.openAfter(next.before(im.rel))
	p, err := im.storeConfig(ctx, text, config.File, open)
	if err != nil || p.stays {
		return err
	}
	if !p.keep {
		if err := im.reparentFollowing(ctx, files, text, next, open.after(p.fresh)); err != nil {
			return err
		}
	}
	if im.mode.replaces() {
		p.gone = p.rest
	}
	if err := im.removeLines(ctx, files, p.gone); err != nil {
		return err
	}
	return im.linkObjects(ctx, text)
}

// traderText returns the trader's files as they are stored.
func (im *importer) traderText(ctx context.Context, files []record.File) (*traderText, error) {
	text := newTraderText(files)
	return text, text.add(func(res *record.Resource) ([]record.Row, error) {
		rows, err := im.All(ctx, res, "")
		sortBySlot(res, rows)
		return rows, err
	})
}

// textWith returns the order of the files including the imported one, without lines.
func (im *importer) textWith(files []record.File, config *trader.Config) (*traderText, error) {
	skeleton, err := json.Marshal(config.Skeleton)
	if err != nil {
		return nil, err
	}
	file := record.File{Path: im.rel, Skeleton: new(string(skeleton))}
	files = slices.Clone(files)
	if i := slices.IndexFunc(files, func(f record.File) bool { return strings.EqualFold(f.Path, im.rel) }); i >= 0 {
		files[i] = file
		return newTraderText(files), nil
	}
	return newTraderText(append(files, file)), nil
}

// removeLines deletes stored lines with all that belongs to them.
func (im *importer) removeLines(ctx context.Context, files []record.File, rest []*traderLine) error {
	if len(rest) == 0 {
		return nil
	}
	text, err := im.traderText(ctx, files)
	if err != nil {
		return err
	}
	gone := text.withAll(rest)
	im.report.Deleted += len(gone)
	return im.deleteLines(ctx, gone)
}

// deleteLines deletes the records of lines, items before what they belong to.
func (im *importer) deleteLines(ctx context.Context, lines []*traderLine) error {
	for kind := trader.Item; kind >= trader.Currency; kind-- {
		if err := im.DeleteAll(ctx, traderResources[kind], rowsOf(lines, kind)); err != nil {
			return err
		}
	}
	return nil
}
