import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { InForceDialog } from '../drafts/InForceDialog';
import { EmptyPools } from '../pools/EmptyPools';
import { useSiteDays } from '../SiteName';
import { DifferenceList } from '../versions/DifferenceList';
import { DayBlockers } from './DayBlockers';
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
      effectiveDate={editor.day}
      onDay={editor.setDay}
      pending={saving.pending}
      error={saving.error}
      onSave={(form) => (editor.blockers.length + editor.dayBlockers.length > 0 ? undefined : saving.save(form))}
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
      <EmptyPools edited={editor.edited} blocked={editor.blockers.length > 0} />
      <DayBlockers editor={editor} />
      <DayOfSites editor={editor} />
    </InForceDialog>
  );
}

/** What the chosen day changes: what is still missing then, and who is left without a part. */
function DayOfSites({ editor: { blockers, withoutPart } }: { editor: KeyEditor }) {
  const t = useT();
  const daysOf = useSiteDays();
  if (blockers.length > 0) {
    return (
      <Alert severity="error" variant="outlined" role="alert">
        {t('allocation.save.dayBlocked')}
        <Box component="ul" sx={{ m: 0, pl: 2 }}>
          {blockers.map(({ key, params, poolId }) => (
            <li key={`${poolId} ${key}`}>{t(key, params)}</li>
          ))}
        </Box>
      </Alert>
    );
  }
  if (withoutPart.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" role="status">
      {t('allocation.save.withoutPart', { smart_count: withoutPart.length })}
      <Box component="ul" sx={{ m: 0, pl: 2, maxHeight: 120, overflowY: 'auto' }} tabIndex={0}>
        {withoutPart.map((site) => (
          <li key={site.id}>{[site.name, daysOf(site)].filter(Boolean).join(', ')}</li>
        ))}
      </Box>
    </Alert>
  );
}
