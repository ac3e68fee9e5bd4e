import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { DayField } from '../../../design/DayField';
import { consumes, produces } from '../../parties/parties';
import { SiteChecklist } from '../../parties/SiteChecklist';
import { usePlans } from '../queriesEnrolment';
import type { Participant } from '../rows';
import { Section } from '../sheet/Facts';
import type { WizardState } from './useWizard';

interface PlanStepProps {
  wizard: WizardState;
  sites: readonly Participant[];
  stored: Participant | undefined;
}

/** By which plan the site is billed, from when on, and with whom. */
export function PlanStep({ wizard, sites, stored }: PlanStepProps) {
  const t = useT();
  const { plan, setPlan, operation, adding, sides } = wizard;
  const plans = usePlans(operation.id);
  const buys = sides.includes('client');
  const others = sites.filter((site) => site.id !== stored?.id && (buys ? produces(site) : consumes(site)));
  const set = (changes: Partial<typeof plan>) => setPlan({ ...plan, ...changes });
  const choose = (planId: string) =>
    set({ planId: planId || undefined, startDate: plan.startDate ?? wizard.site.getValues('entry') });
  return (
    <Section title={t('participants.wizard.plan')}>
      <Stack sx={{ gap: 2 }}>
        {!adding && (
          <Alert severity="info" variant="outlined">
            {t('participants.wizard.planOnChange')}
          </Alert>
        )}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <TextField
            select
            label={t('participants.wizard.planName')}
            required={adding}
            value={plans.data?.some(({ id }) => id === plan.planId) ? plan.planId : ''}
            onChange={(event) => choose(event.target.value)}
            helperText={plans.data?.length === 0 ? t('participants.wizard.noPlans') : undefined}
          >
            <MenuItem value="">{t('participants.form.unset')}</MenuItem>
            {(plans.data ?? []).map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <DayField
            label={t('participants.wizard.planStart')}
            required={plan.planId !== undefined}
            value={plan.startDate}
            onChange={(day) => set({ startDate: day || undefined })}
          />
        </Box>
        <SiteChecklist
          label={t(buys ? 'participants.wizard.sellers' : 'participants.wizard.buyers')}
          sites={others}
          ids={plan.withIds}
          onChange={(withIds) => set({ withIds })}
          narrow
        />
        {buys && plan.withIds.length === 0 && (
          <Alert severity="info" variant="outlined">
            {t('participants.wizard.byOperation')}
          </Alert>
        )}
      </Stack>
    </Section>
  );
}
