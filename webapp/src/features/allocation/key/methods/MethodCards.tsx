import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Radio from '@mui/material/Radio';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { type KeyType, keyTypes } from '../key';
import { MethodPicture } from './MethodPicture';

interface MethodCardsProps {
  value: KeyType;
  /** Those by which the operator shares itself. */
  computedByOperator: readonly KeyType[];
  /** Without it the chosen method stands alone. */
  onChange: ((type: KeyType) => void) | undefined;
}

/** Every way of sharing in words and in a picture; one of them is chosen. */
export function MethodCards({ value, computedByOperator, onChange }: MethodCardsProps) {
  const t = useT();
  const shown = onChange ? keyTypes : keyTypes.filter((type) => type === value);
  return (
    <div>
      <Box
        role={onChange ? 'radiogroup' : 'group'}
        aria-label={t('allocation.method.title')}
        sx={{
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(4, 1fr)' },
        }}
      >
        {shown.map((type) => (
          <MethodCard
            key={type}
            type={type}
            byOperator={computedByOperator.includes(type)}
            chosen={type === value}
            onChoose={onChange && (() => onChange(type))}
          />
        ))}
      </Box>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mt: 1 }}>
        {t('allocation.example.legend')}
      </Typography>
    </div>
  );
}

interface MethodCardProps {
  type: KeyType;
  byOperator: boolean;
  chosen: boolean;
  onChoose: (() => void) | undefined;
}

function MethodCard({ type, byOperator, chosen, onChoose }: MethodCardProps) {
  const t = useT();
  const id = useId();
  return (
    <Card
      component={onChoose ? 'label' : 'div'}
      className="print-whole"
      sx={{
        p: 1.5,
        display: 'grid',
        gap: 1,
        // On a phone the picture stands beside the words, so that eight cards stay short.
        gridTemplateColumns: { xs: 'minmax(0, 1fr) 116px', sm: '1fr' },
        gridTemplateRows: { sm: 'auto 1fr auto auto' },
        cursor: onChoose ? 'pointer' : undefined,
        // On paper only what holds.
        '@media print': { display: chosen ? 'grid' : 'none' },
        ...(chosen
          ? { borderColor: 'primary.main', outline: '1px solid', outlineColor: 'primary.main' }
          : { '&:hover': { borderColor: 'outline' } }),
      }}
    >
      <Stack direction="row" sx={{ gap: 0.5, alignItems: 'flex-start', gridColumn: '1 / -1' }}>
        {onChoose && (
          <Radio
            size="small"
            checked={chosen}
            onChange={onChoose}
            value={type}
            name="allocation-method"
            slotProps={{ input: { 'aria-labelledby': `${id}-name`, 'aria-describedby': `${id}-words` } }}
            sx={{ p: 0.5, mt: -0.5, ml: -0.5 }}
          />
        )}
        <Typography id={`${id}-name`} variant="h3" component="span">
          {t(`enums.AllocationAlgorithm.${type}`)}
        </Typography>
      </Stack>
      <Typography id={`${id}-words`} variant="body2" component="p" color="textSecondary">
        {t(`allocation.method.words.${type}`)}
      </Typography>
      <MethodPicture type={type} />
      <Typography variant="caption" component="p" color="textSecondary" sx={{ gridColumn: '1 / -1' }}>
        {t(byOperator ? 'allocation.method.byOperator' : 'allocation.method.bySending')}
      </Typography>
    </Card>
  );
}
