import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowsSkeleton } from '../../design/Skeletons';
import { ThingLink } from '../../design/ThingLink';
import { useExtent } from './queries';

type OperationExtent = Schemas['OperationExtent'];

/** How far apart the sites lie and how much the producers can make, beside what the law allows today. */
export function Extent({ operationId }: { operationId: string }) {
  const t = useT();
  const extent = useExtent(operationId);
  return (
    <Card component="section" aria-labelledby="extent" sx={{ p: 2 }}>
      <Typography id="extent" variant="h2" sx={{ mb: 2 }}>
        {t('setup.extent.title')}
      </Typography>
      {extent.isPending && <RowsSkeleton rows={2} height={48} />}
      {extent.isError && <ErrorPanel error={extent.error} onRetry={() => extent.refetch()} />}
      {extent.data && (
        <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))' }}>
          <Distance extent={extent.data} />
          {extent.data.producersNumber > 0 && <Power extent={extent.data} />}
        </Box>
      )}
    </Card>
  );
}

function Distance({ extent }: { extent: OperationExtent }) {
  const t = useT();
  const formats = useFormats();
  const { meters, farthest, limits, unplaced, unplacedNumber } = extent;
  const kilometres = (value: number) => formats.number(value / 1000, value < 100_000 && value % 1000 !== 0 ? 1 : 0);
  const [a, b] = farthest ?? [];
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {t('setup.extent.distance')}
      </Typography>
      <Typography sx={{ fontSize: '1.375rem', fontWeight: 650 }}>
        {meters === undefined ? t('formats.none') : t('setup.extent.kilometres', { value: kilometres(meters) })}
      </Typography>
      {meters === undefined && <Typography variant="body2">{t('setup.extent.distanceUnknown')}</Typography>}
      {a && b && (
        <Typography variant="body2" sx={{ mb: 1 }}>
          <ThingLink thing="site" id={a.id}>
            {a.name}
          </ThingLink>
          {' – '}
          <ThingLink thing="site" id={b.id}>
            {b.name}
          </ThingLink>
        </Typography>
      )}
      {meters !== undefined && limits.length === 0 && (
        <Typography variant="body2">{t('setup.extent.noLimit')}</Typography>
      )}
      {limits.map(({ name, meters: most, within }) => (
        <Kept key={name} within={within}>
          {t('setup.extent.limit', { name: t(`enums.DistanceLimitName.${name}`), value: kilometres(most) })}
        </Kept>
      ))}
      {limits.length > 0 && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 0.5 }}>
          {t('setup.extent.building')}
        </Typography>
      )}
      <Unknown label={t('setup.extent.unplaced', { count: unplacedNumber })} sites={unplaced} number={unplacedNumber} />
    </div>
  );
}

function Power({ extent: { knownWatts, cap, powerless, powerlessNumber } }: { extent: OperationExtent }) {
  const t = useT();
  const formats = useFormats();
  const known = formats.power(knownWatts / 1000);
  return (
    <div>
      <Typography variant="body2" color="textSecondary">
        {t('setup.extent.power')}
      </Typography>
      <Typography sx={{ fontSize: '1.375rem', fontWeight: 650, mb: 1 }}>
        {powerlessNumber > 0 ? t('setup.extent.atLeast', { value: known }) : known}
      </Typography>
      {cap && (
        <Kept within={cap.within}>
          {t('setup.extent.cap', { name: t(`enums.PowerCapName.${cap.name}`), value: formats.power(cap.watts / 1000) })}
        </Kept>
      )}
      <Unknown
        label={t('setup.extent.powerless', { count: powerlessNumber })}
        sites={powerless}
        number={powerlessNumber}
      />
    </div>
  );
}

/** A rule with a sign and a word: never a colour alone. */
function Kept({ within, children }: { within: boolean; children: string }) {
  const t = useT();
  const Icon = within ? CheckCircleOutlined : WarningAmberOutlined;
  return (
    <Typography component="p" variant="body2" sx={{ display: 'flex', gap: 0.75, alignItems: 'center' }}>
      <Icon aria-hidden fontSize="small" color={within ? 'success' : 'warning'} />
      <span>
        {children} ({t(within ? 'setup.extent.within' : 'setup.extent.beyond')})
      </span>
    </Typography>
  );
}

/** What is not known is named; the first ones lead to their pages. */
function Unknown(props: { label: string; sites: OperationExtent['unplaced']; number: number }) {
  const t = useT();
  const { label, sites, number } = props;
  if (number === 0) return null;
  return (
    <Typography
      variant="body2"
      component="p"
      color="textSecondary"
      sx={{ mt: 1, overflowWrap: 'anywhere', '& a': { textDecoration: 'underline' } }}
    >
      {label}{' '}
      {sites.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 && ', '}
          <ThingLink thing="site" id={id}>
            {name}
          </ThingLink>
        </span>
      ))}
      {number > sites.length && `, ${t('setup.extent.more')}`}
    </Typography>
  );
}
