module causeway/counterparts/ach

go 1.21

require (
	github.com/moov-io/ach v1.42.0
	github.com/moov-io/base v0.51.1
)

require (
	github.com/igrmk/treemap/v2 v2.0.1 // indirect
	github.com/moov-io/iso4217 v0.3.0 // indirect
	github.com/rickar/cal/v2 v2.1.17 // indirect
	golang.org/x/exp v0.0.0-20240707233637-46b078467d37 // indirect
	golang.org/x/net v0.28.0 // indirect
	golang.org/x/sync v0.8.0 // indirect
	golang.org/x/text v0.17.0 // indirect
)
