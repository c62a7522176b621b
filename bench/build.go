package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// programs are the paths of what is measured.
type programs struct{ service, bare string }

// build compiles both programs in the way of a release.
func build(ctx context.Context, dir string) (programs, error) {
	p := programs{filepath.Join(dir, "quartermaster"), filepath.Join(dir, "bare")}
	if err := compile(ctx, p.service, "..", "./cmd/quartermaster"); err != nil {
		return p, err
	}
	return p, compile(ctx, p.bare, ".", "./bare")
}

// compile builds the program at source, a path within the module at module.
func compile(ctx context.Context, program, module, source string) error {
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-tags", "nethttpomithttp2", "-ldflags", "-s -w", "-o", program, source)
	cmd.Dir = module
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", source, err, out)
	}
	return nil
}

func sizeOf(path string) (int64, error) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// quartermaster runs a command of the service's program and returns what it prints.
func (p programs) quartermaster(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, p.service, args...)
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("quartermaster %s: %w\n%s", strings.Join(args[:2], " "), err, complaint.String())
	}
	return strings.TrimSpace(string(out)), nil
}
