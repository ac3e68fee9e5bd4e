import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { StatusChip } from '../../design/StatusChip';
import type { SiteRequest } from './queries';

/** What a site asked, newest first, with what became of each. */
export function RequestList({ rows, action }: { rows: SiteRequest[]; action?: (one: SiteRequest) => ReactNode }) {
  const t = useT();
  const formats = useFormats();
  if (rows.length === 0) return <Typography color="textSecondary">{t('rights.requests.none')}</Typography>;
  return (
    <Stack component="ul" spacing={1.5} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {rows.map((one) => (
        <Stack key={one.id} component="li" direction="row" sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'center' }}>
          <div style={{ flex: '1 1 220px', minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600 }}>
              {[t(`enums.SiteRequestKind.${one.kind}`), one.purpose && t(`enums.ConsentPurpose.${one.purpose}`)]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {[
                t('rights.requests.asked', { instant: formats.instant(one.askedAt) }),
                one.day && t('rights.requests.day', { day: formats.day(one.day as Day, 'medium') }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </Typography>
            {one.note && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {one.note}
              </Typography>
            )}
            {one.answeredAt && (
              <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                {[t('rights.requests.answered', { instant: formats.instant(one.answeredAt) }), one.answer]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
            )}
          </div>
          <StatusChip kind="SiteRequestOutcome" status={one.outcome ?? 'WAITING'} />
          {!one.outcome && action?.(one)}
        </Stack>
      ))}
    </Stack>
  );
}
