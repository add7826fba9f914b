package api

import (
	"errors"
	"net/http"
	"time"

	"example.com/relayq/job"
	"example.com/relayq/store"
)

type enqueueRequest struct {
	Queue   string `json:"queue"`
	Payload []byte `json:"payload"`
}

// jobView is a job as clients see it.
type jobView struct {
	ID        string    `json:"id"`
	Queue     string    `json:"queue"`
	State     job.State `json:"state"`
	Attempts  int       `json:"attempts"`
	RunAt     time.Time `json:"run_at"`
	LastError string    `json:"last_error,omitempty"`
}

func viewOf(j *job.Job) jobView {
	return jobView{ID: j.ID, Queue: j.Queue, State: j.State, Attempts: j.Attempts, RunAt: j.RunAt, LastError: j.LastError}
}

func (s *Server) handleEnqueue(w http.ResponseWriter, r *http.Request) {
	var body enqueueRequest
	if !decodeBody(w, r, &body) {
		return
	}
	j, err := job.New(body.Queue, body.Payload, s.clock.Now())
	if err != nil {
		writeError(w, http.StatusBadRequest, "bad_request", err.Error())
		return
	}
	if err := s.store.Insert(r.Context(), j); err != nil {
		writeStoreError(w, err)
		return
	}
	writeJSON(w, http.StatusCreated, viewOf(j))
}

func (s *Server) handleGet(w http.ResponseWriter, r *http.Request) {
	j, err := s.store.Get(r.Context(), r.PathValue("id"))
	if err != nil {
		writeStoreError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, viewOf(j))
}

func writeStoreError(w http.ResponseWriter, err error) {
	switch {
	case errors.Is(err, store.ErrNotFound):
		writeError(w, http.StatusNotFound, "not_found", "no such job")
	case errors.Is(err, store.ErrConflict):
		writeError(w, http.StatusConflict, "conflict", "the job's state does not allow this")
	default:
		writeError(w, http.StatusInternalServerError, "internal", "try again later")
	}
}
