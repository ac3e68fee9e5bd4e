// Package monthstore reads what months are decided by, and keeps which mails about them were sent.
package monthstore
