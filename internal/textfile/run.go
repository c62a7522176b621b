package textfile

import "slices"

// LongestRun marks the members of a longest run of rising numbers. Negative numbers belong to none.
func LongestRun(numbers []int) []bool {
	var ends []int // ends[n] is where the rising run of n+1 numbers ends that ends lowest
	before := make([]int, len(numbers))
	for i, number := range numbers {
		if number < 0 {
			continue
		}
		n, _ := slices.BinarySearchFunc(ends, number, func(end, number int) int { return numbers[end] - number })
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		}
		ends[n] = i
	}
	members := make([]bool, len(numbers))
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			members[i] = true
		}
	}
	return members
}
