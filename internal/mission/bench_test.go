package mission_test

import (
	"context"
	"testing"

	"quartermaster/internal/mission"
	"quartermaster/internal/storetest"
)

func BenchmarkImportVanillaTypes(b *testing.B) {
	data := genuine(b, "vanilla-ce/chernarusplus/db/types.xml")
	db := storetest.Open(b)
	user := storetest.User(b, db)
	service := mission.New(db)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		b.StopTimer()
		scope, _ := storetest.Instance(b, db, user)
		b.StartTimer()
		if _, err := service.Import(context.Background(), scope, []mission.Upload{{Path: "types.xml", Data: data}},
			mission.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGenerateVanilla makes the file anew each time, with nothing remembered.
func BenchmarkGenerateVanilla(b *testing.B) {
	data := genuine(b, "vanilla-ce/chernarusplus/db/types.xml")
	db := storetest.Open(b)
	scope, _ := storetest.Instance(b, db, storetest.User(b, db))
	if _, err := mission.New(db).Import(context.Background(), scope, []mission.Upload{{Path: "types.xml", Data: data}},
		mission.Options{}); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := mission.New(db).Generate(context.Background(), scope); err != nil {
			b.Fatal(err)
		}
	}
}
