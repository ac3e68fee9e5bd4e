import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId } from 'react';
import { type Balance, type BalanceSide, balanceSides, type SiteBalance, useEnergyOf, useSpokenMonth } from './balance';

interface ShareCardProps {
  balance: SiteBalance;
  /** What the person owes, which another part of the application knows. */
  owed?: ReactNode;
}

/** How much was local, in one sentence for each side of the site, and what is to be paid. */
export function ShareCard({ balance, owed }: ShareCardProps) {
  const t = useT();
  const id = useId();
  const spoken = useSpokenMonth();
  const sides = balanceSides.flatMap((side) => {
    const of = balance[side];
    return of ? [{ side, of }] : [];
  });
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Stack sx={{ gap: 1.5 }}>
        {sides.length === 0 && (
          <Typography id={id} component="h2" sx={{ fontSize: '1.25rem', fontWeight: 620 }}>
            {t('myEnergy.none', { period: spoken(balance.month ?? '') })}
          </Typography>
        )}
        {sides.map(({ side, of }, index) => (
          <Sentence
            key={side}
            id={index === 0 ? id : undefined}
            period={spoken(balance.month ?? '')}
            {...{ side, of }}
          />
        ))}
        {owed}
      </Stack>
    </Card>
  );
}

interface SentenceProps {
  id: string | undefined;
  side: BalanceSide;
  of: Balance;
  period: string;
}

function Sentence({ id, side, of, period }: SentenceProps) {
  const t = useT();
  const formats = useFormats();
  const energy = useEnergyOf(of);
  const unknown = of.unknownMilliWh ?? 0;
  return (
    <Box>
      <Typography
        id={id}
        component="h2"
        sx={{ fontSize: { xs: '1.25rem', sm: '1.5rem' }, fontWeight: 620, lineHeight: 1.25, textWrap: 'balance' }}
      >
        <Box
          component="span"
          sx={{
            fontSize: { xs: '2.5rem', sm: '3rem' },
            fontWeight: 700,
            lineHeight: 1.1,
            pr: 0.5,
            whiteSpace: 'nowrap',
          }}
        >
          {formats.rate(of.rate, 0)}
        </Box>{' '}
        {t(`myEnergy.rate.${side}`, { period })}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5 }}>
        {t(`myEnergy.meaning.${side}`, {
          shared: energy(of.sharedMilliWh),
          whole: energy(of.wholeMilliWh),
          rest: energy(of.gridMilliWh),
        })}
        {unknown > 0 && ` ${t('myEnergy.meaning.unknown', { energy: energy(unknown) })}`}
        {of.co2Kg !== undefined &&
          ` ${t('myEnergy.co2', { value: Object.values(formats.co2Parts(of.co2Kg)).join('\u202f') })}`}
      </Typography>
    </Box>
  );
}
