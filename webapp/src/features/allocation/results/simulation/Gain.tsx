import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useFigures } from '../useFigures';
import { type Result, withoutGain } from './simulation';

/** What the consumers gain in money, and of whom that is not known, by reason. */
export function Gain({ result }: { result: Result }) {
  const t = useT();
  const figures = useFigures();
  const { gainCents, pricedParticipants = 0 } = result;
  if (gainCents === undefined) return null;
  return (
    <>
      {pricedParticipants > 0 && (
        <Typography sx={{ mt: 0.5, fontWeight: 620 }}>
          {t('distribution.result.gain', { amount: figures.moneyChange(gainCents), smart_count: pricedParticipants })}
        </Typography>
      )}
      {withoutGain(result.participants).map(({ lack, names }) => (
        <Typography key={lack} variant="body2" color="textSecondary">
          {t('distribution.result.gainLack', {
            reason: t(`enums.SimulationGainLack.${lack}`),
            names: names.join(', '),
          })}
        </Typography>
      ))}
      <Box component="p" sx={{ m: 0, color: 'text.secondary', fontSize: '0.8125rem' }}>
        {t('distribution.result.gainNote')}
      </Box>
    </>
  );
}
