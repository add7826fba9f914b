// Command stubup is an upstream for smoke tests and local work: it answers
// 200 with the path it was asked for, and can be told to be slow or sick.
package main

import (
	"flag"
	"fmt"
	"log"
	"net/http"
	"sync/atomic"
	"time"
)

func main() {
	addr := flag.String("listen", "127.0.0.1:18081", "address")
	delay := flag.Duration("delay", 0, "sleep before each answer")
	flag.Parse()

	var sick atomic.Bool
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		if sick.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	mux.HandleFunc("POST /_stub/sick", func(http.ResponseWriter, *http.Request) { sick.Store(true) })
	mux.HandleFunc("POST /_stub/well", func(http.ResponseWriter, *http.Request) { sick.Store(false) })
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(*delay)
		fmt.Fprintf(w, "%s %s\n", r.Method, r.URL.Path)
	})
	log.Fatal(http.ListenAndServe(*addr, mux))
}
