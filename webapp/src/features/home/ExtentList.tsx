import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import HelpOutlined from '@mui/icons-material/HelpOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { useCan } from '../../api/session';
import { type ExtentLine, type MonthLine, useExtents } from './queries';

/** Below the map: how far apart the sites of each operation lie and how much it can make, beside what the law allows. */
export function ExtentList({ lines }: { lines: readonly MonthLine[] }) {
  const t = useT();
  const may = useCan()('participant:read');
  const found = useExtents(
    lines.map(({ operationId }) => operationId),
    may,
  ).data;
  if (!may || !found || found.length === 0) return null;
  return (
    <Box sx={{ borderTop: 1, borderColor: 'divider', px: 1.5, py: 1 }}>
      <Typography component="h2" variant="body2" sx={{ fontWeight: 650 }}>
        {t('operations.extent.title')}
      </Typography>
      <Box
        component="ul"
        // A long list is read on its own, so that the map stays where it is.
        tabIndex={0}
        aria-label={t('operations.extent.title')}
        sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 220, overflowY: 'auto' }}
      >
        {found.map((one) => (
          <Box component="li" key={one.operationId} sx={{ py: 0.75 }}>
            <MuiLink
              component={Link}
              to={`/pmo/operations/${one.operationId}/edit/operation`}
              underline="hover"
              variant="body2"
              color="textPrimary"
              sx={{ display: 'block', overflowWrap: 'anywhere' }}
            >
              {one.operationName}
            </MuiLink>
            <Distance of={one} />
            <Power of={one} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Distance({ of: { meters, limits, unplacedNumber } }: { of: ExtentLine }) {
  const t = useT();
  const formats = useFormats();
  const kilometres = (value: number) => formats.number(value / 1000, value < 100_000 && value % 1000 !== 0 ? 1 : 0);
  const unplaced = unplacedNumber > 0 && t('operations.extent.unplaced', { smart_count: unplacedNumber });
  if (meters === undefined) {
    return <Fact state="unknown" text={[t('operations.extent.unknown'), unplaced]} />;
  }
  const value = kilometres(meters);
  const [first] = limits;
  const kept = limits.find(({ within }) => within);
  const most = kept ?? limits.at(-1);
  const words = !most ? 'noLimit' : !kept ? 'beyond' : kept === first ? 'within' : 'derogation';
  return (
    <Fact
      state={!most || kept === first ? 'within' : 'beyond'}
      text={[t(`operations.extent.${words}`, { value, most: kilometres(most?.meters ?? 0) }), unplaced]}
    />
  );
}

function Power({ of: { producersNumber, knownWatts, powerlessNumber, cap } }: { of: ExtentLine }) {
  const t = useT();
  const formats = useFormats();
  if (producersNumber === 0) return null;
  const powerless = powerlessNumber > 0 && t('operations.extent.powerless', { smart_count: powerlessNumber });
  const value = formats.power(knownWatts / 1000);
  if (!cap) return <Fact state="within" text={[value, powerless]} />;
  const words = t(cap.within ? 'operations.extent.power' : 'operations.extent.powerBeyond', {
    value,
    most: formats.power(cap.watts / 1000),
  });
  return <Fact state={cap.within ? 'within' : 'beyond'} text={[words, powerless]} />;
}

const signs = {
  within: { Icon: CheckCircleOutlined, color: 'success' },
  beyond: { Icon: WarningAmberOutlined, color: 'warning' },
  unknown: { Icon: HelpOutlined, color: 'disabled' },
} as const;

/** A sign beside words that say the same. */
function Fact({ state, text }: { state: keyof typeof signs; text: readonly (string | false)[] }) {
  const { Icon, color } = signs[state];
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      sx={{ display: 'flex', gap: 0.75, alignItems: 'flex-start' }}
    >
      <Icon aria-hidden color={color} sx={{ fontSize: 16, mt: '2px' }} />
      <span>{text.filter(Boolean).join(' · ')}</span>
    </Typography>
  );
}
