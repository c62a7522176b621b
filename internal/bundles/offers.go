package bundles

import (
	"cmp"
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"quartermaster/internal/bundle"
	"quartermaster/internal/jsontree"
	"quartermaster/internal/store"
)

// mostPublic is how many bundles a user may make public.
const mostPublic = 20

// ours are the bundles that come with the program: a folder each, with bundle.json, and rows.json or steps.json or both.
//
//go:embed ours
var ours embed.FS

// Offer is a bundle that anybody here may install.
type Offer struct {
	SID, Name, Version, About, Licence string

	By        string // who has made it public; empty for one that comes with the program
	UserID    int64  // his id; 0 for one that comes with the program
	Size      int64  // bytes of the file; 0 for one that comes with the program
	CreatedAt int64  // microseconds since 1970; 0 for one that comes with the program
}

// own is a bundle that comes with the program.
type own struct {
	Offer
	manifest    bundle.Manifest
	rows, steps []any
}

// all reads the bundles that come with the program, by name. What is wrong with one is a mistake of the program.
var all = sync.OnceValue(func() []own {
	folders, err := fs.ReadDir(ours, "ours")
	if err != nil {
		panic(err)
	}
	var list []own
	for _, folder := range folders {
		one, err := readOwn(path.Join("ours", folder.Name()))
		if err != nil {
			panic(fmt.Sprint("bundles: ", folder.Name(), ": ", err))
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b own) int { return cmp.Compare(a.Name, b.Name) })
	return list
})

func readOwn(folder string) (o own, err error) {
	text, err := ours.ReadFile(path.Join(folder, "bundle.json"))
	if err != nil {
		return o, err
	}
	if o.manifest, err = bundle.ReadManifest(text); err != nil {
		return o, err
	}
	value, _ := jsontree.Parse(text) // which has just been read
	o.rows, o.steps = value.(*jsontree.Object).List("rows"), value.(*jsontree.Object).List("steps")
	m := o.manifest
	o.Offer = Offer{SID: value.(*jsontree.Object).Text("sid"), Name: m.Name, Version: m.Version, About: m.About, Licence: m.Licence}
	return o, nil
}

// Offers returns the bundles that come with the program, and then those that users have made public, each by name.
func (s *Service) Offers(ctx context.Context) ([]Offer, error) {
	var list []Offer
	for _, one := range all() {
		list = append(list, one.Offer)
	}
	public, err := s.db.PublicBundles(ctx)
	for _, b := range public {
		list = append(list, offerOf(b))
	}
	return list, err
}

func offerOf(b store.PublicBundle) Offer {
	return Offer{b.SID, b.Name, b.Version, b.About, b.Licence, b.Owner, b.UserID, b.Size, b.CreatedAt}
}

// Offered returns one of them with its file. It returns store.ErrNotFound.
func (s *Service) Offered(ctx context.Context, sid string) (Offer, File, error) {
	i := slices.IndexFunc(all(), func(o own) bool { return o.SID == sid })
	if i >= 0 {
		one := all()[i]
		file, err := s.pack(ctx, store.Scope{}, one.manifest, one.rows, one.steps)
		return one.Offer, file, err
	}
	b, err := s.db.PublicBundle(ctx, sid)
	return offerOf(b), File{fileName(bundle.Manifest{Name: b.Name, Version: b.Version}), b.Content}, err
}

// Publish makes a file public for a user, in the place of his own of the same name. It returns store.ErrFull where he has as many as he
// may.
func (s *Service) Publish(ctx context.Context, user int64, f File) (Offer, error) {
	b, err := bundle.Open(f.Data)
	if err != nil {
		return Offer{}, refused(err)
	}
	stored := store.PublicBundle{
		UserID: user, Name: b.Name, Version: b.Version, About: b.About, Licence: b.Licence, Content: f.Data,
	}
	if err := s.db.AddPublicBundle(ctx, &stored, mostPublic); err != nil {
		return Offer{}, err
	}
	stored, err = s.db.PublicBundle(ctx, stored.SID)
	return offerOf(stored), err
}

// Withdraw takes a public bundle back: of the user, or of anybody where he is an administrator. What was installed of it stays. It returns
// store.ErrNotFound.
func (s *Service) Withdraw(ctx context.Context, sid string, user int64) error {
	return s.db.DeletePublicBundle(ctx, sid, user)
}
