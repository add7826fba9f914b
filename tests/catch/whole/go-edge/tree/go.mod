module github.com/nordlys/go-edge

go 1.22
