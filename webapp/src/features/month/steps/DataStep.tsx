import VerifiedOutlined from '@mui/icons-material/VerifiedOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { siteDaysPath } from '../../../api/addresses';
import { useOperation } from '../../../api/operations';
import { Can } from '../../../design/Can';
import { RowsSkeleton } from '../../../design/Skeletons';
import { TermInfo } from '../../../design/TermInfo';
import { spanOf } from '../links';
import type { MonthSite, MonthStep, OperationMonth } from '../queries';

const NewImport = lazy(async () => ({ default: (await import('../../curveImport/newImport/NewImport')).NewImport }));
const UploadPanel = lazy(async () => ({ default: (await import('../../curveImport/upload/UploadPanel')).UploadPanel }));
const DeclareDialog = lazy(async () => ({
  default: (await import('../../curveImport/definitive/DeclareDialog')).DeclareDialog,
}));

/** Which days lack, site by site, and the curves that bring them. */
export function DataStep({ month, step }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  const { features } = useOperation();
  const [more, setMore] = useState(step.state !== 'DONE' && step.reason !== 'MONTH_NOT_OVER');
  const [declaring, setDeclaring] = useState(false);
  const provisional = month.sites.some(({ provisionalDays }) => provisionalDays > 0);
  return (
    <Stack sx={{ gap: 2 }}>
      {step.state === 'DONE' && <Typography>{t('month.data.done')}</Typography>}
      <LackingSites month={month} />
      {provisional && step.reason !== 'MONTH_NOT_OVER' && (
        <Can permission="curve:declare">
          <Box>
            <Button
              variant={step.action === 'DECLARE_DEFINITIVE' ? 'contained' : 'outlined'}
              startIcon={<VerifiedOutlined />}
              onClick={() => setDeclaring(true)}
            >
              {t('month.data.declare')}
            </Button>{' '}
            <TermInfo of="definitive" />
          </Box>
        </Can>
      )}
      <Can permission="curve:import">
        {more ? (
          <Suspense fallback={<RowsSkeleton rows={2} />}>
            {features.includes('monthlyFiles') ? <UploadPanel /> : <NewImport />}
          </Suspense>
        ) : (
          <Box>
            <Button variant="outlined" color="inherit" onClick={() => setMore(true)}>
              {t('month.data.again')}
            </Button>
          </Box>
        )}
      </Can>
      {declaring && (
        <Suspense fallback={null}>
          <DeclareDialog months={[month.month]} onClose={() => setDeclaring(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

/** So many sites are named at once; the rest at a click. */
const namedAtMost = 8;

function LackingSites({ month: { sites, sitesNumber } }: { month: OperationMonth }) {
  const t = useT();
  const formats = useFormats();
  const { id } = useOperation();
  const [all, setAll] = useState(false);
  if (sites.length === 0) return null;
  const named = all ? sites : sites.slice(0, namedAtMost);
  const days = (ranges: MonthSite['missing'] = []) =>
    ranges.map(({ from, to }) => formats.dayRange(from, to)).join(', ');
  const words = ({ missing, provisional, measured }: MonthSite) =>
    [
      missing && t('month.data.missing', { days: days(missing) }),
      provisional && t('month.data.provisional', { days: days(provisional) }),
      measured && t('month.data.measured'),
    ].filter(Boolean);
  return (
    <div>
      <Typography sx={{ fontWeight: 600 }}>{t('month.data.lacking', { count: sitesNumber })}</Typography>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {named.map((site) => (
          <Box
            component="li"
            key={`${site.participantId} ${site.energyType}`}
            sx={{ py: 0.5, overflowWrap: 'anywhere' }}
          >
            <MuiLink
              component={Link}
              to={siteDaysPath(id, site.participantId, spanOf(site.missing ?? site.provisional))}
            >
              {site.name}
            </MuiLink>{' '}
            <Typography component="span" variant="body2" color="textSecondary">
              {t(`enums.EnergyType.${site.energyType}`)} · {words(site).join(' · ')}
            </Typography>
          </Box>
        ))}
      </Box>
      {sitesNumber > named.length && (
        <Button size="small" onClick={() => setAll(true)} disabled={all}>
          {t('month.data.more', { smart_count: sitesNumber - named.length })}
        </Button>
      )}
    </div>
  );
}
