import type { SvgIconComponent } from '@mui/icons-material';
import EventRepeatOutlined from '@mui/icons-material/EventRepeatOutlined';
import GroupOutlined from '@mui/icons-material/GroupOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { ProblemWords } from '../../design/ProblemWords';
import type { Plan } from './queries';

/** What a plan costs, how often and how it is paid, and how many have it. */
export function PlanTerms({ plan }: { plan: Plan }) {
  const t = useT();
  return (
    <Stack sx={{ gap: 1.5, flex: 1 }}>
      <Charges plan={plan} />
      {plan.warnings?.map((warning) => (
        <Alert key={`${warning.row} ${warning.key}`} severity="warning" variant="outlined" sx={{ py: 0 }}>
          <ProblemWords of={warning} />
        </Alert>
      ))}
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mt: 'auto', color: 'text.secondary' }}>
        <Fact icon={EventRepeatOutlined}>{t(`enums.PlanPeriod.${plan.period}`)}</Fact>
        <Fact icon={PaymentsOutlined}>
          {t('plans.payment', {
            method: t(`enums.PaymentMethod.${plan.paymentMethod ?? 'transfer'}`),
            term: plan.paymentTerm === 0 ? t('plans.onReceipt') : t('plans.term', { smart_count: plan.paymentTerm }),
          })}
        </Fact>
        <Fact icon={GroupOutlined}>{t('plans.subscriptions', { smart_count: plan.subscriptionsNumber })}</Fact>
      </Stack>
    </Stack>
  );
}

/** Name and price of each charge, prices under each other. */
function Charges({ plan }: { plan: Plan }) {
  const t = useT();
  const formats = useFormats();
  const detailsOf = ({ name, type, usage, vatPercentage, vatTreatment, pricingOption }: Plan['charges'][number]) => {
    const counted = usage ? t(`enums.Usage.${usage}`) : t(`enums.ChargeType.${type}`);
    return [
      ...(counted === name ? [] : [counted]),
      ...(pricingOption && pricingOption !== 'BASE' ? [t(`enums.PricingOption.${pricingOption}`)] : []),
      ...(vatPercentage === undefined
        ? []
        : [
            t(vatTreatment === 'GROSS' ? 'plans.vatWithin' : 'plans.vat', {
              rate: formats.percentage(vatPercentage, 2),
            }),
          ]),
    ].join(' · ');
  };
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}>
      {plan.charges.map((charge) => (
        <Stack
          key={charge.code}
          component="li"
          direction="row"
          sx={{ gap: 2, py: 0.75, alignItems: 'baseline', borderBottom: 1, borderColor: 'divider' }}
        >
          <Box sx={{ minWidth: 0, flex: 1 }}>
            <Typography sx={{ overflowWrap: 'anywhere' }}>{charge.name ?? charge.code}</Typography>
            <Typography variant="caption" color="textSecondary" component="div">
              {detailsOf(charge)}
            </Typography>
          </Box>
          <Typography sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
            {charge.priceMicroEuro === undefined
              ? t(`plans.per.${charge.type}`)
              : formats.price(charge.priceMicroEuro, t(`plans.per.${charge.type}`))}
          </Typography>
        </Stack>
      ))}
    </Box>
  );
}

function Fact({ icon: Icon, children }: { icon: SvgIconComponent; children: ReactNode }) {
  return (
    <Stack direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
      <Icon aria-hidden sx={{ fontSize: 18 }} />
      <span>{children}</span>
    </Stack>
  );
}
