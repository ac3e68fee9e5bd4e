import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { Site } from '../../key/sites';
import { useFigures } from '../useFigures';
import { RoundCard } from './RoundCard';
import type { Explanation } from './steps';

interface ExplanationBodyProps {
  explanation: Explanation;
  /** The site that was asked about. */
  asked: string | undefined;
  producers: readonly Site[];
}

/** The answer: figures, the same in sentences, and every round. */
export function ExplanationBody({ explanation, asked, producers }: ExplanationBodyProps) {
  const t = useT();
  const formats = useFormats();
  const figures = useFigures();
  const { productionMilliWh, consumptionMilliWh, allocatedMilliWh, dsoMilliWh, surplusMilliWh, rounds } = explanation;
  const facts: [string, string][] = [
    [t('distribution.explain.produced'), formats.energy(productionMilliWh)],
    ...(consumptionMilliWh === undefined
      ? []
      : [[t('distribution.explain.consumed'), formats.energy(consumptionMilliWh)] as [string, string]]),
    [t(asked ? 'distribution.explain.received' : 'distribution.explain.shared'), formats.energy(allocatedMilliWh)],
    [t('distribution.explain.surplus'), formats.energy(surplusMilliWh)],
    ...(dsoMilliWh === undefined
      ? []
      : [
          [t('distribution.dso'), formats.energy(dsoMilliWh)] as [string, string],
          [t('distribution.difference'), figures.energyChange(allocatedMilliWh - dsoMilliWh)] as [string, string],
        ]),
  ];
  return (
    <Stack spacing={2}>
      <Typography>
        {t(explanation.configVersion > 0 ? 'distribution.explain.by' : 'distribution.explain.byDraft', {
          method: t(`enums.AllocationAlgorithm.${explanation.type}`),
          version: explanation.configVersion,
        })}
      </Typography>
      <Box
        component="dl"
        sx={{
          m: 0,
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
          '& > div': { border: 1, borderColor: 'divider', borderRadius: 1, p: 1 },
        }}
      >
        {facts.map(([name, value]) => (
          <div key={name}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {name}
            </Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {value}
            </Typography>
          </div>
        ))}
      </Box>
      <Box>
        <Typography variant="h3" sx={{ mb: 0.5 }}>
          {t('distribution.explain.inWords')}
        </Typography>
        <Stack component="ol" spacing={0.75} sx={{ m: 0, pl: 2.5 }}>
          {explanation.sentences.map((sentence, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may come twice
            <Typography component="li" key={index}>
              {sentence}
            </Typography>
          ))}
        </Stack>
      </Box>
      {rounds.length > 0 && (
        <Box>
          <Typography variant="h3" sx={{ mb: 1 }}>
            {t('distribution.explain.inFigures')}
          </Typography>
          <Stack spacing={1.5}>
            {rounds.map((round, index) => (
              <RoundCard
                // biome-ignore lint/suspicious/noArrayIndexKey: rounds have their place only
                key={index}
                round={round}
                asked={asked}
                producer={producers.find(({ id }) => id === round.producerId)?.name}
              />
            ))}
          </Stack>
        </Box>
      )}
    </Stack>
  );
}
