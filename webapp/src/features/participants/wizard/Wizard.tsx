import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { asApiError, type Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { FieldPath } from 'react-hook-form';
import { notify } from '../../../design/snackbars';
import { useErrorText } from '../../../design/useProblemText';
import { fieldOf } from '../../parties/parties';
import { AccountFields, BillingFields, SiteStepFields } from '../form/ParticipantFields';
import type { ParticipantInput } from '../form/schema';
import { useParticipants } from '../queries';
import type { Participant } from '../rows';
import { PartyStep } from './PartyStep';
import { PaymentStep } from './PaymentStep';
import { PlanStep } from './PlanStep';
import type { Filled } from './requests';
import { SummaryStep } from './SummaryStep';
import { type Step, stepOf, stepsOf } from './steps';
import type { WizardState } from './useWizard';

type Item = Pick<Schemas['ProblemItem'], 'key' | 'field' | 'params'>;

/** What the server has against it, by tab. */
export interface Refusal {
  step: Step | undefined;
  text: string;
}

interface WizardProps {
  wizard: WizardState;
  stored?: Participant | undefined;
  step: Step;
  onStep: (step: Step) => void;
  pending: boolean;
  /** Asks the server what it would store; absent where it cannot be asked. */
  check?: ((filled: Filled) => Promise<Schemas['Enrolment'] | undefined>) | undefined;
  send: (filled: Filled) => Promise<void>;
  onClose: () => void;
}

/**
 * The tabs of a participant. What is wrong is said while typing; the last tab asks the server what it would
 * store. One call stores all of it, or nothing.
 */
export function Wizard({ wizard, stored, step, onStep, pending, check, send, onClose }: WizardProps) {
  const t = useT();
  const id = useId();
  const words = useErrorText();
  const shown = stepsOf(wizard.billed);
  const sites = useParticipants(wizard.operation.id).data ?? [];
  const [refusals, setRefusals] = useState<Refusal[]>([]);
  const [checked, setChecked] = useState<Schemas['Enrolment']>();
  const [asking, setAsking] = useState(false);
  const top = useRef<HTMLDivElement>(null);
  const at = shown.indexOf(step);
  const last = step === 'summary';
  const go = (next: Step) => {
    onStep(next);
    if (top.current) top.current.scrollTop = 0;
    if (next === 'summary') void look();
  };
  const place = (item: Item) => {
    const [part, ...rest] = (item.field ?? '').split('.');
    const name = rest.join('.');
    const error = { type: 'server', message: words(item) };
    if (part === 'site' && name) wizard.site.setError(name as FieldPath<ParticipantInput>, error);
    else if (part === 'client' || part === 'issuer') {
      const field = fieldOf(name) ?? 'root';
      wizard.parties[part].form.setError(field as 'root', error);
    }
    return { step: stepOf(item.field), text: words(item) };
  };
  const refuse = (error: unknown) => {
    const failure = asApiError(error);
    const items: readonly Item[] = failure?.fields.length
      ? failure.fields
      : [failure?.problem ?? { key: failure?.key ?? 'unknown' }];
    const found = items.map(place);
    setRefusals(found);
    return found;
  };
  const valid = async () => {
    const results: Step[] = [];
    for (const one of shown) if (!(await wizard.check(one))) results.push(one);
    return results;
  };
  const look = async () => {
    setChecked(undefined);
    setRefusals([]);
    const wrong = await valid();
    if (wrong.length > 0) {
      setRefusals(wrong.map((one) => ({ step: one, text: t('participants.wizard.toMend') })));
      return;
    }
    if (!check) return;
    setAsking(true);
    await wizard.site
      .handleSubmit((form) => check(wizard.filled(form)).then(setChecked))()
      .catch(refuse)
      .finally(() => setAsking(false));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const following = shown[at + 1];
    if (wizard.adding && following) {
      if (await wizard.check(step)) go(following);
      return;
    }
    const wrong = await valid();
    const [first] = wrong;
    if (first) {
      onStep(first);
      setRefusals(wrong.map((one) => ({ step: one, text: t('participants.wizard.toMend') })));
      return;
    }
    await wizard.site
      .handleSubmit((form) => send(wizard.filled(form)))()
      .catch((error: unknown) => {
        const [refused] = refuse(error);
        if (!refused) return;
        if (refused.step && !last) onStep(refused.step);
        if (!last) notify(refused.text, { variant: 'error' });
      });
  };
  const label = wizard.adding
    ? last
      ? 'participants.form.create'
      : 'participants.wizard.next'
    : 'participants.form.save';
  return (
    <Box
      component="form"
      onSubmit={submit}
      noValidate
      sx={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
    >
      <Tabs
        value={step}
        onChange={(_, next: Step) => go(next)}
        variant="scrollable"
        scrollButtons="auto"
        allowScrollButtonsMobile
        aria-label={t('participants.wizard.tabs')}
        sx={{ borderBottom: 1, borderColor: 'divider', flexShrink: 0 }}
      >
        {shown.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`${id}-${one}`}
            aria-controls={`${id}-panel`}
            label={t(`participants.wizard.step.${one}`)}
            sx={refusals.some((refusal) => refusal.step === one) ? { color: 'error.main' } : {}}
          />
        ))}
      </Tabs>
      <Box
        ref={top}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${step}`}
        // The summary has nothing to press: keys scroll it.
        tabIndex={0}
        sx={{ overflowY: 'auto', flex: 1, px: { xs: 2, sm: 3 }, py: 2 }}
      >
        {refusals.length > 0 && <Refusals refusals={refusals} onStep={onStep} />}
        {step === 'site' && <SiteStepFields control={wizard.site.control} adding={wizard.adding} />}
        {step === 'billing' && (
          <>
            {wizard.billed && wizard.sides.map((side) => <PartyStep key={side} {...{ wizard, side, sites, stored }} />)}
            <BillingFields control={wizard.site.control} />
          </>
        )}
        {step === 'payment' && <PaymentStep wizard={wizard} />}
        {step === 'account' && <AccountFields control={wizard.site.control} />}
        {step === 'plan' && <PlanStep {...{ wizard, sites, stored }} />}
        {last && <SummaryStep {...{ wizard, sites, stored, checked, asking }} />}
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
        <Button color="inherit" onClick={onClose} disabled={pending} sx={{ mr: 'auto' }}>
          {t('design.cancel')}
        </Button>
        {wizard.adding && at > 0 && (
          <Button color="inherit" onClick={() => go(shown[at - 1] ?? step)} disabled={pending}>
            {t('participants.wizard.back')}
          </Button>
        )}
        <Button type="submit" variant="contained" loading={pending}>
          {t(label)}
        </Button>
      </Stack>
    </Box>
  );
}

/** What is to be mended, each with the way to its tab. */
function Refusals({ refusals, onStep }: { refusals: readonly Refusal[]; onStep: (step: Step) => void }) {
  const t = useT();
  return (
    <Alert severity="error" variant="outlined" role="alert" sx={{ mb: 2 }}>
      {refusals.map(({ step, text }) => (
        <Typography key={`${step} ${text}`} variant="body2">
          {step && (
            <>
              <Link component="button" type="button" onClick={() => onStep(step)}>
                {t(`participants.wizard.step.${step}`)}
              </Link>
              {' · '}
            </>
          )}
          {text}
        </Typography>
      ))}
    </Alert>
  );
}
