import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import type { FileRemark } from './importFile';

/** Remarks on a file, one per line; long lists scroll. */
export function RemarkList({ remarks }: { remarks: readonly FileRemark[] }) {
  const t = useT();
  return (
    <Box
      component="ul"
      // What scrolls must be reachable by keyboard.
      tabIndex={0}
      sx={{ m: 0, pl: 2, maxHeight: 280, overflowY: 'auto', color: 'text.primary' }}
    >
      {remarks.map((remark, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: remarks have no id and never move
        <Box component="li" key={index} sx={{ mb: 0.5, overflowWrap: 'anywhere' }}>
          {remark.row === undefined
            ? remark.text
            : t('participants.import.lineText', { row: remark.row, text: remark.text })}
          {remark.column && (
            <Box component="span" sx={{ color: 'text.secondary' }}>
              {` (${t('participants.import.column', { column: remark.column })})`}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  );
}
