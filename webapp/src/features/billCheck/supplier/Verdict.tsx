import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HelpOutline from '@mui/icons-material/HelpOutlineOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import type { SupplierBill } from './queries';

/** What a supplier should bill, how that comes about, and what its bill says beside it. */
export function Verdict({ bill }: { bill: SupplierBill }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const { usedMilliWh: used, sharedMilliWh: shared, expectedMilliWh: expected, toleranceMilliWh: tolerance } = bill;
  if (used === undefined || shared === undefined || expected === undefined || tolerance === undefined) {
    return <Lacks bill={bill} />;
  }
  return (
    <Card component="section" aria-labelledby={id} aria-live="polite" sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {t('billCheck.supplier.should')}
      </Typography>
      <Typography
        component="p"
        sx={{
          fontSize: { xs: '2rem', sm: '2.5rem' },
          fontWeight: 700,
          lineHeight: 1.2,
          fontVariantNumeric: 'tabular-nums',
        }}
      >
        {formats.energy(expected)}
      </Typography>
      <Typography>
        {t('billCheck.supplier.sum', { used: formats.energy(used), shared: formats.energy(shared) })}
      </Typography>
      {bill.verdict && (
        <Told verdict={bill.verdict}>
          <Typography component="p" sx={{ fontWeight: 650 }}>
            {t(`enums.SupplierBillVerdict.${bill.verdict}`)}
          </Typography>
          <Typography>
            {t(`billCheck.supplier.verdict.${bill.verdict}`, {
              billed: formats.energy(bill.billedMilliWh ?? 0),
              excess: formats.energy(Math.abs(bill.excessMilliWh ?? 0)),
              expected: formats.energy(expected),
              shared: formats.energy(shared),
            })}
          </Typography>
        </Told>
      )}
      <Typography color="textSecondary" sx={{ mt: 2 }}>
        {t('billCheck.supplier.tolerance', { tolerance: formats.energy(tolerance), smart_count: bill.registers })}
      </Typography>
      {bill.provisional && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {t('billCheck.provisional')}
        </Typography>
      )}
    </Card>
  );
}

const looks = {
  DEDUCTED: { Icon: CheckCircleOutlined, colour: 'success.main' },
  UNDECIDED: { Icon: HelpOutline, colour: 'text.secondary' },
  NOT_DEDUCTED: { Icon: ErrorOutlined, colour: 'error.main' },
  PARTLY_DEDUCTED: { Icon: ErrorOutlined, colour: 'error.main' },
  BILLED_MORE: { Icon: ErrorOutlined, colour: 'error.main' },
  BILLED_LESS: { Icon: HelpOutline, colour: 'text.secondary' },
} as const;

function Told({ verdict, children }: { verdict: keyof typeof looks; children: React.ReactNode }) {
  const { Icon, colour } = looks[verdict];
  return (
    <Stack direction="row" sx={{ gap: 1.5, mt: 2, pt: 2, borderTop: 1, borderColor: 'divider' }}>
      <Icon aria-hidden sx={{ color: colour, mt: 0.25 }} />
      <Box sx={{ minWidth: 0, maxWidth: '72ch' }}>{children}</Box>
    </Stack>
  );
}

/** Days that are not known: part of a bill proves nothing. */
function Lacks({ bill }: { bill: SupplierBill }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} aria-live="polite" sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {t('billCheck.supplier.noVerdict')}
      </Typography>
      <Typography>{t('billCheck.supplier.noVerdictAdvice')}</Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
        {bill.gaps.map(({ reason, startDate, endDate }) => (
          <li key={startDate}>
            {t('billCheck.supplier.gap', {
              range: formats.dayRange(startDate, endDate),
              reason: t(`enums.EconomyGapReason.${reason}`),
            })}
          </li>
        ))}
      </Box>
    </Card>
  );
}
