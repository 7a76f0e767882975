// Counterpart of the NACHA tests: reads files with moov-io/ach, and writes the returns of a bank with it.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/moov-io/ach"
	"github.com/moov-io/base"
)

type entry struct {
	Code    int    `json:"code"`
	Routing string `json:"routing"`
	Account string `json:"account"`
	Amount  int    `json:"amount"`
	Name    string `json:"name"`
	Trace   string `json:"trace"`
	Text    string `json:"text"`
}

type summary struct {
	Class     string  `json:"class"`
	Effective string  `json:"effective"`
	Total     int     `json:"total"`
	Hash      int     `json:"hash"`
	Entries   []entry `json:"entries"`
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read() ach.File {
	file, err := ach.NewReader(os.Stdin).Read()
	fail(err)
	fail(file.Validate())
	return file
}

func main() {
	switch os.Args[1] {
	case "read":
		file := read()
		batch := file.Batches[0]
		said := summary{Class: batch.GetHeader().StandardEntryClassCode, Effective: batch.GetHeader().EffectiveEntryDate,
			Total: file.Control.TotalCreditEntryDollarAmountInFile, Hash: file.Control.EntryHash}
		for _, e := range batch.GetEntries() {
			one := entry{e.TransactionCode, e.RDFIIdentification + e.CheckDigit, strings.TrimSpace(e.DFIAccountNumber), e.Amount,
				strings.TrimSpace(e.IndividualName), e.TraceNumber, ""}
			for _, a := range e.Addenda05 {
				one.Text = strings.TrimSpace(a.PaymentRelatedInformation)
			}
			said.Entries = append(said.Entries, one)
		}
		fail(json.NewEncoder(os.Stdout).Encode(said))
	case "check":
		read()
	case "return":
		// Returns the entries of the file on stdin: the first argument is the code of each, R03 or C01.
		file := read()
		answer := ach.NewFile()
		header := file.Header
		header.FileCreationDate, header.FileCreationTime, header.FileIDModifier = "261125", "0800", "B"
		answer.SetHeader(header)
		code := os.Args[2]
		for _, given := range file.Batches {
			batchHeader := *given.GetHeader()
			if code[0] == 'C' {
				batchHeader.StandardEntryClassCode = ach.COR
			}
			batchHeader.ODFIIdentification = given.GetEntries()[0].RDFIIdentification
			batch, err := ach.NewBatch(&batchHeader)
			fail(err)
			for i, e := range given.GetEntries() {
				back := ach.NewEntryDetail()
				back.TransactionCode = e.TransactionCode - 1
				back.SetRDFI(file.Header.ImmediateDestination)
				back.DFIAccountNumber, back.Amount = e.DFIAccountNumber, e.Amount
				back.IdentificationNumber, back.IndividualName = e.IdentificationNumber, e.IndividualName
				back.SetTraceNumber(e.RDFIIdentification, i+1)
				back.AddendaRecordIndicator = 1
				if code[0] == 'C' {
					back.Amount = 0
					change := ach.NewAddenda98()
					change.ChangeCode, change.OriginalTrace, change.OriginalDFI = code, e.TraceNumber, e.RDFIIdentification
					change.CorrectedData, change.TraceNumber = "1918171614", back.TraceNumber
					back.Addenda98, back.Category = change, ach.CategoryNOC
				} else {
					reason := ach.NewAddenda99()
					reason.ReturnCode, reason.OriginalTrace, reason.OriginalDFI = code, e.TraceNumber, e.RDFIIdentification
					reason.AddendaInformation, reason.TraceNumber = "Account unknown", back.TraceNumber
					back.Addenda99, back.Category = reason, ach.CategoryReturn
				}
				batch.AddEntry(back)
			}
			fail(batch.Create())
			answer.AddBatch(batch)
		}
		fail(answer.Create())
		fail(answer.Validate())
		fail(ach.NewWriter(os.Stdout).Write(answer))
	case "banking-days":
		// Every banking day of the Federal Reserve from the first day to the second.
		day, err := time.Parse("2006-01-02", os.Args[2])
		fail(err)
		for ; day.Format("2006-01-02") <= os.Args[3]; day = day.AddDate(0, 0, 1) {
			noon := time.Date(day.Year(), day.Month(), day.Day(), 12, 0, 0, 0, time.UTC)
			if base.NewTime(noon).IsBankingDay() {
				fmt.Println(day.Format("2006-01-02"))
			}
		}
	}
}
