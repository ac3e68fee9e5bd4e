import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import { PartyFields } from '../../parties/PartyFields';
import { linkedIds, newParty, type Party, type Side } from '../../parties/parties';
import type { Participant } from '../rows';
import { Section } from '../sheet/Facts';
import { type WizardState, writes } from './useWizard';

interface PartyStepProps {
  wizard: WizardState;
  side: Side;
  /** All sites of the operation, to name those that a change touches. */
  sites: readonly Participant[];
  stored: Participant | undefined;
}

const actions = ['CREATE', 'ATTACH', 'MODIFY'] as const;

/** Who is invoiced for a site, or issues for it: one that is there, a new one, or one that is changed for all its sites. */
export function PartyStep({ wizard, side, sites, stored }: PartyStepProps) {
  const t = useT();
  const { choice, chosen, choose, list, form } = wizard.parties[side];
  const own = side === 'client' ? stored?.billableEntity : stored?.billingEntity;
  const pick = (action: (typeof actions)[number] | 'LEAVE') => {
    if (action === 'LEAVE') choose({ action: undefined, id: undefined }, undefined);
    else if (action === 'CREATE') choose({ action, id: undefined }, beginOf(wizard, side));
    else choose({ action, id: choice.id ?? own?.id }, undefined);
  };
  const leave = own ? t('participants.wizard.keep', { name: own.name }) : t('participants.wizard.later');
  return (
    <Section title={t(`participants.wizard.${side}`)}>
      <RadioGroup
        aria-label={t(`participants.wizard.${side}`)}
        value={choice.action ?? 'LEAVE'}
        onChange={(_, value) => pick(value as (typeof actions)[number] | 'LEAVE')}
        sx={{ mb: 2 }}
      >
        {actions.map((action) => (
          <FormControlLabel
            key={action}
            value={action}
            control={<Radio />}
            disabled={action !== 'CREATE' && list.length === 0}
            label={t(`participants.wizard.${side}.${action}`)}
          />
        ))}
        <FormControlLabel value="LEAVE" control={<Radio />} label={leave} />
      </RadioGroup>
      {(choice.action === 'ATTACH' || choice.action === 'MODIFY') && (
        <Stack sx={{ gap: 2, mb: 2 }}>
          <Autocomplete<Party>
            options={[...list]}
            value={chosen ?? null}
            getOptionLabel={({ name }) => name}
            getOptionKey={({ id }) => id}
            isOptionEqualToValue={(option, value) => option.id === value.id}
            onChange={(_, party) => choose({ ...choice, id: party?.id }, undefined)}
            renderInput={(params) => <TextField {...params} required label={t(`participants.wizard.${side}.which`)} />}
          />
          {chosen && <Linked party={chosen} sites={sites} modified={choice.action === 'MODIFY'} />}
        </Stack>
      )}
      {writes(choice) && (choice.action === 'CREATE' || chosen) && (
        <Stack sx={{ gap: 2.5 }}>
          <PartyFields control={form.control} side={side} withoutAccount />
        </Stack>
      )}
    </Section>
  );
}

/** The sites of a party: those that a change of it touches too. */
function Linked({ party, sites, modified }: { party: Party; sites: readonly Participant[]; modified: boolean }) {
  const t = useT();
  const names = sites.filter(({ id }) => linkedIds(party).includes(id)).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <Alert severity={modified ? 'warning' : 'info'} variant="outlined">
      {t(modified ? 'participants.wizard.touched' : 'participants.wizard.linked', { smart_count: names.length })}
      {': '}
      {names.slice(0, 10).join(', ')}
      {names.length > 10 && ` … (${names.length})`}
    </Alert>
  );
}

/** A party begins at what is known of the site. */
function beginOf({ site, operation }: WizardState, side: Side) {
  const known = site.getValues();
  const begin = newParty(side, undefined, operation);
  return {
    ...begin,
    name: known.identity || known.name,
    address: known.address,
    postCode: known.postCode ?? '',
    city: known.city ?? '',
    email: known.email ?? '',
    phoneNumber: known.phone ?? '',
    legalNumber: known.siret ?? '',
    consumerType: known.entityType?.startsWith('pro') ? ('professional' as const) : begin.consumerType,
  };
}
