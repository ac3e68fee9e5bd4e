import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT, useTranslator } from '@openpmo/ui/i18n/context';
import { problemText } from '@openpmo/ui/i18n/translator';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSession } from '../../../api/session';
import { FormDialog } from '../../../design/FormDialog';
import { FormDate, FormText } from '../../../design/FormFields';
import { setProblemFields } from '../../../design/problemFields';
import { notify } from '../../../design/snackbars';
import { useCreateToken } from '../queriesSecurity';
import { type Action, actions, type Preset, type Resource, readingOf, resources, scopeGroups, wordsOf } from './scopes';

interface Form {
  name: string;
  lastDay: string;
}

const presets: readonly Preset[] = ['read', 'all', 'chosen'];

/** Makes a token, and shows its secret once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const translator = useTranslator();
  const { policy } = useSession();
  const create = useCreateToken();
  const [preset, setPreset] = useState<Preset>('read');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const { control, handleSubmit, setError } = useForm<Form>({ defaultValues: { name: '', lastDay: inAYear() } });
  const secret = create.data?.secret;
  if (secret) return <SecretDialog secret={secret} onClose={onClose} />;
  const submit = handleSubmit(({ name, lastDay }) =>
    create.mutate(
      {
        body: {
          name,
          ...(preset !== 'all' && { scopes: preset === 'read' ? readingOf(policy) : [...chosen] }),
          ...(lastDay && { expiresAt: endOf(lastDay) }),
        },
      },
      {
        onError: (error) => {
          const known = asApiError(error)?.fields.map((one) => (one.field === 'expiresAt' ? 'lastDay' : one.field));
          if (known?.includes('lastDay')) setError('lastDay', { message: 'errors.token.expiryPast' });
          else setProblemFields(error, ['name'], setError, translator);
        },
      },
    ),
  );
  const failure = asApiError(create.error);
  const onField = failure?.fields.some(({ field }) => field === 'name' || field === 'expiresAt') ?? false;
  return (
    <FormDialog
      title={t('myAccount.tokens.make')}
      confirmLabel={t('myAccount.tokens.makeConfirm')}
      pending={create.isPending}
      disabled={preset === 'chosen' && chosen.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      {failure && !onField && (
        <Alert severity="error" role="alert">
          {problemText(translator, failure.problem ?? { key: failure.key })}
        </Alert>
      )}
      <FormText
        control={control}
        name="name"
        label={t('myAccount.tokens.name')}
        hint={t('myAccount.tokens.nameHint')}
        required
        autoFocus
      />
      <FormDate
        control={control}
        name="lastDay"
        label={t('myAccount.tokens.lastDay')}
        hint={t('myAccount.tokens.lastDayHint')}
      />
      <FormControl>
        <FormLabel id="token-rights">{t('myAccount.tokens.rights')}</FormLabel>
        <RadioGroup
          aria-labelledby="token-rights"
          value={preset}
          onChange={(_, value) => setPreset(presets.find((one) => one === value) ?? 'read')}
        >
          {presets.map((one) => (
            <FormControlLabel
              key={one}
              value={one}
              control={<Radio size="small" />}
              label={t(`myAccount.tokens.choice.${one}`)}
            />
          ))}
        </RadioGroup>
      </FormControl>
      {preset === 'chosen' && <Scopes chosen={chosen} onChange={setChosen} />}
    </FormDialog>
  );
}

function Scopes({ chosen, onChange }: { chosen: readonly string[]; onChange: (chosen: readonly string[]) => void }) {
  const t = useT();
  const { policy } = useSession();
  const resourceName = (name: string) => {
    const known = resources.find((one): one is Resource => one === name);
    return known ? t(`myAccount.resource.${known}`) : name;
  };
  const actionName = (name: string) => {
    const known = actions.find((one): one is Action => one === name);
    return known ? t(`myAccount.action.${known}`) : name;
  };
  return (
    <Box>
      {scopeGroups(policy).map(({ resource, permissions }) => (
        <Box
          component="fieldset"
          key={resource}
          sx={{
            border: 0,
            m: 0,
            p: 0,
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '180px 1fr' },
            alignItems: 'center',
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          <Typography component="legend" sx={{ float: 'left', py: 0.5 }}>
            {resourceName(resource)}
          </Typography>
          <Box sx={{ display: 'flex', flexWrap: 'wrap' }}>
            {permissions.map((permission) => (
              <FormControlLabel
                key={permission}
                label={actionName(wordsOf(permission)[1])}
                control={
                  <Checkbox
                    size="small"
                    checked={chosen.includes(permission)}
                    onChange={(_, on) =>
                      onChange(on ? [...chosen, permission] : chosen.filter((one) => one !== permission))
                    }
                  />
                }
              />
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useT();
  return (
    <FormDialog
      title={t('myAccount.tokens.secretTitle')}
      confirmLabel={t('myAccount.tokens.copy')}
      closeLabel={t('myAccount.tokens.close')}
      pending={false}
      onSubmit={async (event) => {
        event.preventDefault();
        await navigator.clipboard.writeText(secret);
        notify(t('myAccount.tokens.copied'));
      }}
      onClose={onClose}
    >
      <Alert severity="warning">{t('myAccount.tokens.secretOnce')}</Alert>
      <Typography
        component="code"
        sx={{ overflowWrap: 'anywhere', userSelect: 'all', p: 1, bgcolor: 'action.hover', borderRadius: 1 }}
      >
        {secret}
      </Typography>
    </FormDialog>
  );
}

/** A token that nobody thinks of any more ends by itself. */
function inAYear(): string {
  const day = new Date();
  day.setFullYear(day.getFullYear() + 1);
  return day.toISOString().slice(0, 10);
}

/** The end of a day here, as an instant. */
function endOf(day: string): string {
  const next = new Date(`${day}T00:00:00`);
  next.setDate(next.getDate() + 1);
  return next.toISOString();
}
