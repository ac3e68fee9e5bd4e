import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type PmoField, pmoFields } from '../setup/pmoFields';
import type { SetupList } from '../setup/queries';

type Lack = NonNullable<SetupList['lacks']>[number];

interface CompletenessProps {
  setup: SetupList;
  onFill: (field: PmoField | 'position') => void;
}

const fieldOf = ({ field }: Lack): PmoField | undefined => pmoFields.find((name) => field === `interlocutor.${name}`);

/** How much of what the operation needs of its own fields is there, and what each empty one stands in the way of. */
export function Completeness({ setup, onFill }: CompletenessProps) {
  const t = useT();
  const { lacks = [], fieldsNumber = 0 } = setup;
  const filled = fieldsNumber - lacks.length;
  const said =
    lacks.length === 0 ? t('branding.meter.complete') : t('branding.meter.of', { filled, count: fieldsNumber });
  return (
    <Card component="section" aria-labelledby="completeness" sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between' }}>
        <Typography id="completeness" variant="h2">
          {t('branding.meter.title')}
        </Typography>
        <Typography color="textSecondary">{said}</Typography>
      </Stack>
      <LinearProgress
        variant="determinate"
        value={fieldsNumber === 0 ? 100 : (100 * filled) / fieldsNumber}
        color={lacks.length === 0 ? 'success' : 'primary'}
        aria-labelledby="completeness"
        aria-valuetext={said}
        sx={{ my: 1.5, height: 8, borderRadius: 1 }}
      />
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {lacks.map((lack) => {
          const name = fieldOf(lack);
          const label = name ? t(`setup.pmo.${name}`) : t('branding.position');
          return (
            <Stack
              key={lack.field}
              component="li"
              direction="row"
              sx={{
                gap: 2,
                py: 0.75,
                alignItems: 'center',
                justifyContent: 'space-between',
                borderTop: 1,
                borderColor: 'divider',
              }}
            >
              <Box sx={{ minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600 }}>{label}</Typography>
                <Typography variant="body2" color="textSecondary">
                  {t('branding.meter.blocks', { acts: lack.blocks.map((act) => t(`branding.act.${act}`)).join(', ') })}
                </Typography>
              </Box>
              <Button
                color="inherit"
                variant="outlined"
                aria-label={`${t('branding.meter.fill')} : ${label}`}
                onClick={() => onFill(name ?? 'position')}
                sx={{ flexShrink: 0 }}
              >
                {t('branding.meter.fill')}
              </Button>
            </Stack>
          );
        })}
      </Box>
    </Card>
  );
}
