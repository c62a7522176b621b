package remote

import (
	"context"
	"fmt"
	"time"
)

const usualTimeout = 30 * time.Second

// New returns an opener for what the operator allows.
func New(o Options) Opener {
	if o.Timeout <= 0 {
		o.Timeout = usualTimeout
	}
	return opener{o}
}

type opener struct{ options Options }

// Open connects and signs in.
func (o opener) Open(ctx context.Context, t Target) (*Connection, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch t.Protocol {
	case SFTP:
		return o.openSFTP(ctx, t)
	case FTP, FTPS:
		return o.openFTP(ctx, t)
	case Folder:
		return openFolder(o.options.Folders, t.Dir)
	default:
		return nil, fmt.Errorf("there is no protocol %q", t.Protocol)
	}
}
