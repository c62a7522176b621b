package webtest

import (
	"quartermaster/internal/record"
)

// Furnish makes an instance with what files bring.
func Furnish(b *Browser) string {
	instance := b.Instance("Livonia & <Hardcore>")
	b.Import(instance, map[string]string{"mode": "merge"}, File{"types.xml", TypesXML}, File{"events.xml", EventsXML}).Status(200)
	b.Add(instance, record.InstanceClassnames, record.Values{"name": "Sur<name>"})
	return instance
}

// TypesXML is a types.xml with a few types.
const TypesXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<types>
    <type name="AKM">
        <nominal>20</nominal>
        <lifetime>28800</lifetime>
        <restock>0</restock>
        <min>10</min>
        <quantmin>-1</quantmin>
        <quantmax>-1</quantmax>
        <cost>100</cost>
        <flags count_in_cargo="0" count_in_hoarder="0" count_in_map="1" count_in_player="0" crafted="0" deloot="0"/>
        <category name="weapons"/>
        <usage name="Military"/>
        <usage name="Coast"/>
        <value name="Tier4"/>
    </type>
    <type name="Apple">
        <lifetime>5400</lifetime>
        <usage name="Farm"/>
    </type>
</types>
`

// EventsXML is an events.xml with a few events.
const EventsXML = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<events>
    <event name="VehicleHatchback">
        <nominal>8</nominal>
        <min>5</min>
        <max>11</max>
        <lifetime>300</lifetime>
        <restock>0</restock>
        <saferadius>500</saferadius>
        <distanceradius>500</distanceradius>
        <cleanupradius>200</cleanupradius>
        <flags deletable="0" init_random="0" remove_damaged="1"/>
        <position>fixed</position>
        <limit>mixed</limit>
        <active>1</active>
        <children>
            <child lootmax="0" lootmin="0" max="5" min="3" type="Hatchback"/>
            <child lootmax="0" lootmin="0" max="4" min="2" type="Hatchback_Blue"/>
        </children>
    </event>
</events>
`
