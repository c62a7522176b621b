package cli

import (
	"fmt"
	"strconv"
	"strings"

	"quartermaster/internal/account"
)

// planFlags set how much the plans let users store.
type planFlags struct {
	FreeLimits     planLimits `help:"Free plan: uploads, generated files, total size, instances (20,20,20MB,20)." placeholder:"N,N,SIZE,N"`
	PlatinumLimits planLimits `help:"The same for the platinum plan. Default: 1000,1000,1GiB,1000." placeholder:"N,N,SIZE,N"`
}

// plans returns the plans with the limits of the flags.
func (f planFlags) plans() []account.Plan {
	plans := account.Plans()
	for i := range plans {
		limits := map[string]planLimits{account.FreePlan: f.FreeLimits, account.PlatinumPlan: f.PlatinumLimits}[plans[i].Name]
		if limits.set {
			plans[i].MaxUploads, plans[i].MaxGenerates, plans[i].MaxBytes = limits.uploads, limits.generates, limits.bytes
		}
		if limits.set && limits.instances >= 0 {
			plans[i].MaxInstances = limits.instances
		}
	}
	return plans
}

// planLimits are the limits of one plan.
type planLimits struct {
	set                bool
	uploads, generates int
	bytes              int64
	instances          int // -1 for the default
}

// UnmarshalText reads a flag.
func (l *planLimits) UnmarshalText(text []byte) (err error) {
	parts := strings.Split(string(text), ",")
	if len(parts) != 3 && len(parts) != 4 {
		return fmt.Errorf("%q is not of the form uploads,generated,size or uploads,generated,size,instances, such as 20,20,20MB,20", text)
	}
	if l.uploads, err = parseCount(parts[0]); err != nil {
		return err
	}
	if l.generates, err = parseCount(parts[1]); err != nil {
		return err
	}
	if l.bytes, err = parseSize(parts[2]); err != nil {
		return err
	}
	l.set, l.instances = true, -1
	if len(parts) == 4 {
		l.instances, err = parseCount(parts[3])
	}
	return err
}

func parseCount(text string) (int, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%q is not a number of files or instances", text)
	}
	return int(n), nil
}

// sizeUnits are the units of sizes in bytes, a longer one before one that ends it.
var sizeUnits = []struct {
	name  string
	bytes int64
}{{"MiB", 1 << 20}, {"GiB", 1 << 30}, {"MB", 1_000_000}, {"GB", 1_000_000_000}, {"B", 1}, {"", 1}}

func parseSize(text string) (int64, error) {
	text = strings.TrimSpace(text)
	for _, unit := range sizeUnits {
		digits, found := strings.CutSuffix(text, unit.name)
		if !found {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 32)
		if err == nil && n >= 0 {
			return n * unit.bytes, nil
		}
	}
	return 0, fmt.Errorf("%q is not a size, such as 20MB or 1GiB", text)
}
