import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { type Control, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import type { Operation } from '../../api/operations';
import { FormDecimal, FormSelect, FormText, useFieldMessage } from '../../design/FormFields';
import { newCharge, tellsCosts, usagesOf } from './plans';
import { useUsualPrices } from './queries';
import { type PlanForm, type PlanInput, priceScale, pricingOptions, treatments, vatScale } from './schema';

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
          {tellsCosts(operation) && fields.every((field) => field.type !== 'PASS_THROUGH') && (
            <Button
              size="small"
              variant="outlined"
              startIcon={<Add />}
              onClick={() => append(newCharge('PASS_THROUGH', t('plans.form.passThroughName')))}
            >
              {t('plans.form.addPassThrough')}
            </Button>
          )}
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
  const usage = useWatch({ control, name: `charges.${index}.usage` });
  const treatment = useWatch({ control, name: `charges.${index}.treatment` });
  const price = useWatch({ control, name: `charges.${index}.price` });
  const hint = usePriceHint(operation.id, type === 'PER_UNIT' ? price : undefined);
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
          <Stack sx={{ gap: 1.5 }}>
            <FormSelect
              control={control}
              name={`charges.${index}.usage`}
              label={t('plans.form.usage')}
              options={usagesOf(operation).map((value) => ({ value, label: t(`enums.Usage.${value}`) }))}
              disabled={locked}
            />
            {usage === 'ENERGY' && (
              <FormSelect
                control={control}
                name={`charges.${index}.option`}
                label={t('plans.form.option')}
                options={pricingOptions.map((value) => ({ value, label: t(`enums.PricingOption.${value}`) }))}
                disabled={locked}
              />
            )}
          </Stack>
        ) : type === 'PASS_THROUGH' ? (
          <FormSelect
            control={control}
            name={`charges.${index}.treatment`}
            label={t('plans.form.treatment')}
            options={treatments.map((value) => ({ value, label: t(`enums.VatTreatment.${value}`) }))}
            disabled={locked}
          />
        ) : (
          <Typography color="textSecondary" sx={{ alignSelf: 'center', px: 0.5 }}>
            {t('plans.form.fixedHint')}
          </Typography>
        )}
        {type === 'PASS_THROUGH' ? (
          <Typography variant="caption" color="textSecondary" sx={{ alignSelf: 'center', px: 0.5 }}>
            {t(treatment === 'GROSS' ? 'plans.form.passThroughGrossHint' : 'plans.form.passThroughHint')}
          </Typography>
        ) : (
          <FormDecimal
            control={control}
            name={`charges.${index}.price`}
            label={t('plans.form.price')}
            scale={priceScale}
            unit={t(type === 'FIXED' ? 'formats.perMonth' : 'formats.perKWh')}
            {...(hint ? { hint } : {})}
            required
            disabled={locked}
          />
        )}
        <FormDecimal
          control={control}
          name={`charges.${index}.vat`}
          label={t('plans.form.vat')}
          scale={vatScale}
          unit="%"
          required={treatment === 'GROSS'}
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

/** Where a price per kWh is usual, said while it is typed; a warning where it is outside. */
function usePriceHint(operationId: string, price: number | undefined): string | undefined {
  const t = useT();
  const formats = useFormats();
  const usual = useUsualPrices(operationId).data;
  if (price === undefined || usual?.lowMicroEuro === undefined || usual.highMicroEuro === undefined) return undefined;
  const words = {
    from: formats.price(usual.lowMicroEuro),
    to: formats.price(usual.highMicroEuro, t('plans.per.PER_UNIT')),
  };
  const odd = !Number.isNaN(price) && (price < usual.lowMicroEuro || price > usual.highMicroEuro);
  return t(odd ? 'plans.form.unusual' : 'plans.form.usual', words);
}
