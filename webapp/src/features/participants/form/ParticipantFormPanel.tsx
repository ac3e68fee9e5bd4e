import { zodResolver } from '@hookform/resolvers/zod';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { useOperation } from '../../../api/operations';
import { ConfirmDialog } from '../../../design/ConfirmDialog';
import { FormSummary } from '../../../design/FormSummary';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useProblemText } from '../../../design/useProblemText';
import { ParticipantFields } from './ParticipantFields';
import { type ParticipantForm, type ParticipantInput, participantSchema } from './schema';

interface ParticipantFormPanelProps {
  adding: boolean;
  values: ParticipantInput;
  pending: boolean;
  /** Sends the form; it must call `saved` before it leads elsewhere. */
  send: (form: ParticipantForm, saved: () => void) => Promise<void>;
  onClose: () => void;
}

/** The form of a site, in a sheet. Leaving it half filled asks first. */
export function ParticipantFormPanel({ adding, values, pending, send, onClose }: ParticipantFormPanelProps) {
  const t = useT();
  const translator = useTranslator();
  const words = useProblemText();
  const identifier = useOperation().siteIdentifier;
  const { control, handleSubmit, setError, formState } = useForm<ParticipantInput, unknown, ParticipantForm>({
    mode: 'onTouched',
    resolver: zodResolver(participantSchema({ identifier, adding })),
    defaultValues: values,
  });
  const saved = useRef(false);
  const dirty = useRef(false);
  useEffect(() => {
    dirty.current = formState.isDirty;
  }, [formState.isDirty]);
  const blocker = useBlocker(() => dirty.current && !saved.current);
  const fail = (error: unknown) => {
    if (setProblemFields(error, fieldNames, setError, translator)) return;
    const problem = asApiError(error);
    const text = problem?.key ? words(problem.problem ?? { key: problem.key }) : t('participants.form.failed');
    notify(text, { variant: 'error' });
  };
  const submit = handleSubmit((form) =>
    send(form, () => {
      saved.current = true;
    }).catch(fail),
  );
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <Box sx={{ overflowY: 'auto', flex: 1, px: { xs: 2, sm: 3 }, py: 2 }}>
        {formState.submitCount > 0 && Object.keys(formState.errors).length > 0 && (
          <Box sx={{ mb: 2 }}>
            <FormSummary errors={formState.errors} />
          </Box>
        )}
        <ParticipantFields control={control} adding={adding} />
      </Box>
      <Stack
        direction="row"
        sx={{
          gap: 1,
          justifyContent: 'flex-end',
          px: { xs: 2, sm: 3 },
          py: 1.5,
          borderTop: '1px solid',
          borderColor: 'divider',
        }}
      >
        <Button color="inherit" onClick={onClose} disabled={pending}>
          {t('design.cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={pending}>
          {t(adding ? 'participants.form.create' : 'participants.form.save')}
        </Button>
      </Stack>
      <ConfirmDialog
        open={blocker.state === 'blocked'}
        title={t('participants.form.unsaved.title')}
        confirmLabel={t('participants.form.unsaved.leave')}
        destructive
        onConfirm={() => blocker.proceed?.()}
        onClose={() => blocker.reset?.()}
      >
        <Typography>{t('participants.form.unsaved.text')}</Typography>
      </ConfirmDialog>
    </Box>
  );
}

const fieldNames = [
  'energyType',
  'name',
  'dsoId',
  'padt',
  'entityType',
  'segment',
  'contractPower',
  'productionTypeId',
  'isProsumer',
  'address',
  'postCode',
  'city',
  'departmentCode',
  'inseeCode',
  'latitude',
  'longitude',
  'entry',
  'exit',
  'identity',
  'email',
  'phone',
  'siret',
  'treasury',
  'externalId',
  'tags',
  'userEmail',
] as const satisfies readonly (keyof ParticipantForm)[];
