package webtest

const (
	// MissionFolder is the mission of Chernarus below the root of a server, with the slash.
	MissionFolder = "mpmissions/dayzOffline.chernarusplus/"
	// SomeGlobals is a db/globals.xml with a comment and two values.
	SomeGlobals = "<variables>\n    <!-- ours -->\n    <var name=\"AnimalMaxCount\" type=\"0\" value=\"200\"/>\n    <var " +
		"name=\"ZombieMaxCount\" type=\"0\" value=\"900\"/>\n</variables>\n"
	// SomeZones is a file of territories below env.
	SomeZones = `<territory-type>
    <territory color="1">
        <zone name="InfectedCity" smin="0" smax="0" dmin="2" dmax="4" x="1.5" z="2" r="60"/>
    </territory>
</territory-type>
`
)

// WithGameFiles makes an instance with files below its mission folder.
func (b *Browser) WithGameFiles(files ...File) (instance string) {
	b.TB.Helper()
	instance = b.Instance("A")
	for i := range files {
		files[i].Name = MissionFolder + files[i].Name
	}
	b.Import(instance, nil, files...)
	return instance
}
