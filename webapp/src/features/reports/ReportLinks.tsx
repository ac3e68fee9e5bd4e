import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { addDays, addMonths } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useId, useState } from 'react';
import { DayField } from '../../design/DayField';
import { ErrorPanel } from '../../design/ErrorPanel';
import { notify } from '../../design/snackbars';
import { type ReportLink, useCreateReportLink, useReportLinks, useRevokeReportLink } from './queries';

/** How long a link lasts unless another day is chosen. */
const usualDays = 30;

/** Links to the report of a site: one more, and those that there are. */
export function ReportLinks({ siteId, period }: { siteId: string; period: string }) {
  const t = useT();
  const id = useId();
  const formats = useFormats();
  const today = formats.dayOf();
  const [lastDay, setLastDay] = useState(() => addDays(today, usualDays));
  const links = useReportLinks(siteId);
  const create = useCreateReportLink();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { params: { path: { participantId: siteId } }, body: { period, lastDay } },
      {
        onSuccess: async (link) => notify(t((await copied(link)) ? 'reporting.copied' : 'reporting.linkMade')),
      },
    );
  };
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="h3" sx={{ fontSize: '1rem', fontWeight: 620 }}>
        {t('reporting.share')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 1.5 }}>
        {t('reporting.share.advice')}
      </Typography>
      <Stack component="form" direction={{ xs: 'column', sm: 'row' }} onSubmit={submit} sx={{ gap: 1.5 }}>
        <DayField
          label={t('reporting.lastDay')}
          value={lastDay}
          onChange={setLastDay}
          min={today}
          max={addMonths(today, 12)}
          sx={{ minWidth: 220 }}
        />
        <Button
          type="submit"
          variant="outlined"
          loading={create.isPending}
          disabled={lastDay === ''}
          sx={{ flexShrink: 0 }}
        >
          {t('reporting.makeLink')}
        </Button>
      </Stack>
      {links.isError && <ErrorPanel error={links.error} onRetry={() => links.refetch()} />}
      {links.data && links.data.length > 0 && (
        <Box component="ul" aria-label={t('reporting.links')} sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none' }}>
          {links.data.map((link) => (
            <LinkRow key={link.id} siteId={siteId} link={link} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function LinkRow({ siteId, link }: { siteId: string; link: ReportLink }) {
  const t = useT();
  const formats = useFormats();
  const revoke = useRevokeReportLink();
  const period = link.period.length === 4 ? link.period : formats.day(`${link.period}-01`, 'month');
  const over = link.revokedAt !== undefined || new Date(link.expiresAt) <= new Date();
  // It ends with its last day: at the first instant of the next one.
  const day = formats.day(addDays(formats.dayOf(new Date(link.expiresAt)), -1));
  const told = over
    ? t('reporting.linkOver', { period })
    : t('reporting.link', { period, day, smart_count: link.downloadsNumber });
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ gap: 1, py: 0.5, alignItems: 'center', flexWrap: 'wrap', borderTop: 1, borderColor: 'divider' }}
    >
      <Typography sx={{ flex: '1 1 220px', minWidth: 0, color: over ? 'text.secondary' : 'text.primary' }}>
        {link.mailed ? `${told}, ${t('reporting.mailed')}` : told}
      </Typography>
      {!over && (
        <>
          <Button
            size="small"
            onClick={async () => {
              if (await copied(link)) notify(t('reporting.copied'));
            }}
          >
            {t('reporting.copy')}
          </Button>
          <Button
            size="small"
            color="error"
            loading={revoke.isPending}
            onClick={() =>
              revoke.mutate(
                { params: { path: { participantId: siteId, reportLinkId: link.id } } },
                { onSuccess: () => notify(t('reporting.revoked')) },
              )
            }
          >
            {t('reporting.revoke')}
          </Button>
        </>
      )}
    </Stack>
  );
}

/** Puts the whole address of a link into the clipboard, where the browser allows it. */
async function copied({ url }: ReportLink): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(new URL(url, window.location.origin).href);
    return true;
  } catch {
    return false;
  }
}
