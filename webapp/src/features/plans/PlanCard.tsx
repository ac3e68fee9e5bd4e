import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useCan } from '../../api/session';
import { type RowAction, RowMenu } from '../../design/RowMenu';
import { ThingLink } from '../../design/ThingLink';
import { PlanTerms } from './PlanTerms';
import type { Plan } from './queries';

interface PlanCardProps {
  plan: Plan;
  onEdit: () => void;
  onDuplicate: () => void;
}

/** One plan: what it costs, how often and how it is paid, and whether it may still change. */
export function PlanCard({ plan, onEdit, onDuplicate }: PlanCardProps) {
  const t = useT();
  const can = useCan();
  const actions: RowAction[] = [
    ...(can('plan:update')
      ? [{ label: t(plan.alreadyInvoiced ? 'plans.rename' : 'plans.edit'), onClick: onEdit }]
      : []),
    ...(can('plan:create') ? [{ label: t('plans.duplicate'), onClick: onDuplicate }] : []),
  ];
  return (
    <Card component="li" className="print-whole" sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1.5 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start' }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
            <ThingLink thing="plan" id={plan.id} className="inherits">
              {plan.name}
            </ThingLink>
          </Typography>
          {plan.description && <Typography color="textSecondary">{plan.description}</Typography>}
        </Box>
        {plan.alreadyInvoiced && (
          <Tooltip title={t('errors.planAlreadyInvoiced')}>
            <Chip
              size="small"
              variant="outlined"
              icon={<LockOutlined aria-hidden />}
              label={t('plans.locked')}
              tabIndex={0}
            />
          </Tooltip>
        )}
        <RowMenu name={plan.name} actions={actions} />
      </Stack>
      <PlanTerms plan={plan} />
    </Card>
  );
}
