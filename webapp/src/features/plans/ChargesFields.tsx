import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type Control, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import type { Operation } from '../../api/operations';
import { FormDecimal, FormSelect, FormText, useFieldMessage } from '../../design/FormFields';
import { newCharge, usagesOf } from './plans';
import { type PlanForm, type PlanInput, priceScale, vatScale } from './schema';

export type FormControl = Control<PlanInput, unknown, PlanForm>;

interface ChargesFieldsProps {
  control: FormControl;
  operation: Operation;
  /** An invoiced plan keeps its prices. */
  locked: boolean;
}

/** The prices of a plan: so many euros a month, or a kilowatt-hour. */
export function ChargesFields({ control, operation, locked }: ChargesFieldsProps) {
  const t = useT();
  const { fields, append, remove } = useFieldArray({ control, name: 'charges' });
  const { errors } = useFormState({ control, name: 'charges' });
  const message = useFieldMessage()(errors.charges?.root?.message ?? errors.charges?.message);
  return (
    <Box component="fieldset" sx={{ m: 0, p: 0, border: 0, minWidth: 0 }}>
      <Typography component="legend" variant="h3" sx={{ p: 0 }}>
        {t('plans.form.charges')}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1 }}>
        {t('plans.form.vatHint')}
      </Typography>
      <Stack spacing={1}>
        {fields.map((field, index) => (
          <ChargeRow
            key={field.id}
            {...{ control, operation, locked, index }}
            onRemove={fields.length > 1 && !locked ? () => remove(index) : undefined}
          />
        ))}
      </Stack>
      {message && <FormHelperText error>{message}</FormHelperText>}
      {!locked && (
        <Stack direction="row" sx={{ mt: 1, gap: 1, flexWrap: 'wrap' }}>
          <Button size="small" variant="outlined" startIcon={<Add />} onClick={() => append(newCharge('PER_UNIT'))}>
            {t('plans.form.addPerUnit')}
          </Button>
          <Button size="small" variant="outlined" startIcon={<Add />} onClick={() => append(newCharge('FIXED'))}>
            {t('plans.form.addFixed')}
          </Button>
        </Stack>
      )}
    </Box>
  );
}

interface ChargeRowProps extends ChargesFieldsProps {
  index: number;
  onRemove: (() => void) | undefined;
}

function ChargeRow({ control, operation, locked, index, onRemove }: ChargeRowProps) {
  const t = useT();
  const type = useWatch({ control, name: `charges.${index}.type` });
  const number = index + 1;
  return (
    <Card sx={{ p: 1.5, display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box
        role="group"
        aria-label={t('plans.form.charge', { number })}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'grid',
          gap: 1.5,
          gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', md: 'minmax(180px, 2fr) minmax(150px, 1.6fr) 168px 112px' },
        }}
      >
        <FormText
          control={control}
          name={`charges.${index}.name`}
          label={t('plans.form.chargeName')}
          required
          disabled={locked}
        />
        {type === 'PER_UNIT' ? (
          <FormSelect
            control={control}
            name={`charges.${index}.usage`}
            label={t('plans.form.usage')}
            options={usagesOf(operation).map((value) => ({ value, label: t(`enums.Usage.${value}`) }))}
            disabled={locked}
          />
        ) : (
          <Typography color="textSecondary" sx={{ alignSelf: 'center', px: 0.5 }}>
            {t('plans.form.fixedHint')}
          </Typography>
        )}
        <FormDecimal
          control={control}
          name={`charges.${index}.price`}
          label={t('plans.form.price')}
          scale={priceScale}
          unit={t(type === 'FIXED' ? 'formats.perMonth' : 'formats.perKWh')}
          required
          disabled={locked}
        />
        <FormDecimal
          control={control}
          name={`charges.${index}.vat`}
          label={t('plans.form.vat')}
          scale={vatScale}
          unit="%"
          disabled={locked}
        />
      </Box>
      {onRemove && (
        <IconButton size="small" aria-label={t('plans.form.removeCharge', { number })} onClick={onRemove}>
          <DeleteOutlined />
        </IconButton>
      )}
    </Card>
  );
}
