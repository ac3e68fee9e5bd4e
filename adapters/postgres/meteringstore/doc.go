// Package meteringstore keeps curves and what is summed from them: series, months, findings, readings, registers.
package meteringstore
