package catalog_test

import (
	"testing"

	"quartermaster/internal/catalog"
	"quartermaster/internal/mission"
	"quartermaster/internal/record"
	"quartermaster/internal/store"
	"quartermaster/internal/storetest"
)

func TestImportWorkshop(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	service := catalog.New(db)
	answer := []byte(`{"response":{"publishedfiledetails":[
		{"publishedfileid":"1","title":"Old"},
		{"publishedfileid":"x","title":"No id"}, {"publishedfileid":"3","title":" "},
		{"publishedfileid":"1","title":" Expansion: \u0000\"Licensed\"  Pack ","file_description":"Long","short_description":"Short",` +
		`"subscriptions":3000000000}]}}`)
	report, err := service.ImportWorkshop(t.Context(), "answer.json", answer)
	if err != nil || report.Status != mission.Imported || report.Created != 1 || len(report.Warnings) != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	rows, err := db.All(t.Context(), record.WorkshopMods, store.Scope{}, "")
	if err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	var mod record.WorkshopMod
	record.WorkshopMods.Decode(rows[0], &mod)
	if mod.Name != "Expansion Licensed Pack" || mod.Title != `Expansion: "Licensed"  Pack` || mod.Description != "Long" ||
		mod.Subscriptions != 3000000000 {
		t.Errorf("%+v", mod)
	}
}
