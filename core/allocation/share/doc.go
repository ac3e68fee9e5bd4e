// Package share divides the energy of each step among consumers: the kernels behind
// the allocation keys (domain 6.3).
//
// Owns: the arithmetic of prorata, static, equality, weight, priority, pools,
// priorities of each producer and coefficients; the split of what a consumer received
// over the producers; the explanation of one step, round by round; how alike consumers
// are covered. Does not own: which key an operation has, percentages as people type
// them (allocation), coefficients for the operator (coefficient).
//
// A Rule is any key with its parameters. Kernel.Share puts all production together;
// Kernel.ShareByProducer tells who received what from whom, by any rule; Explain says
// the same of one step with its reasons.
//
// Columns. A block is a run of steps, as a rule one month. Energies stand in columns,
// one per consumer, one value per step; consumers are in ascending participant id, in
// every call, for the order decides who gets the odd mWh (domain 6.4). Results go
// into columns of the same shape, given first.
//
// There are no gaps here: who calls leaves out the steps where a curve has one.
//
// Exactness. All is integer arithmetic with the running carry of package energy: the
// shares of a step add up to what is shared, to the unit, none is negative or above
// the consumer's consumption, and the result is the same on every machine.
//
// Meaning of time: none; a step is an index.
package share
