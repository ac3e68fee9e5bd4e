import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { Link } from 'react-router';
import { useCan } from '../../api/session';
import { useDeadline } from '../month/useDeadline';
import type { AlertCounts, MonthLine } from './queries';
import { StepDots } from './StepDots';

const colours = {
  LATE: 'error',
  BLOCKED: 'error',
  DUE: 'warning',
  TODO: 'primary',
  WAITING: 'default',
  DONE: 'success',
  EMPTY: 'default',
} as const satisfies Record<MonthLine['urgency'], string>;

/** Widths of the list, not of the screen: the menu and the map take theirs. */
const twoColumns = '@container (min-width: 560px)';
const oneLine = '@container (min-width: 844px)';

/** One operation: what is to be done now and by when, its steps, its figures, one button. */
export function OperationLine({ line, alerts }: { line: MonthLine; alerts?: AlertCounts | undefined }) {
  const t = useT();
  const can = useCan();
  const { operationId, operationName, externalId, dso, urgency, month, sitesNumber } = line;
  const ofOperation = `/pmo/operations/${operationId}`;
  const toMonth = can('month:visit') ? `${ofOperation}/month/${month}` : ofOperation;
  const acts = line.next?.actor === 'ORGANIZER' && can('month:visit');
  return (
    <Box
      component="li"
      id={`operation-${operationId}`}
      className="print-whole"
      sx={{
        px: 2,
        py: 1.5,
        display: 'grid',
        columnGap: 1.5,
        rowGap: 0.75,
        alignItems: 'center',
        gridTemplateColumns: 'minmax(0, 1fr)',
        // Down the columns: the name over what comes next, the figures over the button.
        [twoColumns]: {
          py: 1,
          gridAutoFlow: 'column',
          gridTemplate: 'auto auto / minmax(0, 1fr) 168px',
          alignItems: 'start',
        },
        [oneLine]: { alignItems: 'center', gridTemplate: 'auto / minmax(140px, 1fr) minmax(384px, 2fr) 148px 104px' },
        '& + &': { borderTop: 1, borderColor: 'divider' },
        '&:target, &:has(:focus-visible), &.looked-at': { bgcolor: 'action.hover' },
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <MuiLink
          component={Link}
          to={ofOperation}
          underline="hover"
          color="textPrimary"
          sx={{ fontWeight: 650, overflowWrap: 'anywhere', display: 'inline-block', py: 0.25 }}
        >
          {operationName}
        </MuiLink>
        <Typography variant="caption" component="div" color="textSecondary">
          {[externalId, t(`enums.Dso.${dso}`), t('operations.sites', { smart_count: sitesNumber })].join(' · ')}
        </Typography>
      </Box>
      <Box sx={{ minWidth: 0, display: 'grid', gap: 0.75, justifyItems: 'start' }}>
        <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start', justifySelf: 'stretch' }}>
          <Chip
            size="small"
            color={colours[urgency]}
            variant={urgency === 'WAITING' || urgency === 'EMPTY' || urgency === 'DONE' ? 'outlined' : 'filled'}
            label={t(`operations.urgency.${urgency}`)}
          />
          <NextWords line={line} />
          {alerts && alerts.open > 0 && (
            <MuiLink
              component={Link}
              to={`${ofOperation}/alerts`}
              variant="body2"
              color={alerts.urgent > 0 ? 'error' : 'textSecondary'}
              aria-label={`${t('operations.alerts', { smart_count: alerts.open })} : ${operationName}`}
              sx={{ py: 0.25, ml: 'auto', whiteSpace: 'nowrap' }}
            >
              {t('operations.alerts', { smart_count: alerts.open })}
            </MuiLink>
          )}
        </Box>
        {urgency !== 'EMPTY' && <StepDots steps={line.steps} />}
      </Box>
      <Figures line={line} />
      <Button
        component={Link}
        to={toMonth}
        variant={acts ? 'contained' : 'outlined'}
        color={acts ? 'primary' : 'inherit'}
        aria-label={`${acts && line.next?.action ? t(`operations.do.${line.next.action}`) : t('operations.see')} : ${operationName}`}
        sx={{ textAlign: 'center' }}
        className="no-print"
      >
        {acts && line.next?.action ? t(`operations.do.${line.next.action}`) : t('operations.see')}
      </Button>
    </Box>
  );
}

/** What comes next in words, with its last day; a deadline that was missed is said first. */
function NextWords({ line: { next, steps, state } }: { line: MonthLine }) {
  const t = useT();
  const formats = useFormats();
  const deadline = useDeadline();
  const missed = state === 'DONE' ? undefined : steps.find((one) => one.state === 'MISSED');
  const step = steps.find(({ kind }) => kind === next?.step);
  const waits = step?.reason && step.state !== 'TODO' && t(`steps.reason.${step.reason}`);
  const words = [
    missed?.deadline &&
      t('operations.missed', {
        step: t(`steps.step.${missed.kind}`),
        date: formats.day(missed.deadline, 'medium'),
      }),
    waits || (next?.action && t(`steps.action.${next.action}`)),
    next && deadline(next),
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <Typography component="span" variant="body2" sx={{ overflowWrap: 'anywhere', py: 0.25 }}>
      {words.join(' · ')}
    </Typography>
  );
}

/** Energy of the month as far as it is known, and money where there is some. */
function Figures({ line }: { line: MonthLine }) {
  const t = useT();
  const formats = useFormats();
  const { consumed, shared, overdue, steps } = line;
  const drafts = steps.find((step) => step.drafts)?.drafts;
  const published = steps.find((step) => step.published)?.published;
  const money = [
    published && published.number > 0 && t('operations.invoiced', { amount: formats.money(published.amountCents) }),
    drafts && drafts.number > 0 && t('operations.drafted', { amount: formats.money(drafts.amountCents) }),
  ].filter(Boolean);
  return (
    <Typography
      component="div"
      variant="body2"
      sx={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere', [twoColumns]: { textAlign: 'right' } }}
    >
      {consumed && <div>{formats.energy(consumed.milliWh)}</div>}
      {(shared || consumed?.partial) && (
        <Typography component="div" variant="caption" color="textSecondary">
          {[
            shared && t('operations.sum.shared', { energy: formats.energy(shared.milliWh) }),
            (consumed?.partial || shared?.partial) && t('operations.partial'),
          ]
            .filter(Boolean)
            .join(', ')}
        </Typography>
      )}
      {money.length > 0 && <div>{money.join(' · ')}</div>}
      {overdue && overdue.amountCents > 0 && (
        <Box sx={{ color: 'error.main' }}>
          {t('operations.overdue', { amount: formats.money(overdue.amountCents) })}
        </Box>
      )}
    </Typography>
  );
}
