import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import type { Invoice } from './queries';
import { totalsOf } from './runs';
import { TroubleList } from './TroubleList';
import { isPublished, refusalOf } from './trouble';

interface PublishResultProps {
  drafts: readonly Invoice[];
  results: readonly Schemas['BulkResult'][];
}

/** How many invoices have their number, and why the others are still drafts. */
export function PublishResult({ drafts, results }: PublishResultProps) {
  const t = useT();
  const formats = useFormats();
  const { has } = useTranslator();
  const known = (key: string) => has(`errors.${key}`);
  const byId = new Map(drafts.map((draft) => [draft.id, draft]));
  const ofStatus = (status: 'SUCCESS' | 'FAILURE') => results.filter((result) => result.status === status);
  const published = ofStatus('SUCCESS').flatMap(({ id }) => byId.get(id) ?? []);
  const already = ofStatus('FAILURE').filter(isPublished);
  const refused = ofStatus('FAILURE').flatMap(({ id, problem }) => {
    if (isPublished({ problem })) return [];
    const draft = byId.get(id);
    return draft ? [refusalOf(draft, problem, known)] : [];
  });
  return (
    <Stack spacing={2}>
      {published.length > 0 && (
        <Alert severity="success" variant="outlined" role="status">
          {t('billRuns.publish.done', {
            smart_count: published.length,
            amount: formats.money(totalsOf(published).amountCents),
          })}
        </Alert>
      )}
      {already.length > 0 && (
        <Alert severity="info" variant="outlined" role="status">
          {t('billRuns.publish.already', { smart_count: already.length })}
        </Alert>
      )}
      {refused.length > 0 && (
        <>
          <Alert severity="error" variant="outlined" role="alert">
            {t('billRuns.publish.refused', { smart_count: refused.length })}
          </Alert>
          <TroubleList troubles={refused} />
        </>
      )}
    </Stack>
  );
}
