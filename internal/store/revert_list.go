package store

// listed returns what a plan does to its first records, as changes.
func listed(plan []*restoration) (list []Change, err error) {
	for _, p := range plan {
		parts := [][]changeRow{changesOf(p.res, p.before, p.after), changesOf(p.res, nil, p.insert), changesOf(p.res, p.remove, nil)}
		for _, part := range parts {
			for _, c := range part {
				if len(list) == mostListed {
					return list, nil
				}
				told := Change{Resource: p.res.Name, SID: p.res.SID(c.row), Title: p.res.TitleOf(c.row)}
				told.Before, _ = c.before.(string)
				told.After, _ = c.after.(string)
				if p.res.Document() != nil {
					if err := told.tellDocument(p.res); err != nil {
						return nil, err
					}
				}
				list = append(list, told)
			}
		}
	}
	return list, nil
}
