import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { ProblemWords } from '../../design/ProblemWords';
import { alike } from './alike';
import type { ImportProblem } from './imports';

const few = 5;

interface WarningListProps {
  warnings: readonly ImportProblem[];
  /** How many there are: the server lists the first ones only. */
  count: number | undefined;
}

/** Remarks that do not stand in the way of an import. */
export function WarningList({ warnings, count = warnings.length }: WarningListProps) {
  const t = useT();
  const formats = useFormats();
  const [all, setAll] = useState(false);
  if (warnings.length === 0) return null;
  const groups = alike(warnings);
  const shown = all ? groups : groups.slice(0, few);
  const list = new Intl.ListFormat(formats.locale, { type: 'conjunction' });
  return (
    <Alert severity="info" variant="outlined">
      <AlertTitle>{t('curveImport.warnings.title', { smart_count: count })}</AlertTitle>
      <Box component="ul" tabIndex={0} sx={{ m: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {shown.map(({ first, others }) => (
          <li key={JSON.stringify(first)}>
            <ProblemWords of={first} />
            {others.length > 0 &&
              ` ${t('curveImport.warnings.alike', { smart_count: others.length, names: list.format(others) })}`}
          </li>
        ))}
      </Box>
      {count > warnings.length && (
        <Typography sx={{ mt: 0.5 }}>
          {t('curveImport.warnings.cut', { shown: formats.number(warnings.length), count: formats.number(count) })}
        </Typography>
      )}
      {groups.length > few && (
        <Button size="small" color="inherit" onClick={() => setAll(!all)} aria-expanded={all}>
          {t(all ? 'curveImport.warnings.fewer' : 'curveImport.warnings.more', {
            smart_count: groups.length - few,
          })}
        </Button>
      )}
    </Alert>
  );
}
