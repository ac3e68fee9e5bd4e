import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useFigures } from '../useFigures';
import { type Comparison, comparisons, type Result } from './simulation';

/** The key in force and the other one, line by line. */
export function ComparisonTable({ result }: { result: Result }) {
  const t = useT();
  return (
    <Box
      component="table"
      sx={{
        mt: 2,
        width: '100%',
        maxWidth: 760,
        borderCollapse: 'collapse',
        '& th, & td': { py: 0.75, px: { xs: 0.5, sm: 1 }, textAlign: 'right', fontWeight: 400 },
        '& td': { fontVariantNumeric: 'tabular-nums' },
        '& thead th': { color: 'text.secondary', fontSize: '0.8125rem', fontWeight: 600 },
        '& th[scope="row"], & thead th:first-of-type': { textAlign: 'left', pl: 0 },
        '& tbody tr': { borderTop: 1, borderColor: 'divider' },
        '& .change': { fontWeight: 600 },
        '& :is(th, td).change': { display: { xs: 'none', sm: 'table-cell' } },
        '& span.change': { display: { xs: 'block', sm: 'none' } },
      }}
    >
      <caption style={visuallyHidden}>{t('distribution.result.comparison')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('distribution.result.figure')}</th>
          <th scope="col">{t('distribution.result.inForce')}</th>
          <th scope="col">{t('distribution.result.simulated')}</th>
          <th scope="col" className="change">
            {t('distribution.difference')}
          </th>
        </tr>
      </thead>
      <tbody>
        {comparisons(result).map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </tbody>
    </Box>
  );
}

function Line({ line: { id, as, inForce, simulated } }: { line: Comparison }) {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  const text = (value: number | undefined) => {
    if (value === undefined) return t('formats.none');
    return as === 'energy' ? formats.energy(value) : formats.rate(value);
  };
  const change = inForce === undefined || simulated === undefined ? undefined : simulated - inForce;
  const difference = () => {
    if (change === undefined) return t('formats.none');
    return as === 'energy' ? figures.energyChange(change) : figures.pointsChange(change);
  };
  return (
    <tr>
      <th scope="row">{t(`distribution.result.line.${id}`)}</th>
      <td>{text(inForce)}</td>
      <td>
        {text(simulated)}
        {/* On a phone there is no room for a fourth column. */}
        <span className="change">{difference()}</span>
      </td>
      <td className="change">{difference()}</td>
    </tr>
  );
}
