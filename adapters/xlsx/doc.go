// Package xlsx reads the workbooks that people send. It does no I/O of its own: it
// is given the bytes of a file and answers with the cells of its first sheet.
//
// A workbook is a zip of XML and may be made to hurt: what it unpacks to, its rows
// and its columns are all limited before anything is kept.
package xlsx
