package api_test

import "testing"

// A file that cannot be read is kept, told with its line wherever files are told, and becomes records once it is mended.
func TestABrokenFileIsKept(t *testing.T) {
	t.Parallel()
	s := start(t)
	c := s.user(t)
	instance, _ := c.instance(t)
	files := instance + "/files"
	const broken = "<types>\n    <type name=\"A\">\n    </typ>\n</types>\n"
	const reason = `"line 3: </type> expected, found </typ>"`
	c.upload(t, files+"?dry_run=1", upload{"types.xml", broken}).expect(t, 422, "data.files.0.kept", "true")
	c.get(t, files).expect(t, 200, "data.1", "absent")
	c.upload(t, files, upload{"types.xml", broken}).expect(t, 422, "data.files.0.status", `"failed"`, "data.files.0.error", reason,
		"data.files.0.kept", "true",
		"data.files.0.path", `"`+main+`db/types.xml"`, "data.files.0.uploaded", `"types.xml"`)
	c.get(t, files).expect(t, 200, "data.1.path", `"`+main+`db/types.xml"`, "data.1.kind", `"types"`, "data.1.broken", "true", "data.1.line",
		"3",
		"data.1.error", reason, "data.1.state", `"unchanged"`, "data.1.sha256", `"`+digest(broken)+`"`, "data.0.broken", "false", "data.0.line",
		"null")
	c.get(t, files+"/"+main+"db/types.xml").exactly(t, 200, broken)
	c.get(t, instance+"/lint").expect(t, 200, "data.0.rule", `"broken-file"`, "data.0.severity", `"error"`, "data.0.resource", `"files"`,
		"data.0.name", `"`+main+`db/types.xml"`)
	c.upload(t, files, upload{"types.xml", oneType}).expect(t, 200, "data.files.0.status", `"imported"`, "data.files.0.created", "1",
		"data.files.0.kept", "false")
	c.get(t, files).expect(t, 200, "data.1.broken", "false", "data.1.error", "null")
	c.upload(t, files, upload{"types.xml", broken}).expect(t, 422, "data.files.0.kept", "false", "data.files.0.warnings.0",
		`"what was stored of this file before is kept"`)
	c.get(t, files+"/"+main+"db/types.xml").exactly(t, 200, oneType)
	c.get(t, instance+"/types").expect(t, 200, "meta.total", "1")
}
