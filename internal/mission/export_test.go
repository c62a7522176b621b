package mission

import "quartermaster/internal/record"

// Faulty returns the service with a fault in steps of the work on files: identified, read, stored, listed, found, written and compared.
func (s *Service) Faulty(fault func(step string, kind Kind) error) *Service {
	faulty := *s
	faulty.cache, faulty.guard.fault = newFileCache(defaultMemory), fault
	return &faulty
}

// Remembered returns how many bytes are remembered of generated files, as far as that is known and as it is counted anew.
func (s *Service) Remembered() (known, counted int64) {
	for _, i := range s.cache.instances {
		for _, e := range i.kinds {
			counted += e.bytes()
		}
	}
	return s.cache.size, counted
}

// Recorded returns the kinds of files that hold records, with the resources of these; names of classes are none of them.
func Recorded() map[Kind][]*record.Resource {
	list := map[Kind][]*record.Resource{}
	for _, f := range kinds {
		k := f.info()
		if k.resource == nil {
			continue
		}
		list[k.name] = []*record.Resource{k.resource}
		for _, res := range k.from {
			if res.Scope == record.InInstance && res != record.InstanceClassnames && res != k.resource {
				list[k.name] = append(list[k.name], res)
			}
		}
	}
	return list
}

// OwnSentences are those that Sentence has beside those of the codecs.
var OwnSentences = sentences

// ForgetSettled makes imports compare all files with what is stored.
func (s *Service) ForgetSettled() { s.settled = new(settledFiles) }

// KeepsSettled returns how many files of an instance are remembered as settled.
func (s *Service) KeepsSettled(instance int64) int { return len(s.settled.get(instance).files) }
