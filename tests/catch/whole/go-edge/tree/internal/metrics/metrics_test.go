package metrics

import (
	"os"
	"strings"
	"testing"
)

func TestWriteText(t *testing.T) {
	r := NewRegistry()
	c := r.NewCounter("x_total", "An x.", "route", "code")
	c.Inc("root", "200")
	c.Inc("root", "200")
	g := r.NewGauge("y", "A y.")
	g.Set(1.5)

	var b strings.Builder
	r.WriteText(&b)
	want := "# HELP x_total An x.\n# TYPE x_total counter\nx_total{route=\"root\",code=\"200\"} 2\n" +
		"# HELP y A y.\n# TYPE y gauge\ny 1.5\n"
	if b.String() != want {
		t.Fatalf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestHistogramIsCumulative(t *testing.T) {
	r := NewRegistry()
	h := r.NewHistogram("h", "An h.", []float64{1, 2}, "route")
	h.Observe(0.5, "root")
	h.Observe(1.5, "root")
	var b strings.Builder
	r.WriteText(&b)
	for _, line := range []string{
		`h_bucket{route="root",le="1"} 1`,
		`h_bucket{route="root",le="2"} 2`,
		`h_bucket{route="root",le="+Inf"} 2`,
		`h_count{route="root"} 2`,
	} {
		if !strings.Contains(b.String(), line) {
			t.Errorf("no line %s in\n%s", line, b.String())
		}
	}
}

func TestDeleteRemovesSeries(t *testing.T) {
	r := NewRegistry()
	g := r.NewGauge("g", "A g.", "target")
	g.Set(1, "a")
	g.Delete("a")
	var b strings.Builder
	r.WriteText(&b)
	if strings.Contains(b.String(), `target="a"`) {
		t.Fatal("series is still written")
	}
}

func TestDocsListEveryMetric(t *testing.T) {
	doc, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	r := NewRegistry()
	NewEdge(r)
	for _, name := range r.Names() {
		if !strings.Contains(string(doc), "| `"+name+"` |") {
			t.Errorf("docs/metrics.md has no row for %s", name)
		}
	}
}
