module github.com/kestrelmail/postbag

go 1.22
