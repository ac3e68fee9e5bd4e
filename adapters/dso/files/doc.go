// Package files is curvefile.FileReader: it finds out from its content which kind of
// file something is, whatever its name, opens zip files, and keeps to limits of size.
//
// The kinds themselves are in the packages beside it, one for each layout.
package files
