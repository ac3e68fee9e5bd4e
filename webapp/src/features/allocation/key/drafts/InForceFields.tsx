import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import type { Control } from 'react-hook-form';
import { FormDate, FormText } from '../../../../design/FormFields';
import type { InForceForm } from '../schema';

/** The first day that something holds, and why. */
export function InForceFields({ control }: { control: Control<InForceForm> }) {
  const t = useT();
  return (
    <Stack spacing={2}>
      <FormDate
        control={control}
        name="effectiveDate"
        label={t('allocation.save.effectiveDate')}
        hint={t('allocation.save.effectiveDateHint')}
        required
      />
      <FormText
        control={control}
        name="reason"
        label={t('allocation.save.reason')}
        hint={t('allocation.save.reasonHint')}
        required
        multiline
        minRows={2}
      />
    </Stack>
  );
}
