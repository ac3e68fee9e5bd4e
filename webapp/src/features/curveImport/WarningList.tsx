import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import { useState } from 'react';
import type { ImportProblem } from './model';

const few = 5;

/** Remarks that do not stand in the way of an import. */
export function WarningList({ warnings }: { warnings: readonly ImportProblem[] }) {
  const t = useT();
  const translator = useTranslator();
  const [all, setAll] = useState(false);
  if (warnings.length === 0) return null;
  const shown = all ? warnings : warnings.slice(0, few);
  return (
    <Alert severity="info" variant="outlined">
      <AlertTitle>{t('curveImport.warnings.title', { smart_count: warnings.length })}</AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2, maxHeight: 240, overflow: 'auto' }}>
        {shown.map((warning) => (
          <li key={JSON.stringify(warning)}>{problemText(translator, warning)}</li>
        ))}
      </Box>
      {warnings.length > few && (
        <Button size="small" color="inherit" onClick={() => setAll(!all)} aria-expanded={all}>
          {t(all ? 'curveImport.warnings.fewer' : 'curveImport.warnings.more', {
            smart_count: warnings.length - few,
          })}
        </Button>
      )}
    </Alert>
  );
}
