package delivery

import (
	"context"
	"path"
)

// postpone leaves it to the next listing to show that a renamed file is the new one.
func (r *run) postpone(it *item) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.unsure = append(r.unsure, it)
}

// confirmListed notes renamed files as sent that the server lists with their new size, which the ones before had not. It lists each folder
// once, in place of a question for each file. All others are read.
func (r *run) confirmListed(ctx context.Context) error {
	r.mu.Lock()
	list := r.unsure
	r.unsure = nil
	r.mu.Unlock()
	t := newTree(r.link)
	for _, it := range list {
		it.unsure = false
		if t.lists(ctx, it) {
			r.note(it, Sent, nil)
		} else if err := r.sendOne(ctx, it); err != nil {
			return err
		}
	}
	return nil
}

// lists reports whether the server lists a file with the size that it is to have.
func (t *tree) lists(ctx context.Context, it *item) bool {
	_, entry, err := t.find(ctx, it.remote)
	return err == nil && entry != nil && entry.Name == path.Base(it.remote) && entry.Size == it.want.bytes
}
