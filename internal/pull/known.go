package pull

import (
	"context"
	"strings"

	"quartermaster/internal/mission"
	"quartermaster/internal/remote"
	"quartermaster/internal/store"
	"quartermaster/internal/target"
)

// own is what the instance has of a file.
type own struct {
	path             string
	sha256, original string // as written, and as last imported
}

func fold(path string) string { return strings.ToLower(path) }

// generated returns the files that the instance writes, by their paths in small letters.
func (p *run) generated(ctx context.Context) (map[string]own, error) {
	leave, err := p.Stored.Making(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	files, err := p.Missions.Generate(ctx, p.scope)
	if err != nil {
		return nil, err
	}
	list := map[string]own{}
	for _, f := range files {
		original, _ := f.Original()
		is := own{path: f.Path, original: original}
		if f.State != mission.Unwritten {
			is.sha256 = f.SHA256
		}
		list[fold(f.Path)] = is
	}
	return list, nil
}

// states holds how files were listed when they were last read, and their digests, by generated paths.
type states map[string]state

type state struct {
	bytes, modified int64
	sha256          string
}

func stateOf(f target.File) state { return state{bytes: f.Size, modified: f.Modified.UnixMicro()} }

// digest returns the digest of a file that is listed as it was when it was last read, else "".
func (s states) digest(f target.File) string {
	is, was := stateOf(f), s[fold(f.Generated)]
	if is.bytes != was.bytes || is.modified != was.modified {
		return ""
	}
	return was.sha256
}

func (p *run) lastRead(ctx context.Context) (states, error) {
	rows, err := p.DB.Query(ctx, `SELECT path, bytes, modified, sha256 FROM server_files WHERE instance_id = $1 AND server = $2`,
		p.scope.InstanceID, p.server)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	list := states{}
	for rows.Next() {
		var path string
		var s state
		if err := rows.Scan(&path, &s.bytes, &s.modified, &s.sha256); err != nil {
			return nil, err
		}
		list[path] = s
	}
	return list, rows.Err()
}

// remember keeps the digests of files that were read, with how they are listed. Those that are not settled will be read again.
func (p *run) remember(ctx context.Context, read []*file) error {
	const text = `INSERT INTO server_files (instance_id, path, bytes, modified, sha256, server) VALUES ($1, $2, $3, $4, $5, $6)
		ON CONFLICT (instance_id, path) DO UPDATE SET bytes = excluded.bytes, modified = excluded.modified, sha256 = excluded.sha256,
			server = excluded.server`
	return p.DB.Tx(ctx, func(tx *store.Tx) error {
		for _, f := range read {
			if !remote.Settled(f.Modified, p.listed) {
				continue
			}
			s := stateOf(f.File)
			if _, err := tx.Exec(ctx, text, p.scope.InstanceID, fold(f.Generated), s.bytes, s.modified, f.digest, p.server); err != nil {
				return err
			}
		}
		return nil
	})
}
