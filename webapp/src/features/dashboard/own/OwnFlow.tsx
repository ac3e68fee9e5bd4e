import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { natureFill } from '../../../design/natureFill';
import { type Balance, type BalanceSide, type Part, partsOf, type SiteBalance, useEnergyOf } from './balance';

interface OwnFlowProps {
  balance: SiteBalance;
  /** The site in the middle. */
  name: string;
}

/** Least height of an end, in percent: its name and figure have to stand beside it. */
const least = 26;

/** Where the energy of a month came from and went, with oneself in the middle; the figures are those of the sentence. */
export function OwnFlow({ balance, name }: OwnFlowProps) {
  const t = useT();
  const id = useId();
  const { used, made } = balance;
  if (!used && !made) return null;
  return (
    <Card
      component="section"
      aria-labelledby={id}
      sx={{ p: { xs: 2, sm: 3 }, minWidth: 0, display: 'flex', flexDirection: 'column' }}
    >
      <Typography id={id} variant="h2" sx={{ mb: 1.5 }}>
        {t('myEnergy.flow.title')}
      </Typography>
      <Box sx={{ display: 'flex', flex: 1, alignItems: 'stretch', minHeight: 132 }}>
        {used && <Ends side="used" of={used} />}
        <Middle {...{ name, used, made }} />
        {made && <Ends side="made" of={made} />}
      </Box>
    </Card>
  );
}

/** What came in at the left, or went out at the right. */
function Ends({ side, of }: { side: BalanceSide; of: Balance }) {
  const t = useT();
  const energy = useEnergyOf(of);
  const parts = partsOf(side, of);
  const heights = heightsOf(parts);
  return (
    <Box sx={{ display: 'flex', flex: '1 1 0', minWidth: 0, flexDirection: side === 'used' ? 'row' : 'row-reverse' }}>
      <Box
        component="ul"
        aria-label={t(`myEnergy.flow.${side}`)}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexDirection: 'column', flex: '0 1 auto', minWidth: 84 }}
      >
        {parts.map((part, index) => (
          <Box
            component="li"
            key={part.name}
            sx={{
              display: 'flex',
              flexDirection: side === 'used' ? 'row' : 'row-reverse',
              alignItems: 'stretch',
              justifyContent: 'flex-end',
              gap: 1,
              textAlign: side === 'used' ? 'right' : 'left',
            }}
            style={{ height: `${heights[index]}%` }}
          >
            <Box sx={{ alignSelf: 'center', minWidth: 0 }}>
              <Typography sx={{ lineHeight: 1.3 }}>{t(`myEnergy.flow.${side}.${part.name}`)}</Typography>
              <Typography
                sx={{ fontWeight: 650, fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap', lineHeight: 1.3 }}
              >
                {energy(part.milliWh)}
              </Typography>
            </Box>
            <Box
              aria-hidden
              sx={{ width: 8, flex: 'none', my: '2px', borderRadius: '2px', ...natureFill(part.nature) }}
            />
          </Box>
        ))}
      </Box>
      <Ribbons {...{ side, parts, heights }} />
    </Box>
  );
}

/** The heights of some parts in percent: by their energy, none too low for its words. */
function heightsOf(parts: readonly Part[]): number[] {
  const whole = parts.reduce((sum, { milliWh }) => sum + milliWh, 0);
  const low = parts.map(({ milliWh }) => Math.max(least, (100 * milliWh) / whole));
  const sum = low.reduce((all, one) => all + one, 0);
  return low.map((one) => (100 * one) / sum);
}

interface RibbonsProps {
  side: BalanceSide;
  parts: readonly Part[];
  heights: readonly number[];
}

/** From each end to its part of the middle, which is as high as its energy. */
function Ribbons({ side, parts, heights }: RibbonsProps) {
  const whole = parts.reduce((sum, { milliWh }) => sum + milliWh, 0);
  let outer = 0;
  let inner = 0;
  const paths = parts.map((part, index) => {
    const [a, b] = [outer, outer + (heights[index] ?? 0)];
    const [c, d] = [inner, inner + (100 * part.milliWh) / whole];
    outer = b;
    inner = d;
    return { part, path: `M0 ${a}C50 ${a} 50 ${c} 100 ${c}V${d}C50 ${d} 50 ${b} 0 ${b}Z` };
  });
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      sx={{ flex: '1 1 40px', minWidth: 32, height: '100%', transform: side === 'made' ? 'scaleX(-1)' : undefined }}
    >
      {paths.map(({ part, path }) => (
        <Box
          key={part.name}
          component="path"
          d={path}
          sx={{ fill: `color-mix(in srgb, var(--mui-palette-nature-${part.nature}) 38%, transparent)` }}
        />
      ))}
    </Box>
  );
}

/** Oneself: what was used, and what was made. */
function Middle({ name, used, made }: { name: string; used: Balance | undefined; made: Balance | undefined }) {
  const t = useT();
  const energyUsed = useEnergyOf(used ?? { grainMilliWh: 1 });
  const energyMade = useEnergyOf(made ?? { grainMilliWh: 1 });
  return (
    <Box
      sx={{
        flex: '0 1 auto',
        minWidth: 96,
        maxWidth: 200,
        px: 1.5,
        py: 1,
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'center',
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'action.hover',
      }}
    >
      <Typography sx={{ fontWeight: 650, lineHeight: 1.3, overflowWrap: 'break-word' }}>{name}</Typography>
      {used && <Figure label={t('myEnergy.flow.consumed')} text={energyUsed(used.wholeMilliWh)} />}
      {made && <Figure label={t('myEnergy.flow.produced')} text={energyMade(made.wholeMilliWh)} />}
    </Box>
  );
}

function Figure({ label, text }: { label: string; text: string }) {
  return (
    <Typography sx={{ lineHeight: 1.3 }}>
      <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', fontWeight: 650, whiteSpace: 'nowrap' }}>
        {text}
      </Box>{' '}
      {label}
    </Typography>
  );
}
