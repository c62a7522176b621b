package webtest

import (
	"context"
	"slices"

	"quartermaster/internal/record"
)

// ArmedInstance makes an instance with two types, of which AKM is a weapon above 10.
func ArmedInstance(b *Browser) (instance, types string) {
	b.TB.Helper()
	instance = b.Instance("Livonia & <Hardcore>")
	b.Import(instance, nil, File{"db/types.xml", TypesXML}).Status(200)
	return instance, instance + "/types"
}

// TypeCalled returns what is stored of a type.
func (b *Browser) TypeCalled(instance, name string) record.Row {
	b.TB.Helper()
	rows, err := b.DB.All(context.Background(), record.Types, b.Scope(instance), "")
	i := slices.IndexFunc(rows, func(row record.Row) bool { return record.Types.TitleOf(row) == name })
	if err != nil || i < 0 {
		b.TB.Fatal(name, err)
	}
	return rows[i]
}

// Nominal returns the nominal of a type, by its name.
func (b *Browser) Nominal(instance, name string) any {
	b.TB.Helper()
	return b.TypeCalled(instance, name)[record.Types.Index("nominal")]
}
