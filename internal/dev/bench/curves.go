//go:build linux

package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/openpmo/pmo/core/civil"
	"github.com/openpmo/pmo/core/metering/ingest"
)

// column is one curve of a month, whole watts by quarter, as meters count.
type column struct {
	dsoID, nature string
	watts         []int32
}

// month is what an operator sends of one month: Conso and Autoconso of consumers, Prod
// and Surplus of producers, shared by need.
type month struct {
	from    time.Time
	columns []column
}

func (m month) points() int64 { return int64(len(m.columns)) * int64(len(m.columns[0].watts)) }

// newMonth invents one. Another seed gives other values everywhere.
func newMonth(m civil.Month, sites []site, seed uint64) month {
	from, to := civil.Paris.Span(m.Range())
	n := int(to.Sub(from) / (15 * time.Minute))
	rng := rand.New(rand.NewPCG(seed, uint64(m)))
	sun := daylight(rng, n)
	used, made := make([]int64, n), make([]int64, n)
	out := month{from: from}
	for _, s := range sites {
		c := column{s.dsoID, "CONSO", make([]int32, n)}
		total := used
		if s.producer {
			c.nature, total = "PROD", made
		}
		base := 100 + rng.Float64()*300
		for t := range c.watts {
			if s.producer {
				c.watts[t] = int32(sun[t] * base * 40)
			} else {
				c.watts[t] = household(rng, base, t)
			}
			total[t] += int64(c.watts[t])
		}
		out.columns = append(out.columns, c)
	}
	for i, s := range sites {
		part := column{s.dsoID, "AUTOCONSO", make([]int32, n)}
		whole := used
		if s.producer {
			part.nature, whole = "SURPLUS", made
		}
		for t, v := range out.columns[i].watts {
			if whole[t] > 0 {
				part.watts[t] = int32(int64(v) * min(used[t], made[t]) / whole[t])
			}
			if s.producer {
				part.watts[t] = v - part.watts[t]
			}
		}
		out.columns = append(out.columns, part)
	}
	return out
}

// daylight is the part of full sun by quarter, under clouds that come and go.
func daylight(rng *rand.Rand, n int) []float64 {
	out, level := make([]float64, n), 0.7
	for t := range out {
		level = min(1, max(0.15, level+rng.NormFloat64()*0.05))
		out[t] = level * max(0, math.Sin((float64(t%96)/4-6)/12*math.Pi))
	}
	return out
}

// household is what a home draws: a daily wave, noise, and sometimes an appliance.
func household(rng *rand.Rand, base float64, t int) int32 {
	w := base * (1 + 0.5*math.Sin(float64(t)/15)) * math.Exp(rng.NormFloat64()*0.35)
	if rng.IntN(40) == 0 {
		w += 2000
	}
	return int32(w)
}

// files writes the month as two ACC-CSV files: what meters counted, and the rest. They
// go to a folder line by line, so that a bench has no memory of its own to give back
// while it measures.
func (m month) files(dir string) (out [2]ingest.ReceivedFile, err error) {
	half := len(m.columns) / 2
	for i := range out {
		if out[i], err = m.file(fmt.Sprintf("%s/month-%d.csv", dir, i), m.columns[i*half:(i+1)*half], false); err != nil {
			return out, err
		}
	}
	return out, nil
}

// file writes columns one after the other, or the lines of each time together.
func (m month) file(path string, columns []column, byTime bool) (ingest.ReceivedFile, error) {
	sum, out := sha256.New(), ingest.ReceivedFile{Name: filepath.Base(path), Open: func() (io.ReadCloser, error) { return os.Open(path) }}
	file, err := os.Create(path)
	if err != nil {
		return out, err
	}
	to := bufio.NewWriterSize(io.MultiWriter(file, sum), 1<<20)
	n, _ := to.WriteString("prm;nature;horodate;pas;valeur;unite;statut\n")
	labels := m.labels()
	var line []byte
	write := func(c column, t int) {
		line = append(append(append(line[:0], c.dsoID...), ';'), c.nature...)
		line = append(strconv.AppendInt(append(line, labels[t]...), int64(c.watts[t]), 10), ";W;D\n"...)
		n += len(line)
		_, _ = to.Write(line) // Flush tells
	}
	for i := range len(columns) * len(labels) {
		if byTime {
			write(columns[i%len(columns)], i/len(columns))
		} else {
			write(columns[i/len(labels)], i%len(labels))
		}
	}
	err = errors.Join(to.Flush(), file.Close())
	out.Size, out.SHA256 = int64(n), hex.EncodeToString(sum.Sum(nil))
	return out, err
}

// labels are the texts between nature and value.
func (m month) labels() [][]byte {
	labels := make([][]byte, len(m.columns[0].watts))
	for t := range labels {
		at := m.from.Add(time.Duration(t) * 15 * time.Minute).In(civil.Paris.Location())
		labels[t] = append(at.AppendFormat(nil, ";2006-01-02T15:04:05-07:00"), ";PT15M;"...)
	}
	return labels
}
