import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useEffect, useId, useRef } from 'react';
import { NatureMark } from '../../../design/NatureLegend';
import { natureFill } from '../../../design/natureFill';
import { type BalanceSide, dayOfMonth, type MonthBalance, partsOf, sidesIn } from './balance';

interface YearStripProps {
  year: readonly MonthBalance[];
  /** The one that the page is about. */
  month: string;
  onMonth: (month: string) => void;
}

/** Twelve months beside each other, local and from the grid; each leads to its figures. A month without data has no bar. */
export function YearStrip({ year, month, onMonth }: YearStripProps) {
  const t = useT();
  const id = useId();
  const chosen = useRef<HTMLLIElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen month comes into view where the strip is longer than the screen
  useEffect(() => {
    const item = chosen.current;
    const list = item?.parentElement;
    if (item && list) list.scrollLeft = item.offsetLeft - list.clientWidth + item.clientWidth;
  }, [month]);
  const sides = sidesIn(year);
  const most = Math.max(1, ...year.flatMap((one) => sides.map((side) => one[side]?.wholeMilliWh ?? 0)));
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, pb: { xs: 1, sm: 1.5 }, minWidth: 0 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center', mb: 1 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t('myEnergy.year.title')}
        </Typography>
        <Legend sides={sides} />
      </Stack>
      <Box
        component="ol"
        sx={{ position: 'relative', m: 0, p: 0.5, mx: -0.5, listStyle: 'none', display: 'flex', overflowX: 'auto' }}
      >
        {year.map((one) => (
          <Box
            component="li"
            key={one.month}
            ref={one.month === month ? chosen : undefined}
            sx={{ flex: '1 0 38px', '@media (pointer: coarse)': { flexBasis: 44 } }}
          >
            <MonthButton {...{ one, sides, most }} current={one.month === month} onPress={() => onMonth(one.month)} />
          </Box>
        ))}
      </Box>
    </Card>
  );
}

function Legend({ sides }: { sides: readonly BalanceSide[] }) {
  const t = useT();
  const natures = [
    { nature: 'Autoconso', text: t('myEnergy.year.local') },
    ...(sides.includes('used') ? [{ nature: 'complement', text: t('myEnergy.flow.used.grid') } as const] : []),
    ...(sides.includes('made') ? [{ nature: 'Surplus', text: t('myEnergy.flow.made.grid') } as const] : []),
  ] as const;
  return natures.map(({ nature, text }) => (
    <Stack key={nature} direction="row" sx={{ gap: 0.75, alignItems: 'center' }}>
      <NatureMark nature={nature} />
      <Typography variant="caption">{text}</Typography>
    </Stack>
  ));
}

interface MonthButtonProps {
  one: MonthBalance;
  sides: readonly BalanceSide[];
  most: number;
  current: boolean;
  onPress: () => void;
}

function MonthButton({ one, sides, most, current, onPress }: MonthButtonProps) {
  const t = useT();
  const formats = useFormats();
  const day = dayOfMonth(one.month);
  const said = sides.flatMap((side) => {
    const of = one[side];
    return of
      ? [t(`myEnergy.year.${side}`, { rate: formats.rate(of.rate, 0), energy: formats.energy(of.wholeMilliWh) })]
      : [];
  });
  // What is heard begins with what is seen (WCAG 2.5.3).
  const label = [formats.day(day, 'monthMedium'), ...(said.length > 0 ? said : [t('myEnergy.year.none')])].join(', ');
  return (
    <ButtonBase
      aria-label={label}
      aria-current={current || undefined}
      disabled={said.length === 0}
      onClick={onPress}
      sx={{
        width: '100%',
        display: 'block',
        borderRadius: 1,
        p: 0.5,
        bgcolor: current ? 'action.selected' : undefined,
        '&:hover': { bgcolor: 'action.hover' },
        '&.Mui-focusVisible': { outline: '2px solid', outlineColor: 'primary.main' },
      }}
    >
      {sides.map((side) => {
        const of = one[side];
        return (
          <Box
            key={side}
            aria-hidden
            sx={{
              height: sides.length > 1 ? 48 : 88,
              display: 'flex',
              flexDirection: side === 'used' || sides.length === 1 ? 'column-reverse' : 'column',
              borderBottom: side === 'used' || sides.length === 1 ? '1px solid' : 0,
              borderColor: 'divider',
              alignItems: 'center',
            }}
          >
            {of &&
              partsOf(side, of).map((part) => (
                <Box
                  key={part.name}
                  sx={{ width: '100%', maxWidth: 28, flex: 'none', ...natureFill(part.nature) }}
                  style={{ height: `${(100 * part.milliWh) / most}%` }}
                />
              ))}
          </Box>
        );
      })}
      <Typography
        component="span"
        aria-hidden
        sx={{
          display: 'block',
          fontSize: '0.75rem',
          fontWeight: current ? 650 : 400,
          lineHeight: 1.8,
          color: said.length > 0 ? 'text.primary' : 'text.secondary',
        }}
      >
        {formats.day(day, 'monthShort')}
      </Typography>
    </ButtonBase>
  );
}
