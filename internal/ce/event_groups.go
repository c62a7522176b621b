package ce

// EventGroupNames returns the names of the groups of objects that events may place. The error is a
// *SyntaxError. Source: cfgeventgroups.xml.
func EventGroupNames(data []byte) ([]string, error) {
	t, err := parseDocument(string(data))
	if err != nil {
		return nil, err
	}
	var names []string
	for i := range t.all(0, "group") {
		if name := t.attrValue(i, "name"); name != "" {
			names = append(names, name)
		}
	}
	return names, nil
}
