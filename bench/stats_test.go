package main

import (
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		values []float64
		want   float64
	}{
		"one":        {[]float64{7}, 7},
		"odd":        {[]float64{9, 1, 5}, 5},
		"even":       {[]float64{4, 1, 3, 2}, 2.5},
		"same":       {[]float64{2, 2, 2, 2}, 2},
		"one is off": {[]float64{1, 1, 1000}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := median(c.values); got != c.want {
				t.Errorf("median(%v) = %v, want %v", c.values, got, c.want)
			}
		})
	}
}

func TestMedianLeavesItsValuesInOrder(t *testing.T) {
	t.Parallel()
	values := []float64{3, 1, 2}
	median(values)
	if values[0] != 3 || values[1] != 1 || values[2] != 2 {
		t.Errorf("the values are %v now", values)
	}
}

func TestSpread(t *testing.T) {
	t.Parallel()
	if got, want := spreadOf([]float64{0.9, 1.2, 0.8}), (spread{0.9, 0.8, 1.2}); got != want {
		t.Errorf("spread %v, want %v", got, want)
	}
}

func TestPercentile(t *testing.T) {
	t.Parallel()
	hundred := make([]time.Duration, 100)
	for i := range hundred {
		hundred[i] = time.Duration(i + 1)
	}
	for name, c := range map[string]struct {
		sorted []time.Duration
		p      int
		want   time.Duration
	}{
		"half of a hundred":     {hundred, 50, 50},
		"99 of a hundred":       {hundred, 99, 99},
		"all of a hundred":      {hundred, 100, 100},
		"none of a hundred":     {hundred, 0, 1},
		"half of three":         {[]time.Duration{1, 2, 3}, 50, 2},
		"99 of three":           {[]time.Duration{1, 2, 3}, 99, 3},
		"half of two":           {[]time.Duration{1, 2}, 50, 1},
		"99 of only one":        {[]time.Duration{4}, 99, 4},
		"99 of 101 is rank 100": {append(hundred[:100:100], 101), 99, 100},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := percentile(c.sorted, c.p); got != c.want {
				t.Errorf("percentile %d = %d, want %d", c.p, got, c.want)
			}
		})
	}
}

func TestRatiosCompareRoundByRound(t *testing.T) {
	t.Parallel()
	work, measure := []time.Duration{30, 10, 40}, []time.Duration{10, 10, 10}
	if got, want := ratios(work, measure), (spread{3, 1, 4}); got != want {
		t.Errorf("ratios %v, want %v", got, want)
	}
}

func TestTheServiceIsComparedRoundByRound(t *testing.T) {
	t.Parallel()
	bare := &side{rates: []float64{100, 100, 100}}
	r := result{sides: []*side{{rates: []float64{90, 50, 110}}, bare}}
	if got, want := r.beside(bare), (spread{0.9, 0.5, 1.1}); got != want {
		t.Errorf("ratio %v, want %v", got, want)
	}
}
