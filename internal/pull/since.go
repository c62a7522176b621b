package pull

import (
	"context"
	"io"

	"quartermaster/internal/delivery"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
)

// maxSince is how many records that differ a result lists.
const maxSince = 1000

// bases returns, of the files that are taken, the versions with which both sides have begun, by path.
func (p *run) bases(ctx context.Context, taken []*file) (map[string]mission.Base, error) {
	list := map[string]mission.Base{}
	for _, f := range taken {
		if !f.isShared || p.options.Mode != mission.Update {
			continue
		}
		text, err := delivery.CommonContent(ctx, p.DB, p.scope, f.Generated, f.common.SHA256)
		if err != nil {
			return nil, err
		}
		list[f.Generated] = mission.Base{Kind: kindOf(f.common), SHA256: f.common.SHA256, Content: text}
	}
	return list, nil
}

func kindOf(c delivery.Common) mission.BaseKind {
	if c.Fetched {
		return mission.UpdateBase
	}
	return mission.DeliveredBase
}

// compareSince notes in the differences of a dry run what was changed on the server.
func (p *run) compareSince(ctx context.Context, taken []*file) error {
	left := maxSince
	for _, f := range taken {
		d := p.difference(f)
		if d.Status == OnlyThere {
			continue
		}
		changes, err := p.changesOn(ctx, f)
		if err != nil {
			return err
		}
		d.Since, d.Omitted = changes[:min(len(changes), left)], max(0, len(changes)-left)
		left -= len(d.Since)
	}
	return nil
}

// changesOn returns what was changed on the server in a file; nothing where that cannot be told.
func (p *run) changesOn(ctx context.Context, f *file) ([]record.Difference, error) {
	before, err := delivery.CommonContent(ctx, p.DB, p.scope, f.Generated, f.base())
	if err != nil || before == nil {
		return nil, err
	}
	after, err := p.content(f)
	if err != nil {
		return nil, err
	}
	changes, err := mission.Changes(f.Generated, before, after)
	if err != nil {
		return nil, nil //nolint:nilerr // a file that cannot be read has no records; the import says why
	}
	return changes, nil
}

// content returns what was fetched of a file.
func (p *run) content(f *file) ([]byte, error) {
	spool := p.spools[f.Generated]
	return io.ReadAll(io.NewSectionReader(spool, 0, spool.Size()))
}

// difference returns that of a file that differs.
func (p *run) difference(f *file) *Difference {
	for i := range p.result.Differences {
		if p.result.Differences[i].Path == f.Generated {
			return &p.result.Differences[i]
		}
	}
	return nil
}
