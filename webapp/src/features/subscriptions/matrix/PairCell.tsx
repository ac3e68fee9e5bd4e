import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Subscription } from '../queries';
import { usePairName } from '../useSubscriptionColumns';
import { type Cell, isHole, type MatrixRow, type NamedPair, pairOf, type Seller } from './matrix';

interface PairCellProps {
  row: MatrixRow;
  seller: Seller;
  cell: Cell;
  onChange: ((subscription: Subscription) => void) | undefined;
  onFill: ((pair: NamedPair) => void) | undefined;
}

const button = {
  font: 'inherit',
  color: 'inherit',
  bgcolor: 'transparent',
  border: 0,
  borderRadius: 1,
  px: 0.5,
  py: 0.25,
  minHeight: 32,
  maxWidth: '100%',
  textAlign: 'left',
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 0.5,
  '@media (pointer: coarse)': { minHeight: 44 },
  '&:hover': { bgcolor: 'action.hover' },
} as const;

/** What binds a consumer and a seller: its plan, one that begins later, nothing yet, or nothing to look for. */
export function PairCell({ row, seller, cell, onChange, onFill }: PairCellProps) {
  const t = useT();
  const formats = useFormats();
  const pairName = usePairName();
  const pair = pairOf(row, seller);
  const name = pairName({ consumerName: row.name, producerName: seller.name ?? t('subscriptions.byOperation') });
  if (isHole(cell)) {
    if (!onFill) return <Box sx={{ color: 'warning.main' }}>{t('subscriptions.matrix.none')}</Box>;
    return (
      <Box
        component="button"
        type="button"
        className="no-print"
        aria-label={t('subscriptions.matrix.fillOne', { pair: name })}
        onClick={() => onFill(pair)}
        sx={{ ...button, border: '1px dashed', borderColor: 'warning.main', color: 'warning.main', px: 1 }}
      >
        <Add aria-hidden sx={{ fontSize: 16 }} />
        {t('subscriptions.matrix.none')}
      </Box>
    );
  }
  return (
    <>
      {cell.active && <Plan of={cell.active} text={cell.active.plan.name} {...{ name, onChange }} />}
      {cell.upcoming && (
        <Plan
          of={cell.upcoming}
          text={t('subscriptions.planFrom', {
            plan: cell.upcoming.plan.name,
            date: formats.day(cell.upcoming.startDate),
          })}
          {...{ name, onChange }}
          later
        />
      )}
    </>
  );
}

interface PlanProps {
  of: Subscription;
  text: string;
  name: string;
  later?: boolean;
  onChange: PairCellProps['onChange'];
}

/** The plan of a pair; pressing it changes it. */
function Plan({ of, text, name, later = false, onChange }: PlanProps) {
  const t = useT();
  const look = later ? { color: 'text.secondary', fontSize: '0.8125rem' } : {};
  if (!onChange) return <Box sx={look}>{text}</Box>;
  return (
    <Box
      component="button"
      type="button"
      aria-label={t('subscriptions.matrix.changeOne', { plan: text, pair: name })}
      onClick={() => onChange(of)}
      sx={{ ...button, ...look }}
    >
      {text}
    </Box>
  );
}
