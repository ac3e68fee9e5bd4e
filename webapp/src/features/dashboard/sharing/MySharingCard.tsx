import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ApiError } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { RowsSkeleton } from '../../../design/Skeletons';
import { useOwnSharing } from '../queries';
import type { Viewpoint } from '../viewpoint/viewpoint';

/** How the energy is shared with one site, or that of a producer: its own part, in words, and nothing of others. */
export function MySharingCard({ view }: { view: Exclude<Viewpoint, { kind: 'operation' }> }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const sharing = useOwnSharing(view.siteId);
  if (sharing.error instanceof ApiError && sharing.error.status < 500) return null;
  const { sentences = [], next } = sharing.data ?? {};
  return (
    <Card component="section" aria-labelledby={id} className="no-print" sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Typography id={id} variant="h2" sx={{ mb: 1 }}>
        {t(view.kind === 'consumer' ? 'dashboard.mySharing.title' : 'dashboard.mySharing.titleProducer')}
      </Typography>
      {sharing.isPending && <RowsSkeleton rows={3} />}
      {sharing.isError && <ErrorPanel error={sharing.error} onRetry={() => sharing.refetch()} />}
      <Stack sx={{ gap: 0.75 }}>
        {sentences.map((sentence) => (
          <Typography key={sentence}>{sentence}</Typography>
        ))}
        {next && (
          <Typography sx={{ fontWeight: 600 }}>
            {t('dashboard.mySharing.next', {
              date: formats.day(next.effectiveDate, 'medium'),
              method: t(`enums.AllocationAlgorithm.${next.type}`),
            })}
          </Typography>
        )}
      </Stack>
    </Card>
  );
}
