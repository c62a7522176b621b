package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestChangeLayer changes what people say of a layer, and nothing for what is not understood.
func TestChangeLayer(t *testing.T) {
	t.Parallel()
	f := furnish(t, start(t).user(t), "Changed").further()
	at := "/api/v1/instances/" + f.instance + "/layers"
	layer := at + "/" + strings.Trim(f.must(t, 201, "POST", at, fmt.Sprintf(newLayer, "Winter", "Winter")).at("data.sid"), `"`)
	f.must(t, 200, "PATCH", layer, `{"name":"Spring","note":"From March on","colour":"#33cc66"}`)
	f.must(t, 200, "PATCH", layer, `{"colour":null}`)
	f.get(t, layer).expect(t, 200, "data.name", `"Spring"`, "data.note", `"From March on"`, "data.colour", "null", "data.rows_count", "1")
	for _, body := range []string{`{}`, `{"name":""}`, `{"name":5}`, `{"colour":"green"}`, `{"changes":5}`} {
		f.must(t, http.StatusUnprocessableEntity, "PATCH", layer, body)
	}
	f.must(t, http.StatusNotFound, "PATCH", at+"/0000000000", `{}`)
	f.get(t, layer).expect(t, 200, "data.name", `"Spring"`)
}
