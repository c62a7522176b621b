package remotetest

import "testing"

// TestARowOfPortsIsOneTestsAlone: nobody gets ports that a test of another process has taken and not yet opened.
func TestARowOfPortsIsOneTestsAlone(t *testing.T) {
	first := freePorts(t)
	portRow.Add(-1) // as another process would count
	if second := freePorts(t); second == first {
		t.Errorf("port %d was given out twice", first)
	}
}
