package job

import "fmt"

// State is where a job stands.
type State string

const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

var moves = map[State][]State{
	Queued:  {Running, Cancelled},
	Running: {Done, Failed, Queued},
	Failed:  {Queued},
}

// ParseState reads a state as it stands in the database or in a query.
func ParseState(text string) (State, error) {
	switch s := State(text); s {
	case Queued, Running, Done, Failed, Cancelled:
		return s, nil
	}
	return "", fmt.Errorf("job: unknown state %q", text)
}

// CanMoveTo says whether a job may go from s to next.
func (s State) CanMoveTo(next State) bool {
	for _, allowed := range moves[s] {
		if allowed == next {
			return true
		}
	}
	return false
}

// Final states are left only by hand.
func (s State) Final() bool {
	return s == Done || s == Failed || s == Cancelled
}
