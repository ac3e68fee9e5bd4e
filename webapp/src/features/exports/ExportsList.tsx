import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Divider from '@mui/material/Divider';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { addressOf, type DataExport, isBeingMade, useExports } from './queries';

/** The files that one asked for: what they hold, how far they are, and the way to each. */
export function ExportsList() {
  const t = useT();
  const operation = useOperation();
  const found = useExports(operation.id);
  if (found.isPending) return <RowsSkeleton height={64} />;
  if (found.isError) return <ErrorPanel error={found.error} onRetry={() => found.refetch()} />;
  if (found.data.length === 0) {
    return <EmptyState kind="none" title={t('exports.none')} advice={t('exports.noneAdvice')} />;
  }
  return (
    <Card>
      <Stack divider={<Divider />}>
        {found.data.map((one) => (
          <Row key={one.id} operationId={operation.id} one={one} />
        ))}
      </Stack>
    </Card>
  );
}

function Row({ operationId, one }: { operationId: string; one: DataExport }) {
  const t = useT();
  const formats = useFormats();
  const days = `${formats.day(one.dateFrom as Day, 'medium')} – ${formats.day(one.dateTo as Day, 'medium')}`;
  const natures =
    one.natures.length > 0
      ? `${one.natures.map((nature) => t(`enums.Nature.${nature}`)).join(', ')} · ${t(`enums.ExportResolution.${one.resolution}`)}`
      : t('exports.sitesOnly');
  return (
    <Stack
      direction="row"
      sx={{ p: 2, gap: 2, flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}
    >
      <div style={{ minWidth: 0, flex: '1 1 260px' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{one.fileName ?? days}</Typography>
        <Typography variant="body2" color="textSecondary">
          {[natures, t(`enums.ExportFormat.${one.format}`), formats.instant(one.createdAt)].join(' · ')}
        </Typography>
        <State one={one} />
      </div>
      {one.stage === 'READY' && (
        <Button variant="outlined" href={addressOf(operationId, one.id)} download>
          {t('exports.download')}
        </Button>
      )}
    </Stack>
  );
}

const severities = { SLOW: 'info', VERY_SLOW: 'warning', OVERDUE: 'warning', FAILED: 'error' } as const;

/** How far it is, in the words that the time it has taken calls for. */
function State({ one }: { one: DataExport }) {
  const t = useT();
  const formats = useFormats();
  const words = t(`exports.stage.${one.stage}`, {
    code: one.id,
    lines: formats.number(one.linesNumber ?? 0),
    until: one.expiresAt ? formats.instant(one.expiresAt) : '',
  });
  if (one.stage in severities) {
    return (
      <Alert severity={severities[one.stage as keyof typeof severities]} sx={{ mt: 1, overflowWrap: 'anywhere' }}>
        {words}
      </Alert>
    );
  }
  return (
    <Typography variant="body2" color="textSecondary" role={isBeingMade(one) ? 'status' : undefined}>
      {words}
    </Typography>
  );
}
