package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// listedTypes is how many types the instance has that requests are about.
const listedTypes = 1000

// fixture is two data folders with the same rows: a user with a token and one instance.
type fixture struct {
	service, bare   string // folders
	token, instance string
}

// newFixture fills a folder by means of the service's commands, and copies it for the bare handler.
func newFixture(ctx context.Context, dir string, p programs) (fixture, error) {
	f := fixture{service: filepath.Join(dir, "service"), bare: filepath.Join(dir, "copy")}
	if err := f.fill(ctx, p, filepath.Join(dir, "types.xml"), listedTypes); err != nil {
		return f, err
	}
	return f, os.CopyFS(f.bare, os.DirFS(f.service))
}

// fill makes a user, an instance and so many types.
func (f *fixture) fill(ctx context.Context, p programs, file string, types int) error {
	return f.fillFor(ctx, p, "bench@example.org", file, types)
}

// fillFor is fill for a user with an e-mail address of his own.
func (f *fixture) fillFor(ctx context.Context, p programs, email, file string, types int) error {
	if _, err := p.quartermaster(ctx, "user", "add", "--data", f.service, "--email", email, "--name", "Bench", "--password",
		"bench bench bench", "--plan", "platinum"); err != nil {
		return err
	}
	var err error
	if f.token, err = p.quartermaster(ctx, "token", "new", "--data", f.service, "--email", email); err != nil {
		return err
	}
	if f.instance, err = p.quartermaster(ctx, "instance", "add", "--data", f.service, "--email", email, "--name", "Bench", "--map",
		"chernarusplus"); err != nil {
		return err
	}
	if err := os.WriteFile(file, sampleTypes(types), 0o600); err != nil {
		return err
	}
	told, err := p.quartermaster(ctx, "import", "--data", f.service, "--instance", f.instance, file)
	if err == nil && !strings.Contains(told, fmt.Sprintf("%d created", types)) {
		err = errors.New("the import of the sample types told: " + told)
	}
	return err
}

// sampleTypes writes a types file of n entries as the game's own look.
func sampleTypes(n int) []byte {
	categories := []string{"weapons", "clothes", "food", "tools", "containers"}
	usages := []string{"Military", "Police", "Town", "Village", "Industrial", "Farm", "Coast"}
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n<types>\n")
	for i := range n {
		fmt.Fprintf(&b, sampleEntry, i, 5+i%40, 3600*(1+i%12), 300*(i%7), 2+i%20,
			categories[i%len(categories)], usages[i%len(usages)], usages[(i+2)%len(usages)], 1+i%4, 1+(i+1)%4)
	}
	b.WriteString("</types>\n")
	return []byte(b.String())
}

const sampleEntry = `    <type name="SampleClass_%d">
        <nominal>%d</nominal>
        <lifetime>%d</lifetime>
        <restock>%d</restock>
        <min>%d</min>
        <quantmin>-1</quantmin>
        <quantmax>-1</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>
        <category name="%s"/>
        <usage name="%s"/>
        <usage name="%s"/>
        <value name="Tier%d"/>
        <value name="Tier%d"/>
    </type>
`
