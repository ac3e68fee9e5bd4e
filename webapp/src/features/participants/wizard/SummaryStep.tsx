import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { linkedIds } from '../../parties/parties';
import { usePlans } from '../queriesEnrolment';
import type { Participant } from '../rows';
import { Fact, Facts, Section } from '../sheet/Facts';
import type { WizardState } from './useWizard';

interface SummaryStepProps {
  wizard: WizardState;
  sites: readonly Participant[];
  stored: Participant | undefined;
  /** What the server would store; absent while it is asked, and where something is to be mended. */
  checked: Schemas['Enrolment'] | undefined;
  asking: boolean;
}

/** All that one act will store, before it does. */
export function SummaryStep({ wizard, sites, stored, checked, asking }: SummaryStepProps) {
  const t = useT();
  const { day } = useFormats();
  const site = wizard.site.getValues();
  const plans = usePlans(wizard.operation.id).data ?? [];
  const { plan } = wizard;
  const nameOf = (siteId: string) => sites.find(({ id }) => id === siteId)?.name ?? siteId;
  const chosenPlan = plans.find(({ id }) => id === plan.planId);
  return (
    <>
      {asking && <LinearProgress aria-label={t('participants.wizard.asking')} sx={{ mb: 2 }} />}
      {checked && (
        <Alert severity="success" variant="outlined" sx={{ mb: 2 }}>
          {t('participants.wizard.ready')}
        </Alert>
      )}
      <Section title={t('participants.wizard.step.site')}>
        <Facts>
          <Fact label={t('participants.field.name')}>{site.name}</Fact>
          <Fact label={t('participants.field.energyType')}>{t(`enums.EnergyType.${site.energyType}`)}</Fact>
          <Fact label={t(`participants.identifier.${wizard.operation.siteIdentifier}`)}>{site.dsoId}</Fact>
          <Fact label={t('participants.field.address')}>
            {[site.address, [site.postCode, site.city].filter(Boolean).join(' ')].filter(Boolean).join(', ')}
          </Fact>
          {site.entry && <Fact label={t('participants.field.entry')}>{day(site.entry)}</Fact>}
          {site.exit && <Fact label={t('participants.field.exit')}>{day(site.exit)}</Fact>}
        </Facts>
      </Section>
      {wizard.billed &&
        wizard.sides.map((side) => {
          const { choice, chosen, form } = wizard.parties[side];
          const own = side === 'client' ? stored?.billableEntity : stored?.billingEntity;
          const touched = chosen ? linkedIds(chosen).filter((id) => id !== stored?.id) : [];
          return (
            <Section key={side} title={t(`participants.wizard.${side}`)}>
              <Facts>
                <Fact label={t(`participants.wizard.${side}.what`)}>
                  {choice.action
                    ? t(`participants.wizard.${side}.${choice.action}`)
                    : own
                      ? t('participants.wizard.keep', { name: own.name })
                      : t('participants.wizard.later')}
                </Fact>
                {choice.action && (
                  <Fact label={t('parties.field.name')}>
                    {choice.action === 'ATTACH' ? chosen?.name : form.getValues('name')}
                  </Fact>
                )}
                {touched.length > 0 && (
                  <Fact label={t('participants.wizard.otherSites')}>{touched.map(nameOf).join(', ')}</Fact>
                )}
              </Facts>
            </Section>
          );
        })}
      <Section title={t('participants.wizard.step.account')}>
        <Facts>
          <Fact label={t('participants.field.userEmail')}>{site.userEmail || t('participants.wizard.noUser')}</Fact>
        </Facts>
      </Section>
      {wizard.billed && (
        <Section title={t('participants.wizard.plan')}>
          <Facts>
            <Fact label={t('participants.wizard.planName')}>
              {chosenPlan?.name ?? t(wizard.adding ? 'participants.wizard.noPlan' : 'participants.wizard.samePlan')}
            </Fact>
            {chosenPlan && plan.startDate && (
              <Fact label={t('participants.wizard.planStart')}>{day(plan.startDate)}</Fact>
            )}
            {chosenPlan && (
              <Fact
                label={t(
                  wizard.sides.includes('client') ? 'participants.wizard.sellers' : 'participants.wizard.buyers',
                )}
              >
                {plan.withIds.map(nameOf).join(', ') || t('participants.wizard.pmo')}
              </Fact>
            )}
          </Facts>
        </Section>
      )}
    </>
  );
}
