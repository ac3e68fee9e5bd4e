import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { MessageKey } from '@openpmo/ui/i18n/catalogues';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link as RouterLink } from 'react-router';
import { useOperation } from '../../../api/operations';
import { useProblemText } from '../../../design/useProblemText';
import { datesText, fixLink, type Trouble, troublesOf, type UploadError } from './uploadTroubles';

/** What an error is called; the others are told by the words of their key alone. */
const titles: Partial<Record<string, MessageKey>> = {
  InconsistentPerimeter: 'curveUpload.failure.InconsistentPerimeter',
  InvalidPeriod: 'curveUpload.failure.InvalidPeriod',
  IncompleteData: 'curveUpload.failure.IncompleteData',
};

/** Why an upload was refused: each participant beside its EAN, with what mends it. Nothing was stored. */
export function UploadFailure({ error }: { error: UploadError }) {
  const t = useT();
  const words = useProblemText();
  const troubles = troublesOf(error);
  const title = titles[error.name];
  return (
    <Alert severity="error" variant="outlined" role="alert">
      <AlertTitle>{t('curveUpload.failure.title')}</AlertTitle>
      {title && troubles.length > 0 ? t(title) : words({ key: error.name, params: error.fields })}
      {troubles.length > 0 && (
        <Box component="ul" tabIndex={0} sx={{ m: 0, mt: 1, pl: 2, maxHeight: { sm: 360 }, overflow: 'auto' }}>
          {troubles.map((trouble) => (
            <Item key={`${trouble.kind} ${trouble.side} ${trouble.person.ean}`} trouble={trouble} />
          ))}
        </Box>
      )}
    </Alert>
  );
}

function Item({ trouble }: { trouble: Trouble }) {
  const t = useT();
  const { id } = useOperation();
  const { person } = trouble;
  const what = useWhat(trouble);
  const to = fixLink(id, trouble);
  const fix = t(`curveUpload.fix.${trouble.fix}`);
  return (
    <Typography component="li" sx={{ mb: 0.75, overflowWrap: 'anywhere' }}>
      <strong>{person.name ?? t('curveUpload.failure.nobody')}</strong>
      {` · ${t('curveUpload.failure.ean', { ean: person.ean })}`}
      <br />
      {what}
      <br />
      {to ? (
        <Link component={RouterLink} to={to}>
          {fix}
        </Link>
      ) : (
        fix
      )}
    </Typography>
  );
}

/** What is wrong about an access point. */
function useWhat({ kind, side, person }: Trouble): string {
  const t = useT();
  const formats = useFormats();
  const day = (one: string | undefined) => (one ? formats.day(one, 'medium') : t('formats.none'));
  switch (kind) {
    case 'missing':
      return t(side === 'producer' ? 'curveUpload.failure.missingProducer' : 'curveUpload.failure.missingConsumer', {
        file: person.fileName ?? t('formats.none'),
      });
    case 'unexpected':
      return t(
        side === 'producer' ? 'curveUpload.failure.unexpectedProducer' : 'curveUpload.failure.unexpectedConsumer',
      );
    case 'period':
      return t(person.exitDate ? 'curveUpload.failure.periodClosed' : 'curveUpload.failure.period', {
        from: day(person.from),
        to: day(person.to),
        entry: day(person.entryDate),
        exit: day(person.exitDate),
      });
    case 'incomplete':
      return t(
        side === 'producer' ? 'curveUpload.failure.incompleteProducer' : 'curveUpload.failure.incompleteConsumer',
        { dates: datesText(person.days ?? [], (one) => formats.day(one, 'medium')) },
      );
    default:
      return kind satisfies never;
  }
}
