import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, useId } from 'react';
import { ChartCard, type ViewState } from '../../design/ChartCard';
import { EmptyState } from '../../design/EmptyState';
import { useErrorText } from '../../design/useProblemText';
import { billsOf } from './bills';
import type { Economy, Outcome, PriceConfig } from './queries';

const BillBars = lazy(() => import('./BillBars').then((module) => ({ default: module.BillBars })));
const BillTable = lazy(() => import('./BillTable').then((module) => ({ default: module.BillTable })));

const height = 260;

/** What a bill check came to: saved or not, the two bills, the days that count and what is assumed. */
export function Result({ outcome, state, config }: { outcome: Outcome; state: ViewState; config: PriceConfig }) {
  const t = useT();
  const { economy } = outcome;
  if (!economy) return <NoResult lacks={outcome.lacks} />;
  const bills = billsOf(economy);
  if (bills.length === 0) {
    return (
      <Stack sx={{ gap: 2 }}>
        <Card>
          <EmptyState kind="none" title={t('billCheck.noResult')} advice={t('billCheck.noDay')} />
        </Card>
        <Days economy={economy} />
      </Stack>
    );
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <Saved economy={economy} />
      <ChartCard
        title={t('billCheck.bills')}
        state={state}
        height={height}
        graph={<BillBars label={t('billCheck.bills')} bills={bills} height={height} />}
        table={<BillTable caption={t('billCheck.bills')} bills={bills} />}
        note={t('billCheck.legend')}
      />
      <Days economy={economy} />
      <Assumptions economy={economy} config={config} />
    </Stack>
  );
}

/** Nothing could be worked out: what lacks, in words. */
function NoResult({ lacks }: { lacks: Outcome['lacks'] }) {
  const t = useT();
  const words = useErrorText();
  return (
    <Card>
      <EmptyState
        kind="none"
        title={t('billCheck.noResult')}
        advice={
          <>
            {t('billCheck.noResultAdvice')}
            {lacks?.map((item) => (
              <Box component="span" key={`${item.field} ${item.key}`} sx={{ display: 'block' }}>
                {words(item)}
              </Box>
            ))}
          </>
        }
      />
    </Card>
  );
}

function Saved({ economy }: { economy: Economy }) {
  const t = useT();
  const formats = useFormats();
  const id = useId();
  const { economyCents = 0, economyRate } = economy;
  const amount = formats.money(Math.abs(economyCents));
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {t(economyCents < 0 ? 'billCheck.dearer' : 'billCheck.economy')}
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
        {amount}
      </Typography>
      {economyRate !== undefined && (
        <Typography color="textSecondary">
          {t('billCheck.ofBill', { rate: formats.rate(Math.abs(economyRate)) })}
        </Typography>
      )}
      <Typography sx={{ mt: 1 }}>
        {t('billCheck.energy', {
          local: formats.energy(economy.consumerAutoConsumptionMilliWh ?? 0),
          supplier: formats.energy(economy.consumerSupplierConsumptionMilliWh ?? 0),
        })}
      </Typography>
    </Card>
  );
}

/** Which days count, and why others do not. */
function Days({ economy }: { economy: Economy }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Told title={t('billCheck.days')}>
      <li>
        {t('billCheck.counted', {
          smart_count: economy.countedDays,
          range: formats.dayRange(economy.startDate, economy.endDate),
        })}
      </li>
      {economy.gaps.map(({ reason, startDate, endDate }) => (
        <li key={startDate}>
          {t('billCheck.leftOut', {
            range: formats.dayRange(startDate, endDate),
            reason: t(`enums.EconomyGapReason.${reason}`),
          })}
        </li>
      ))}
      {economy.provisional && <li>{t('billCheck.provisional')}</li>}
    </Told>
  );
}

function Assumptions({ economy, config }: { economy: Economy; config: PriceConfig }) {
  const t = useT();
  const formats = useFormats();
  const { peakHourStart: peak, offPeakHourStart: offPeak } = config;
  return (
    <Told title={t('billCheck.assumptions')}>
      <li>{t(economy.taxIncluded ? 'billCheck.withTax' : 'billCheck.withoutTax')}</li>
      <li>{t('billCheck.subscription')}</li>
      <li>{t('billCheck.plans')}</li>
      {economy.contractType !== 'BASE' && peak && offPeak && <li>{t('billCheck.hours', { peak, offPeak })}</li>}
      {economy.contractType === 'QUADRUPLE_PRICE' && <li>{t('billCheck.seasons')}</li>}
      {economy.trvStartDates.map((day) => (
        <li key={day}>{t('billCheck.trvUsed', { day: formats.day(day) })}</li>
      ))}
      {economy.slots.map(({ slot, priceMicroEuro }) => (
        <li key={`${slot} ${priceMicroEuro}`}>
          {t('billCheck.price', { slot: t(`enums.EconomySlot.${slot}`), price: formats.price(priceMicroEuro, 'kWh') })}
        </li>
      ))}
    </Told>
  );
}

function Told({ title, children }: { title: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 2.5 }}>
        {children}
      </Box>
    </Card>
  );
}
