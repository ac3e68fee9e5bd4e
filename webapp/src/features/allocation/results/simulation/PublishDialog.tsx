import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../../../api/operations';
import { notify } from '../../../../design/snackbars';
import { InForceDialog } from '../../key/drafts/InForceDialog';
import { type Config, editedKey } from '../../key/key';
import { EmptyPools } from '../../key/pools/EmptyPools';
import { usePublishDraft } from '../../key/queries';
import type { InForceForm } from '../../key/schema';
import { useForgetResults } from '../queries';

interface PublishDialogProps {
  draft: Pick<Config, 'id' | 'name' | 'type' | 'season' | 'reason' | 'effectiveDate' | 'params' | 'pools'>;
  onPublished?: () => void;
  onClose: () => void;
}

/** Puts a draft in force, from a day and with a reason. */
export function PublishDialog({ draft, onPublished, onClose }: PublishDialogProps) {
  const t = useT();
  const formats = useFormats();
  const publish = usePublishDraft(useOperation().id);
  const forget = useForgetResults();
  // The draft is no draft any more then, and this dialog may be gone before the answer is told.
  const save = (body: InForceForm) =>
    publish.mutateAsync({ draftId: draft.id, body }).then(
      () => {
        void forget();
        const later = body.effectiveDate > formats.dayOf();
        notify(
          later
            ? t('allocation.save.scheduled', { date: formats.day(body.effectiveDate) })
            : t('allocation.save.saved'),
        );
        onPublished?.();
        onClose();
      },
      () => {},
    );
  return (
    <InForceDialog
      title={t('allocation.save.publishTitle')}
      confirmLabel={t('allocation.save.confirm')}
      reason={draft.reason}
      effectiveDate={draft.effectiveDate}
      pending={publish.isPending}
      error={publish.error}
      onSave={save}
      onClose={onClose}
    >
      <Typography>
        <strong>{draft.name || t('allocation.draft.unnamed')}</strong>
        {' · '}
        {t(`enums.AllocationAlgorithm.${draft.type}`)}
      </Typography>
      {draft.season && <Typography>{t('allocation.save.forSeason', { season: draft.season })}</Typography>}
      <EmptyPools edited={editedKey(draft)} blocked={false} />
    </InForceDialog>
  );
}
