import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Formats } from '@openpmo/ui/formats/bind';
import { useFormats, useT, useTranslator } from '@openpmo/ui/i18n/context';
import type { Translator } from '@openpmo/ui/i18n/translator';
import { type ReactNode, useMemo } from 'react';
import { type Column, DataTable } from '../../../design/DataTable';
import { EmptyState } from '../../../design/EmptyState';
import { NatureMark } from '../../../design/NatureLegend';
import { firstOf, type ImportSite, lineId } from '../imports';

interface Line {
  id: string;
  site: ImportSite;
}

/** One line for each curve of a month. */
export function PreviewTable({ sites, onClear }: { sites: readonly ImportSite[]; onClear: () => void }) {
  const translator = useTranslator();
  const formats = useFormats();
  const lines = useMemo(() => sites.map((site, index): Line => ({ id: lineId(site, index), site })), [sites]);
  const columns = useMemo(() => columnsOf(translator, formats), [translator, formats]);
  return (
    <DataTable
      dense
      caption={translator.t('curveImport.preview.table')}
      rows={lines}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ site }) => site.name ?? site.dsoId}
      maxHeight={460}
      empty={<EmptyState kind="noMatch" onClear={onClear} />}
    />
  );
}

function columnsOf(translator: Translator, formats: Formats): Column<Line>[] {
  const { t } = translator;
  return [
    {
      id: 'site',
      header: t('curveImport.column.site'),
      width: 'minmax(160px, 2fr)',
      cell: ({ site }) => <SiteCell site={site} />,
      sortValue: ({ site }) => site.name ?? site.dsoId,
    },
    {
      id: 'nature',
      header: t('curveImport.column.nature'),
      width: 'minmax(164px, 1fr)',
      cell: ({ site }) => (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75 }}>
          <NatureMark nature={site.nature} /> {t(`enums.Nature.${site.nature}`)}
        </Box>
      ),
      sortValue: ({ site }) => t(`enums.Nature.${site.nature}`),
    },
    {
      id: 'month',
      header: t('curveImport.column.month'),
      width: 'minmax(150px, 1fr)',
      cell: ({ site }) => formats.day(firstOf(site.month), 'month'),
      sortValue: ({ site }) => site.month,
    },
    {
      id: 'reading',
      header: t('curveImport.column.reading'),
      width: 'minmax(150px, 1fr)',
      cell: ({ site }) => <Reading site={site} translator={translator} />,
      hideBelow: 'md',
    },
    ...figures(t, formats),
  ];
}

function figures(t: Translator['t'], formats: Formats): Column<Line>[] {
  return [
    {
      id: 'points',
      header: t('curveImport.column.points'),
      align: 'right',
      width: 'minmax(100px, 1fr)',
      cell: ({ site }) => <Points site={site} />,
      // What lacks most comes first or last.
      sortValue: ({ site }) => site.missing + site.doubtful,
      hideBelow: 'sm',
    },
    {
      id: 'total',
      header: t('curveImport.column.total'),
      align: 'right',
      width: 'minmax(124px, 1fr)',
      cell: ({ site }) => (
        <TwoLines
          first={formats.kWh(site.totalMilliWh, 0)}
          second={
            site.previousMonthMilliWh !== undefined &&
            t('curveImport.preview.previous', { value: formats.kWh(site.previousMonthMilliWh, 0) })
          }
        />
      ),
      sortValue: ({ site }) => site.totalMilliWh,
    },
    {
      id: 'ratio',
      header: t('curveImport.column.ratio'),
      align: 'right',
      width: 'minmax(104px, 1fr)',
      cell: ({ site }) => <Ratio site={site} />,
      sortValue: ({ site }) => site.ratio,
      hideBelow: 'sm',
    },
    {
      id: 'changed',
      header: t('curveImport.column.changed'),
      align: 'right',
      width: '104px',
      cell: ({ site }) => formats.number(site.changedDays),
      sortValue: ({ site }) => site.changedDays,
      hideBelow: 'sm',
    },
  ];
}

function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <Box sx={{ minWidth: 0, py: 0.25, lineHeight: 1.25 }}>
      {first}
      {second && (
        <Typography noWrap variant="caption" color="textSecondary" component="div">
          {second}
        </Typography>
      )}
    </Box>
  );
}

function SiteCell({ site }: { site: ImportSite }) {
  return (
    <TwoLines
      first={
        <Typography noWrap variant="body2" sx={{ fontWeight: 600 }}>
          {site.name ?? site.dsoId}
        </Typography>
      }
      second={site.name && site.dsoId}
    />
  );
}

/** How units are written; files and readers name them in capitals. */
const signs: Readonly<Record<string, string>> = {
  W: 'W',
  KW: 'kW',
  MW: 'MW',
  WH: 'Wh',
  KWH: 'kWh',
  MWH: 'MWh',
};

/** Unit, step, and which end of the step a label marks: what is most often misread. */
function Reading({ site, translator }: { site: ImportSite; translator: Translator }) {
  const { unit, step, labels } = site;
  const { t, any } = translator;
  return (
    <TwoLines
      first={[unit && (signs[unit] ?? unit), any(`formats.step.${step}`, undefined, step)].filter(Boolean).join(' · ')}
      second={labels && t(`curveImport.labels.${labels}`)}
    />
  );
}

/** Values that are there; below, those that are missing or doubtful. */
function Points({ site }: { site: ImportSite }) {
  const t = useT();
  const formats = useFormats();
  const { points, missing, doubtful } = site;
  const wanting = [
    missing > 0 && t('curveImport.preview.missing', { smart_count: missing, value: formats.number(missing) }),
    doubtful > 0 && t('curveImport.preview.doubtful', { smart_count: doubtful, value: formats.number(doubtful) }),
  ].filter(Boolean);
  return (
    <TwoLines
      first={formats.number(points)}
      second={
        wanting.length > 0 && (
          <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
            {wanting.join(' · ')}
          </Box>
        )
      }
    />
  );
}

function Ratio({ site }: { site: ImportSite }) {
  const t = useT();
  const formats = useFormats();
  const { ratio, suspectedFactor } = site;
  if (ratio === undefined) return t('formats.none');
  if (suspectedFactor === undefined) return formats.rate(ratio, 0);
  return (
    <Chip
      size="small"
      color="warning"
      variant="outlined"
      icon={<WarningAmberOutlined aria-hidden />}
      label={t('curveImport.preview.factor', { factor: suspectedFactor })}
    />
  );
}
