package pull_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"quartermaster/internal/pull"
	"quartermaster/internal/remote/remotetest"
	"quartermaster/internal/say"
	"quartermaster/internal/storetest"
)

// big is a file that takes several answers of a server, and is kept as it came.
const big = home + "init.c"

// TestInterruptedPulls goes over SFTP, through a proxy that cuts and stalls connections at several bytes: a pull that is interrupted
// imports nothing, or all, and the next run completes.
func TestInterruptedPulls(t *testing.T) {
	t.Parallel()
	storetest.Both(t, func(t *testing.T) {
		o := newOwner(t, map[string]string{types: typesOf(0, 20), big: "//"})
		at := remotetest.OpenSSH(t, o.dir)
		proxy := remotetest.NewProxy(t, at.Port)
		at.Host, at.Port = proxy.Host, proxy.Port
		o.at(at)
		o.pull(pull.Options{})
		for i, after := range []int64{100, 3_000, 6_000, 40_000, 400_000} {
			o.resumes(i, func() { proxy.CutAfter(after) }, proxy.Heal, 0)
			if after > 100_000 && !slices.ContainsFunc(o.offsets, func(offset int64) bool { return offset > 0 }) {
				t.Errorf("cut at %d: read from %v", after, o.offsets)
			}
			o.resumes(i, func() { proxy.StallAfter(after) }, proxy.Heal, 300*time.Millisecond)
			o.differs(pull.Options{})
		}
	})
}

// resumes changes files, and has them pulled while a fault happens. A pull that takes longer than a while, if that is not 0, is given up.
func (o owner) resumes(i int, fault, heal func(), while time.Duration) {
	o.t.Helper()
	was := o.nominal("AKM")
	o.write(types, typesOf(int(was)+1, 20))
	o.write(big, strings.Repeat("// a line of the mission\n", 20_000+i)+while.String())
	ctx, stop := o.t.Context(), func() {}
	if while > 0 {
		ctx, stop = context.WithTimeout(ctx, while)
	}
	defer stop()
	o.opened, o.offsets = nil, nil
	fault()
	_, err := o.Now(ctx, o.scope, pull.Options{}, func(int, int, say.Message) {})
	heal()
	if got := o.nominal("AKM"); err != nil && (got != was || while == 0) || err == nil && got != was+1 {
		o.t.Errorf("%d: AKM was %d and is %d after %v", i, was, got, err)
	}
	if while > 0 {
		o.pull(pull.Options{})
	}
	if got := o.nominal("AKM"); got != was+1 {
		o.t.Errorf("%d: AKM was %d and is %d", i, was, got)
	}
}
