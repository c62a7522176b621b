package mission

// Faulty returns the service with a fault in steps of the work on files: identified, read, stored, listed, found, written and compared.
func (s *Service) Faulty(fault func(step string, kind Kind) error) *Service {
	faulty := *s
	faulty.cache, faulty.guard.fault = newFileCache(), fault
	return &faulty
}
