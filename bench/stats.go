package main

import (
	"slices"
	"time"
)

// spread is the middle and the ends of some measurements.
type spread struct{ median, min, max float64 }

// spreadOf returns the spread of at least one value.
func spreadOf(values []float64) spread {
	return spread{median(values), slices.Min(values), slices.Max(values)}
}

// median returns the middle value, or the mean of both where there are two; values stay as they are.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

func medianTime(values []time.Duration) time.Duration {
	numbers := make([]float64, len(values))
	for i, v := range values {
		numbers[i] = float64(v)
	}
	return time.Duration(median(numbers))
}

// percentile returns the value that p of 100 values do not exceed (the nearest rank); sorted must not be empty.
func percentile(sorted []time.Duration, p int) time.Duration {
	rank := (len(sorted)*p + 99) / 100
	return sorted[max(rank, 1)-1]
}
