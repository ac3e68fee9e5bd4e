import { zodResolver } from '@hookform/resolvers/zod';
import { isDay } from '@openpmo/ui/formats/date';
import { useFormats } from '@openpmo/ui/i18n/context';
import { type ReactNode, useEffect } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { FormDialog } from '../../../../design/FormDialog';
import { ProblemList } from '../ProblemList';
import { type InForceForm, inForceSchema } from '../schema';
import { InForceFields } from './InForceFields';

interface InForceDialogProps {
  title: string;
  confirmLabel: string;
  /** What the reason is at first. */
  reason?: string | undefined;
  /** The first day at first; absent for today. */
  effectiveDate?: string | undefined;
  wide?: boolean;
  /** Is told the day while it is chosen. */
  onDay?: (day: string) => void;
  pending: boolean;
  error: unknown;
  onSave: (form: InForceForm) => unknown;
  onClose: () => void;
  /** What is put in force. */
  children: ReactNode;
}

/** Puts something in force: from which day, and why. */
export function InForceDialog(props: InForceDialogProps) {
  const { reason = '', effectiveDate, wide = false, onDay, error, onSave, children, ...dialog } = props;
  const formats = useFormats();
  const { control, handleSubmit } = useForm<InForceForm>({
    resolver: zodResolver(inForceSchema),
    mode: 'onSubmit',
    defaultValues: { effectiveDate: effectiveDate ?? formats.dayOf(), reason },
  });
  const day = useWatch({ control, name: 'effectiveDate' });
  useEffect(() => {
    if (day && isDay(day)) onDay?.(day);
  }, [day, onDay]);
  return (
    <FormDialog {...dialog} width={wide ? 'md' : 'sm'} onSubmit={handleSubmit((form) => void onSave(form))}>
      {children}
      <InForceFields control={control} />
      <ProblemList error={error} />
    </FormDialog>
  );
}
