import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useCan } from '../../api/session';
import { FormDecimal, FormSelect, FormSwitch, FormText } from '../../design/FormFields';
import { FormSummary } from '../../design/FormSummary';
import { setProblemFields } from '../../design/problemFields';
import { notify } from '../../design/snackbars';
import { useErrorText } from '../../design/useProblemText';
import { type ContractForm, consumerTypes, contractTypes, fieldsOf, formOf, slotOf, updateOf } from './contract';
import { type PriceConfig, useSavePriceConfig } from './queries';

/** Prices have at most six decimals. */
const scale = 1_000_000;

/** The contract of supply of a site: its form, which those who may not tell it only read. */
export function ContractPanel({ config, etag }: { config: PriceConfig; etag: string }) {
  const t = useT();
  const id = useId();
  const may = useCan()('economy:update');
  const { control, pending, submit, errors } = useContract(config, etag);
  const { contractType, isOnTRV } = useWatch({ control });
  const shown = fieldsOf({ contractType, isOnTRV: isOnTRV ?? false });
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, minWidth: 0 }}>
      <Typography id={id} variant="h2">
        {t('billCheck.contract')}
      </Typography>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t(may ? 'billCheck.contractAdvice' : 'billCheck.contractRead')}
      </Typography>
      <form onSubmit={submit} noValidate>
        <Stack sx={{ gap: 2 }}>
          <FormSummary errors={errors} />
          <FormSelect
            control={control}
            name="consumerType"
            label={t('billCheck.consumerType')}
            options={consumerTypes.map((value) => ({ value, label: t(`enums.ConsumerType.${value}`) }))}
            {...(may ? { hint: t('billCheck.taxHint') } : {})}
            disabled={!may}
          />
          <FormSelect
            control={control}
            name="contractType"
            label={t('billCheck.contractType')}
            options={contractTypes.map((value) => ({ value, label: t(`enums.ContractType.${value}`) }))}
            disabled={!may}
          />
          <FormSwitch control={control} name="isOnTRV" label={t('billCheck.trv')} disabled={!may} />
          {shown.prices.length > 0 && (
            <Pairs>
              {shown.prices.map((name) => (
                <FormDecimal
                  key={name}
                  control={control}
                  name={name}
                  label={t(`enums.EconomySlot.${slotOf[name]}`)}
                  scale={scale}
                  unit={t('billCheck.perKWh')}
                  disabled={!may}
                />
              ))}
            </Pairs>
          )}
          {shown.hours.length > 0 && (
            <Pairs>
              {shown.hours.map((name) => (
                <FormText
                  key={name}
                  control={control}
                  name={name}
                  label={t(`billCheck.${name}`)}
                  type="time"
                  slotProps={{ inputLabel: { shrink: true } }}
                  disabled={!may}
                />
              ))}
            </Pairs>
          )}
          {may && (
            <Button type="submit" variant="contained" loading={pending} sx={{ alignSelf: 'flex-start' }}>
              {t('billCheck.estimate')}
            </Button>
          )}
        </Stack>
      </form>
    </Card>
  );
}

function Pairs({ children }: { children: React.ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: 'repeat(2, minmax(0, 1fr))' } }}>
      {children}
    </Box>
  );
}

/** The form and how it is saved; what the server refuses goes to its field. */
function useContract(config: PriceConfig, etag: string) {
  const t = useT();
  const translator = useTranslator();
  const words = useErrorText();
  const save = useSavePriceConfig(config.participantId, etag);
  const { control, handleSubmit, setError, formState } = useForm<ContractForm>({
    mode: 'onSubmit',
    defaultValues: formOf(config),
  });
  const submit = handleSubmit((form) => {
    const { prices, hours } = fieldsOf(form);
    const unreadable = prices.filter((name) => Number.isNaN(form[name]));
    for (const name of unreadable) setError(name, { type: 'format', message: 'billCheck.priceFormat' });
    if (unreadable.length > 0) return;
    save.mutate(updateOf(form), {
      onSuccess: () => notify(t('billCheck.saved')),
      onError: (error) => {
        const known = ['consumerType', 'contractType', 'isOnTRV', ...prices, ...hours] as const;
        if (setProblemFields<ContractForm>(error, known, setError, translator)) return;
        notify(words(asApiError(error)), { variant: 'error' });
      },
    });
  });
  return { control, submit, pending: save.isPending, errors: formState.errors };
}
