import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { FilterChips } from '../../../design/FilterChips';
import { firstOf, type ImportResult, linesOf, summaryOf, type View, views } from '../imports';
import { ReadingList } from '../ReadingList';
import { SuspectedList } from '../SuspectedList';
import { WarningList } from '../WarningList';
import { PreviewTable } from './PreviewTable';

/** What was understood of the files, curve by curve, beside the month before. */
export function ImportPreview({
  result,
  done = false,
  held = false,
}: {
  result: ImportResult;
  done?: boolean;
  held?: boolean;
}) {
  const t = useT();
  const [view, setView] = useState<View>('all');
  const summary = summaryOf(result);
  return (
    <Stack sx={{ gap: 1.5, minWidth: 0 }}>
      {!done && <Headline result={result} />}
      {!done && result.unchanged && (
        <Alert severity="info" variant="outlined" role="status">
          {t('curveImport.preview.unchanged')}
        </Alert>
      )}
      {!done && summary.suspected > 0 && (
        <Alert severity="warning" variant="outlined">
          {t('curveImport.preview.suspected', { smart_count: summary.suspected })}
        </Alert>
      )}
      <SuspectedList result={result} agreed={done && !held} />
      <ReadingList result={result} />
      <WarningList warnings={result.warnings ?? []} count={result.warningCount} />
      {result.sites.length > 0 && (
        <>
          <FilterChips
            label={t('curveImport.view.label')}
            options={views.map((value) => ({
              value,
              label: t(`curveImport.view.${value}`),
              count: linesOf(result.sites, value).length,
            }))}
            value={view}
            onChange={setView}
          />
          <PreviewTable sites={linesOf(result.sites, view)} onClear={() => setView('all')} />
          <Typography variant="caption" color="textSecondary">
            {t('curveImport.preview.legend')}
          </Typography>
        </>
      )}
    </Stack>
  );
}

/** Sites, months, points and energies in one sentence, and what an import would change. */
function Headline({ result }: { result: ImportResult }) {
  const t = useT();
  const formats = useFormats();
  const { sites, months, milliWhOf, missing, doubtful } = summaryOf(result);
  const [first, last] = [months[0], months.at(-1)];
  const month = (of: string) => formats.day(firstOf(of), 'month');
  const parts = [
    t('curveImport.preview.sites', { smart_count: sites || (result.readingSites?.length ?? 0) }),
    first && last && (first === last ? month(first) : t('formats.period', { from: month(first), to: month(last) })),
    (result.points > 0 || !result.readings) &&
      t('curveImport.preview.points', { smart_count: result.points, value: formats.number(result.points) }),
    result.readings && t('curveImport.preview.readings', { smart_count: result.readings }),
    ...Object.entries(milliWhOf).map(
      ([nature, milliWh]) => `${t(`enums.Nature.${nature as keyof typeof milliWhOf}`)} ${formats.energy(milliWh)}`,
    ),
    missing > 0 && t('curveImport.preview.missing', { smart_count: missing, value: formats.number(missing) }),
    doubtful > 0 && t('curveImport.preview.doubtful', { smart_count: doubtful, value: formats.number(doubtful) }),
  ].filter(Boolean);
  return (
    <div>
      <Typography variant="h3">{t('curveImport.preview.title')}</Typography>
      <Typography color="textSecondary">{parts.join(' · ')}</Typography>
      {!result.unchanged && (result.changedSites > 0 || !result.readings) && (
        <Typography sx={{ mt: 0.5 }}>
          {t('curveImport.preview.wouldChange', {
            smart_count: result.changedSites,
            days: formats.number(result.changedDays),
          })}
        </Typography>
      )}
    </div>
  );
}
