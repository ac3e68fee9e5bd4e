import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { type KeyType, keyTypes } from '../../key/key';
import { MethodPicture } from '../../key/methods/MethodPicture';

/** Every sharing method: what it does, in how many rounds, what it needs, and an example. */
export function MethodsPanel({ inForce }: { inForce: KeyType | undefined }) {
  const t = useT();
  return (
    <Stack spacing={2}>
      <Typography color="textSecondary" sx={{ maxWidth: '90ch' }}>
        {t('distribution.methods.words')}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {keyTypes.map((type) => (
          <MethodCard key={type} type={type} inForce={type === inForce} />
        ))}
      </Box>
      <Typography variant="caption" color="textSecondary">
        {t('allocation.example.legend')}
      </Typography>
    </Stack>
  );
}

function MethodCard({ type, inForce }: { type: KeyType; inForce: boolean }) {
  const t = useT();
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} className="print-whole" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 0.5 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {t(`enums.AllocationAlgorithm.${type}`)}
        </Typography>
        {inForce && <Chip size="small" color="primary" variant="outlined" label={t('distribution.methods.inForce')} />}
      </Stack>
      <Stack direction={{ xs: 'column', sm: 'row' }} sx={{ gap: 2, alignItems: 'flex-start' }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography>{t(`allocation.method.words.${type}`)}</Typography>
          <Box component="dl" sx={{ m: 0, mt: 1, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 1.5 }}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {t('distribution.methods.rounds')}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0 }}>
              {t(`distribution.methods.roundsOf.${type}`)}
            </Typography>
            <Typography component="dt" variant="body2" color="textSecondary">
              {t('distribution.methods.needs')}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0 }}>
              {t(`distribution.methods.needsOf.${type}`)}
            </Typography>
          </Box>
        </Box>
        <Box sx={{ flex: 'none', width: 208 }}>
          <MethodPicture type={type} />
        </Box>
      </Stack>
    </Card>
  );
}
