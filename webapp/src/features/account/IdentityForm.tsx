import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { asApiError, type Schemas } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { useForm } from 'react-hook-form';
import { FormText } from '../../design/FormFields';
import { setProblemFields } from '../../design/problemFields';
import { notify } from '../../design/snackbars';
import { useSaveAccountInfo } from './queries';

const fields = ['firstname', 'lastname', 'structure', 'address', 'postCode', 'city'] as const;
type Form = Record<(typeof fields)[number], string>;

const completions: Record<keyof Form, string> = {
  firstname: 'given-name',
  lastname: 'family-name',
  structure: 'organization',
  address: 'street-address',
  postCode: 'postal-code',
  city: 'address-level2',
};

/** Name and address. E-mail and role are the administrator's to change. */
export function IdentityForm({ info, etag }: { info: Schemas['AccountInfo']; etag: string | undefined }) {
  const t = useT();
  const translator = useTranslator();
  const save = useSaveAccountInfo(info.id, etag);
  const { control, handleSubmit, setError } = useForm<Form>({
    mode: 'onTouched',
    defaultValues: Object.fromEntries(fields.map((name) => [name, info[name] ?? ''])) as Form,
  });
  const submit = handleSubmit((form) =>
    save.mutate(form, {
      onSuccess: () => notify(t('home.account.saved')),
      onError: (error) => {
        if (setProblemFields(error, fields, setError, translator)) return;
        const changed = asApiError(error)?.key === 'object.changed';
        notify(t(changed ? 'errors.object.changed' : 'home.account.failed'), { variant: 'error' });
      },
    }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack spacing={2}>
        <Row>
          <TextField label={t('home.account.email')} value={info.email} slotProps={{ htmlInput: { readOnly: true } }} />
          <TextField
            label={t('home.account.role')}
            value={t(`enums.Role.${info.role}`)}
            slotProps={{ htmlInput: { readOnly: true } }}
          />
        </Row>
        <Row>
          {fields.map((name) => (
            <FormText
              key={name}
              control={control}
              name={name}
              label={t(`home.account.${name}`)}
              autoComplete={completions[name]}
            />
          ))}
        </Row>
        <Button type="submit" variant="contained" loading={save.isPending} sx={{ alignSelf: 'flex-start' }}>
          {t('home.account.save')}
        </Button>
      </Stack>
    </form>
  );
}

function Row({ children }: { children: React.ReactNode }) {
  return <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>{children}</Box>;
}
