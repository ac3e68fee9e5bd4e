import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useT } from '@openpmo/ui/i18n/context';
import { FormText } from '../../../design/FormFields';
import type { FormControl } from '../../parties/PartyFields';
import type { Side } from '../../parties/parties';
import { Section } from '../sheet/Facts';
import { type WizardState, writes } from './useWizard';

/** The bank account of a party. */
function AccountNumbers({ control, side }: { control: FormControl; side: Side }) {
  const t = useT();
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
      <FormText
        control={control}
        name="iban"
        label={t('parties.field.iban')}
        hint={t(`participants.wizard.${side}.ibanHint`)}
        autoComplete="off"
      />
      <FormText control={control} name="bic" label={t('parties.field.bic')} autoComplete="off" />
    </Box>
  );
}

/** What stands about payment: the accounts of those who are invoiced and who issue. */
export function PaymentStep({ wizard }: { wizard: WizardState }) {
  const t = useT();
  const { sides, parties } = wizard;
  return (
    <>
      {sides.map((side) => (
        <Section key={side} title={t(`participants.wizard.${side}`)}>
          {writes(parties[side].choice) ? (
            <AccountNumbers control={parties[side].form.control} side={side} />
          ) : (
            <Alert severity="info" variant="outlined">
              {parties[side].chosen?.iban
                ? t('participants.wizard.account', { iban: parties[side].chosen?.iban ?? '' })
                : t('participants.wizard.noAccount')}
            </Alert>
          )}
        </Section>
      ))}
    </>
  );
}
