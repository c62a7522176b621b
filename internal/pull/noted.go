package pull

import (
	"context"

	"quartermaster/internal/delivery"
	"quartermaster/internal/mission"
)

// noteShared stores what the instance and the server have in common now: the files that were the same already, and those that were
// imported, from which later changes of both sides are told apart.
func (p *run) noteShared(ctx context.Context, taken []*file) error {
	list := p.alike()
	originals, err := p.originals(ctx)
	if err != nil {
		return err
	}
	for i, f := range taken {
		if p.result.Import.Files[i].Status != mission.Imported {
			continue
		}
		one := fetched(f, originals[fold(f.Generated)])
		if one.Common.Original != f.digest { // imported only in part
			if one.Content, err = p.content(f); err != nil {
				return err
			}
		}
		list = append(list, one)
	}
	if len(list) == 0 {
		return nil
	}
	return delivery.NoteFetched(ctx, p.DB, p.scope, p.server, list)
}

// alike returns the files that are the same on both sides, as far as that is not noted yet.
func (p *run) alike() (list []delivery.Fetched) {
	for i := range p.files {
		f := &p.files[i]
		noted := f.common.SHA256 == f.digest && f.isAsNoted()
		if f.status() == "" && f.generated == f.original && !noted {
			list = append(list, fetched(f, f.original))
		}
	}
	return list
}

func fetched(f *file, original string) delivery.Fetched {
	is := stateOf(f.File)
	return delivery.Fetched{
		Path: f.Generated, Common: delivery.Common{SHA256: f.digest, Original: original, Bytes: is.bytes, Modified: is.modified},
	}
}

// originals returns the digests of the last imports by path.
func (p *run) originals(ctx context.Context) (map[string]string, error) {
	files, err := p.Missions.Files(ctx, p.scope)
	list := map[string]string{}
	for _, f := range files {
		list[fold(f.Path)], _ = f.Original()
	}
	return list, err
}
