package mission

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
