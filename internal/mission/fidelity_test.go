package mission_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

// genuine returns a file of the game, which is not part of the project.
func genuine(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", filepath.FromSlash(name)))
	if err != nil {
		t.Skipf("the game's own files are not here: %v", err)
	}
	return data
}

func TestGenuineFilesComeBackByteForByte(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"vanilla-ce/chernarusplus/db/types.xml", "vanilla-ce/chernarusplus/db/events.xml",
		"vanilla-ce/chernarusplus/cfgeconomycore.xml", "vanilla-ce/chernarusplus/cfglimitsdefinition.xml",
		"vanilla-ce/chernarusplus/cfglimitsdefinitionuser.xml", "vanilla-ce/enoch/db/types.xml",
		"vanilla-ce/enoch/db/events.xml", "vanilla-ce/enoch/cfgeconomycore.xml",
		"community-ce/eschuderer/mods_ce/crow_custom_types.xml", "community-ce/eschuderer/mods_ce/rag_landrover_110_events.xml",
		"community-ce/eschuderer/mods_ce/rag_landrover_110_types.xml", "community-ce/eschuderer/mods_ce/CarCover_types.xml",
		"community-ce/eschuderer/cfgeconomycore.xml", "community-ce/omniv1/mod_optics_types.xml",
		"community-ce/omniv1/loot_boost_types.xml", "community-ce/omniv1/cfgeconomycore.rostow.xml",
		"community-ce/omniv1/cfgeconomycore.alteria.xml",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data := genuine(t, name)
			db := storetest.Open(t)
			scope, _ := storetest.Instance(t, db, storetest.User(t, db))
			service := mission.New(db)
			for range 2 {
				reports, err := service.Import(context.Background(), scope, []mission.Upload{{Path: filepath.Base(name), Data: data}}, mission.Merge)
				if err != nil {
					t.Fatal(err)
				}
				if reports[0].Status != mission.Imported {
					t.Fatalf("report: %+v", reports[0])
				}
				file, err := service.GenerateFile(context.Background(), scope, reports[0].Path)
				if err != nil {
					t.Fatal(err)
				}
				if content := contentOf(t, file); !bytes.Equal(content, data) {
					t.Fatalf("%s came back changed (%d bytes, %d before)", reports[0].Path, len(content), len(data))
				}
			}
		})
	}
}
