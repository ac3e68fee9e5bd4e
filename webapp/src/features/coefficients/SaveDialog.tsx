import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { InForceDialog } from '../keys/InForceDialog';
import { DifferenceList } from './DifferenceList';
import type { KeyEditor } from './useKeyEditor';
import { useSaveKey } from './useSaveKey';

/** What changes, from when and why, before the key is put in force. */
export function SaveDialog({ editor, onClose }: { editor: KeyEditor; onClose: () => void }) {
  const t = useT();
  const { target, differences, sites } = editor;
  const saving = useSaveKey(editor, onClose);
  const season = target.kind === 'version' ? target.season : target.base.season;
  return (
    <InForceDialog
      title={t(target.kind === 'draft' ? 'allocation.save.publishTitle' : 'allocation.save.title')}
      confirmLabel={t('allocation.save.confirm')}
      reason={target.kind === 'draft' ? target.base.reason : undefined}
      effectiveDate={target.kind === 'draft' ? target.base.effectiveDate : undefined}
      pending={saving.pending}
      error={saving.error}
      onSave={saving.save}
      onClose={onClose}
    >
      {season && <Typography>{t('allocation.save.forSeason', { season })}</Typography>}
      {(target.kind === 'version' || differences.length > 0) && (
        <Box
          sx={{ maxHeight: 260, overflowY: 'auto' }}
          tabIndex={0}
          role="group"
          aria-label={t('allocation.save.changes')}
        >
          <Typography variant="subtitle1" component="h3">
            {t('allocation.save.changes')}
          </Typography>
          <DifferenceList differences={differences} names={sites.names} />
        </Box>
      )}
    </InForceDialog>
  );
}
