package fs

import "fmt"

// tells reports whether a release of Linux says what failed while a file system was brought to the disk: from
// 5.8 on (syncfs(2)). One that cannot be read does not.
func tells(release string) bool {
	var major, minor int
	if n, _ := fmt.Sscanf(release, "%d.%d", &major, &minor); n < 2 {
		return false
	}
	return major > 5 || major == 5 && minor >= 8
}
