import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { firstOf, type ImportResult } from './imports';

interface SuspectedListProps {
  result: ImportResult;
  /** Somebody agreed: it is told, and no longer asked. */
  agreed?: boolean;
}

/** The months that must be confirmed before they are stored: what is there, and what it would become. */
export function SuspectedList({ result, agreed = false }: SuspectedListProps) {
  const t = useT();
  const formats = useFormats();
  const months = result.suspected ?? [];
  const count = result.suspectedCount ?? 0;
  if (count === 0) return null;
  return (
    <Alert severity={agreed ? 'info' : 'warning'} variant="outlined">
      <AlertTitle>
        {t(agreed ? 'curveImport.suspicion.agreed' : 'curveImport.suspicion.title', { smart_count: count })}
      </AlertTitle>
      <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {months.map(({ dsoId, name, nature, month, reason, beforeMilliWh, afterMilliWh }) => (
          <li key={`${dsoId} ${nature} ${month}`}>
            <strong>{name ?? dsoId}</strong>
            {` · ${t(`enums.Nature.${nature}`)} · ${formats.day(firstOf(month), 'month')} · `}
            {beforeMilliWh === undefined
              ? formats.energy(afterMilliWh)
              : t('curveImport.suspicion.becomes', {
                  before: formats.energy(beforeMilliWh),
                  after: formats.energy(afterMilliWh),
                })}
            {` (${t(`enums.SuspicionReason.${reason}`)})`}
          </li>
        ))}
      </Box>
      {count > months.length && (
        <Typography sx={{ mt: 0.5 }}>
          {t('curveImport.warnings.cut', { shown: formats.number(months.length), count: formats.number(count) })}
        </Typography>
      )}
    </Alert>
  );
}
