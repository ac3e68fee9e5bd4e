import { zodResolver } from '@hookform/resolvers/zod';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { useOperation } from '../../../api/operations';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate } from '../../../design/FormFields';
import { useRefusalTexts } from '../../../design/useProblemText';
import { type BillGeneration, useGenerateBills } from '../queries';
import { useRefused } from '../useRefused';

const schema = z.object({ billUpTo: z.string().refine(isDay, 'errors.date.invalid').optional() });
type Form = z.output<typeof schema>;

/** Makes the bills of all whole periods up to a day, then says what was made, what waits and what is left. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const { id: operationId } = useOperation();
  const generate = useGenerateBills();
  const { control, handleSubmit, setError } = useForm<Form>({ resolver: zodResolver(schema), mode: 'onSubmit' });
  const refused = useRefused<Form>(setError, { billUpTo: 'billUpTo' });
  const made = generate.data;
  return (
    <FormDialog
      title={t('legacyBilling.generate.title')}
      confirmLabel={t(made?.more ? 'legacyBilling.generate.more' : 'legacyBilling.generate.confirm')}
      closeLabel={t(made ? 'legacyBilling.close' : 'design.cancel')}
      pending={generate.isPending}
      disabled={made !== undefined && !made.more}
      onSubmit={handleSubmit(({ billUpTo }) =>
        generate.mutate(
          { params: { path: { operationId } }, body: billUpTo ? { billUpTo } : {} },
          { onError: refused },
        ),
      )}
      onClose={onClose}
    >
      <Typography>{t('legacyBilling.generate.content')}</Typography>
      <FormDate
        control={control}
        name="billUpTo"
        label={t('legacyBilling.generate.upTo')}
        hint={t('legacyBilling.generate.upToHint')}
      />
      {made && <Made made={made} />}
    </FormDialog>
  );
}

function Made({ made }: { made: BillGeneration }) {
  const t = useT();
  const formats = useFormats();
  const none = made.participantBills + made.producerBills === 0;
  return (
    <Box role="status">
      <Alert severity={none ? 'info' : 'success'} variant="outlined">
        {none
          ? t('legacyBilling.generate.none')
          : t('legacyBilling.generate.made', {
              participants: t('legacyBilling.generate.participants', { smart_count: made.participantBills }),
              producers: t('legacyBilling.generate.producers', { smart_count: made.producerBills }),
            })}
        {made.more && ` ${t('legacyBilling.generate.left')}`}
      </Alert>
      {made.waitingCount > 0 && (
        <>
          <Typography sx={{ mt: 2, fontWeight: 600 }}>
            {t('legacyBilling.generate.waiting', { smart_count: made.waitingCount })}
          </Typography>
          <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
            {made.waiting.map((one) => (
              <li key={`${one.producerId} ${one.consumerId} ${one.dateFrom}`}>
                {t('legacyBilling.generate.waits', {
                  consumer: one.consumerName,
                  producer: one.producerName,
                  period: formats.dayRange(one.dateFrom, one.dateTo),
                  days: one.missingDays.map((day) => formats.day(day)).join(', '),
                })}
              </li>
            ))}
          </Box>
          {made.waitingCount > made.waiting.length && (
            <Typography color="textSecondary">
              {t('legacyBilling.more', { smart_count: made.waitingCount - made.waiting.length })}
            </Typography>
          )}
        </>
      )}
    </Box>
  );
}
