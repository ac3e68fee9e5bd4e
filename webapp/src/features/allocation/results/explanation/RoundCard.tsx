import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { type Round, type Share, sharesOf } from './steps';

const shownAtFirst = 6;

/** One round in figures: what was there to share, who needed and got how much, what was left. */
export function RoundCard({
  round,
  asked,
  producer,
}: {
  round: Round;
  asked: string | undefined;
  producer: string | undefined;
}) {
  const t = useT();
  const formats = useFormats();
  const translator = useTranslator();
  const id = useId();
  const [whole, setWhole] = useState(false);
  const shares = sharesOf(round, asked);
  const shown = whole ? shares : shares.slice(0, shownAtFirst);
  const title = [
    t('distribution.round.title', { number: round.round }),
    ...(round.pool ? [round.pool] : []),
    ...(producer ? [producer] : []),
    ...(round.level === undefined ? [] : [t('distribution.round.level', { level: round.level })]),
  ].join(' · ');
  return (
    <Card variant="outlined" component="section" aria-labelledby={id} sx={{ p: 1.5 }}>
      <Typography id={id} variant="subtitle1" component="h4">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {[
          translator.any(`distribution.rule.${round.rule}`, {}, round.rule),
          t('distribution.round.offered', { energy: formats.energy(round.offeredMilliWh) }),
          ...(round.carriedMilliWh
            ? [t('distribution.round.carried', { energy: formats.energy(round.carriedMilliWh) })]
            : []),
          t('distribution.round.left', { energy: formats.energy(round.leftMilliWh) }),
          ...(round.leftFor
            ? [translator.any(`distribution.leftFor.${round.leftFor}`, { pool: round.leftTo ?? '' }, round.leftFor)]
            : []),
        ].join(' · ')}
      </Typography>
      {shares.length > 0 && (
        <Box
          component="table"
          sx={{
            width: '100%',
            borderCollapse: 'collapse',
            '& th, & td': { py: 0.5, px: 0.5, textAlign: 'right', fontWeight: 400, whiteSpace: 'nowrap' },
            '& td': { fontVariantNumeric: 'tabular-nums' },
            '& thead th': { color: 'text.secondary', fontSize: '0.75rem', fontWeight: 600 },
            '& th[scope="row"], & thead th:first-of-type': {
              textAlign: 'left',
              pl: 0,
              whiteSpace: 'normal',
              overflowWrap: 'anywhere',
            },
            '& tbody tr': { borderTop: 1, borderColor: 'divider' },
            '& tr.asked > *': { fontWeight: 600 },
          }}
        >
          <caption style={visuallyHidden}>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{t('distribution.site')}</th>
              <th scope="col">{t('distribution.round.need')}</th>
              <th scope="col">{t('distribution.round.got')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((share) => (
              <ShareRow key={share.participantId} share={share} asked={share.participantId === asked} />
            ))}
          </tbody>
        </Box>
      )}
      {shares.length > shownAtFirst && (
        <Button size="small" color="inherit" onClick={() => setWhole(!whole)} sx={{ mt: 0.5 }}>
          {whole
            ? t('distribution.round.fewer')
            : t('distribution.round.others', { smart_count: shares.length - shownAtFirst })}
        </Button>
      )}
    </Card>
  );
}

function ShareRow({ share, asked }: { share: Share; asked: boolean }) {
  const t = useT();
  const formats = useFormats();
  return (
    <tr className={asked ? 'asked' : undefined}>
      <th scope="row">{share.name}</th>
      <td>{formats.energy(share.needMilliWh)}</td>
      <td>
        {formats.energy(share.gotMilliWh)}
        {share.capped && (
          <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
            {t('distribution.round.capped')}
          </Typography>
        )}
      </td>
    </tr>
  );
}
