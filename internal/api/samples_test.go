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
