package wire

import (
	"testing"

	"github.com/openpmo/pmo/internal/pinnedtest"
)

// TestPinned: functions of values answer what they answered; another answer is wanted, or a fault.
func TestPinned(t *testing.T) {
	t.Parallel()
	pinnedtest.Functions(t, "pinned", map[string]any{
		"Attachment": Attachment, "ChangedText": ChangedText, "Date": Date, "Day": Day,
		"Days": Days, "ETag": ETag, "FieldFault": FieldFault, "IDTexts": IDTexts,
		"IDs": IDs, "IfMatch": IfMatch, "InParis": InParis, "IsTrue": IsTrue,
		"JobResult": JobResult, "LanguageOf": LanguageOf, "OptionalCount": OptionalCount, "OptionalDate": OptionalDate,
		"OptionalDay": OptionalDay, "OptionalInParis": OptionalInParis, "OptionalText": OptionalText, "PositionChange": PositionChange,
		"PositionOf": PositionOf, "Scaled": Scaled, "Text": Text, "ToAPIPosition": ToAPIPosition,
		"changedCoordinate": changedCoordinate,
	})
}
