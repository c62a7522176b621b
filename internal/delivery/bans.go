package delivery

import (
	"context"
	"path"
	"slices"
	"strings"
)

// banLists are the names of the files that a running server reads when it is told to.
var banLists = []string{"ban.txt", "bans.txt"}

// loadBans has the game server read its bans again where a delivery has changed them. The delivery is done even if that fails: the game
// reads them at its next start.
func (s *Service) loadBans(ctx context.Context, d *Delivery) {
	files, err := s.filesOf(ctx, `WHERE delivery_id = $1`, d.id)
	if err == nil && slices.ContainsFunc(files, SentFile.changesBans) {
		err = s.Game.LoadBans(ctx, d.scope)
	}
	if err != nil {
		s.Logger.WarnContext(ctx, "the game server was not told of its new bans", "delivery", d.SID, "error", err)
	}
}

func (f SentFile) changesBans() bool {
	return (f.Status == Sent || f.Status == Deleted) && slices.Contains(banLists, strings.ToLower(path.Base(f.Path)))
}
