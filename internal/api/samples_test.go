package api_test

// Bodies with what is required and nothing more.
const minimalEvent = `{"name":"LootTest","nominal":1,"min":0,"max":2,"lifetime":60}`

// Files of the game in the shape that it writes.
const oneType = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<types>
    <type name="AK101">
        <nominal>5</nominal>
        <lifetime>28800</lifetime>
        <usage name="Military"/>
    </type>
</types>
`

const oneEvent = `<?xml version="1.0" encoding="UTF-8" standalone="yes" ?>
<events>
    <event name="StaticX">
        <nominal>3</nominal>
        <children>
            <child lootmax="5" lootmin="0" max="1" min="1" type="Wreck"/>
        </children>
    </event>
</events>
`
