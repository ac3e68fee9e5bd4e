import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useMemo } from 'react';
import { useCan } from '../../api/session';
import type { ViewState } from '../../design/ChartCard';
import type { Column } from '../../design/DataTable';
import { EntityList } from '../../design/EntityList';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { ThingLink } from '../../design/ThingLink';
import { useListAddress } from '../../design/useListAddress';
import { useProblemText } from '../../design/useProblemText';
import type { PlanDraft } from './draft';
import type { Plan } from './queries';

interface PlansListProps {
  plans: readonly Plan[];
  state: ViewState;
  none: ReactNode;
  onDraft: (draft: PlanDraft) => void;
}

/** The plans of an operation: what each costs, how often and how it is paid, and how many have it. */
export function PlansList({ plans, state, none, onDraft }: PlansListProps) {
  const t = useT();
  const address = useListAddress();
  const columns = useColumns();
  const actionsOf = useActions(onDraft);
  return (
    <EntityList
      address={address}
      searchLabel={t('plans.search')}
      caption={t('plans.title')}
      rows={matching(
        plans,
        address.search,
        ({ name, description, charges }) => `${name} ${description} ${charges.map((charge) => charge.name).join(' ')}`,
      )}
      all={plans}
      columns={columns}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      defaultSort={{ id: 'name' }}
      state={state}
      none={none}
      actions={(plan) => <RowMenu name={plan.name} actions={actionsOf(plan)} />}
    />
  );
}

function useActions(onDraft: (draft: PlanDraft) => void) {
  const t = useT();
  const can = useCan();
  return (plan: Plan) => [
    ...(can('plan:update')
      ? [
          {
            label: t(plan.alreadyInvoiced ? 'plans.rename' : 'plans.edit'),
            onClick: () => onDraft({ kind: 'change', plan }),
          },
        ]
      : []),
    ...(can('plan:create') ? [{ label: t('plans.duplicate'), onClick: () => onDraft({ kind: 'copy', plan }) }] : []),
  ];
}

function useColumns(): Column<Plan>[] {
  const t = useT();
  const formats = useFormats();
  return useMemo((): Column<Plan>[] => {
    const priceOf = ({ priceMicroEuro, type }: Plan['charges'][number]) =>
      priceMicroEuro === undefined ? t(`plans.per.${type}`) : formats.price(priceMicroEuro, t(`plans.per.${type}`));
    const paymentOf = ({ paymentMethod, paymentTerm }: Plan) =>
      t('plans.payment', {
        method: t(`enums.PaymentMethod.${paymentMethod ?? 'transfer'}`),
        term: paymentTerm === 0 ? t('plans.onReceipt') : t('plans.term', { smart_count: paymentTerm }),
      });
    return [
      {
        id: 'name',
        header: t('plans.column.plan'),
        width: 'minmax(180px, 1.6fr)',
        cell: (plan) => <PlanName plan={plan} />,
        sortValue: ({ name }) => name,
        file: { as: 'text', of: ({ name }) => name },
      },
      {
        id: 'charges',
        header: t('plans.column.prices'),
        width: 'minmax(220px, 2fr)',
        cell: ({ charges }) => (
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', whiteSpace: 'normal' }}>
            {charges.map((charge) => (
              <Box component="li" key={charge.code} sx={{ overflowWrap: 'anywhere' }}>
                {charge.name ?? charge.code}{' '}
                <Box component="strong" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                  {priceOf(charge)}
                </Box>
              </Box>
            ))}
          </Box>
        ),
        file: {
          as: 'text',
          of: ({ charges }) => charges.map((charge) => `${charge.name ?? charge.code} ${priceOf(charge)}`).join(' ; '),
        },
      },
      {
        id: 'period',
        header: t('plans.column.period'),
        width: '132px',
        cell: ({ period }) => t(`enums.PlanPeriod.${period}`),
        sortValue: ({ period }) => t(`enums.PlanPeriod.${period}`),
        hideBelow: 'md',
      },
      {
        id: 'payment',
        header: t('plans.column.payment'),
        width: 'minmax(150px, 1fr)',
        cell: paymentOf,
        sortValue: paymentOf,
        hideBelow: 'md',
      },
      {
        id: 'subscriptions',
        header: t('plans.column.subscriptions'),
        width: '132px',
        align: 'right',
        cell: ({ subscriptionsNumber }) => formats.number(subscriptionsNumber),
        sortValue: ({ subscriptionsNumber }) => subscriptionsNumber,
        file: { as: 'number', of: ({ subscriptionsNumber }) => subscriptionsNumber },
      },
    ];
  }, [t, formats]);
}

/** The way to the plan, what it is for, whether its prices are fixed, and what is odd about them. */
function PlanName({ plan }: { plan: Plan }) {
  const t = useT();
  const problem = useProblemText();
  return (
    <Box sx={{ minWidth: 0, py: 0.5, whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
      <ThingLink thing="plan" id={plan.id} className="name">
        {plan.name}
      </ThingLink>
      {plan.description && (
        <Typography variant="body2" color="textSecondary">
          {plan.description}
        </Typography>
      )}
      {plan.alreadyInvoiced && (
        <Tooltip title={t('errors.planAlreadyInvoiced')}>
          <Chip
            size="small"
            variant="outlined"
            icon={<LockOutlined aria-hidden />}
            label={t('plans.locked')}
            tabIndex={0}
            sx={{ mt: 0.5 }}
          />
        </Tooltip>
      )}
      {plan.warnings?.map((warning) => (
        <Typography key={`${warning.row} ${warning.key}`} variant="body2" sx={{ color: 'warning.main' }}>
          {problem(warning)}
        </Typography>
      ))}
    </Box>
  );
}
