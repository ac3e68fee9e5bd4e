import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useEffect } from 'react';
import { type Control, useController, useFormState, useWatch } from 'react-hook-form';
import { useHides, useOperation } from '../../../api/operations';
import { FormDate, FormDecimal, FormSelect, FormSwitch, FormText } from '../../../design/FormFields';
import { Section } from '../sheet/Facts';
import { entityTypes, productionTypes, segmentsOf } from './choices';
import type { ParticipantForm, ParticipantInput } from './schema';
import { unitsPerDegree, wattsPerKilowatt } from './schema';

interface FieldsProps {
  control: Control<ParticipantInput, unknown, ParticipantForm>;
  adding: boolean;
}

/** What the site is, where, and since when. */
export function SiteStepFields({ control, adding }: FieldsProps) {
  return (
    <>
      <SiteFields control={control} adding={adding} />
      <AddressFields control={control} />
      <PerimeterFields control={control} />
      <PeopleFields control={control} />
      <OwnFields control={control} />
    </>
  );
}

type Parts = Pick<FieldsProps, 'control'>;

function SiteFields({ control, adding }: FieldsProps) {
  const t = useT();
  const identifier = useOperation().siteIdentifier;
  const [energyType, isProsumer, means] = useWatch({ control, name: ['energyType', 'isProsumer', 'productionTypeId'] });
  const produces = energyType === 'producer' || isProsumer || means !== undefined;
  const unset = adding ? { emptyLabel: t('participants.form.unset') } : {};
  return (
    <Section title={t('participants.section.site')}>
      {!adding && (
        <Typography variant="caption" component="p" color="textSecondary" sx={{ mb: 1.5 }}>
          {t('participants.form.fixed')}
        </Typography>
      )}
      <Grid>
        <FormSelect
          control={control}
          name="energyType"
          label={t('participants.field.energyType')}
          required
          disabled={!adding}
          options={(['consumer', 'producer'] as const).map((value) => ({
            value,
            label: t(`enums.EnergyType.${value}`),
          }))}
        />
        <FormText
          control={control}
          name="dsoId"
          label={t(`participants.identifier.${identifier}`)}
          required
          disabled={!adding}
          autoComplete="off"
          slotProps={{ htmlInput: { inputMode: 'numeric' } }}
          {...(adding ? { hint: t(`participants.form.identifierHint.${identifier}`) } : {})}
        />
        <Wide>
          <FormText control={control} name="name" label={t('participants.field.name')} required autoComplete="off" />
        </Wide>
        <FormSelect
          control={control}
          name="entityType"
          label={t('participants.field.entityType')}
          required={adding}
          options={entityTypes.map((value) => ({ value, label: t(`enums.EntityType.${value}`) }))}
        />
        {identifier === 'prm' && <SegmentField control={control} energyType={energyType} adding={adding} />}
        <FormDecimal
          control={control}
          name="contractPower"
          label={t('participants.field.contractPower')}
          scale={wattsPerKilowatt}
          unit="kW"
        />
        {produces && (
          <FormSelect
            control={control}
            name="productionTypeId"
            label={t('participants.field.productionTypeId')}
            {...unset}
            options={productionTypes.map((value) => ({
              value: String(value),
              label: t(`enums.ProductionTypeId.${value}`),
            }))}
          />
        )}
        {identifier === 'prm' && energyType === 'producer' && (
          <FormText
            control={control}
            name="padt"
            label={t('participants.field.padt')}
            hint={t('participants.form.padtHint')}
            autoComplete="off"
          />
        )}
        <Wide>
          <FormSwitch control={control} name="isProsumer" label={t('participants.field.isProsumer')} />
        </Wide>
      </Grid>
    </Section>
  );
}

/** Another nature has other segments: the one chosen before goes. */
function SegmentField({ control, energyType, adding }: FieldsProps & Pick<ParticipantForm, 'energyType'>) {
  const t = useT();
  const { field } = useController({ control, name: 'segment' });
  const segments = segmentsOf(energyType);
  const { value, onChange } = field;
  const foreign = value !== undefined && !segments.some((one) => one === value);
  useEffect(() => {
    if (foreign) onChange(undefined);
  }, [foreign, onChange]);
  return (
    <FormSelect
      control={control}
      name="segment"
      label={t('participants.field.segment')}
      {...(adding ? { emptyLabel: t('participants.form.unset') } : {})}
      options={segments.map((one) => ({ value: one, label: t(`enums.Segment.${one}`) }))}
    />
  );
}

function AddressFields({ control }: Parts) {
  const t = useT();
  const french = useOperation().siteIdentifier === 'prm';
  return (
    <Section title={t('participants.section.address')}>
      <Grid>
        <Wide>
          <FormText
            control={control}
            name="address"
            label={t('participants.field.address')}
            required
            autoComplete="off"
          />
        </Wide>
        <FormText control={control} name="postCode" label={t('participants.field.postCode')} autoComplete="off" />
        <FormText control={control} name="city" label={t('participants.field.city')} autoComplete="off" />
        {french && (
          <>
            <FormText
              control={control}
              name="departmentCode"
              label={t('participants.field.departmentCode')}
              autoComplete="off"
            />
            <FormText control={control} name="inseeCode" label={t('participants.field.inseeCode')} autoComplete="off" />
          </>
        )}
        {(['latitude', 'longitude'] as const).map((name) => (
          <FormDecimal
            key={name}
            control={control}
            name={name}
            label={t(`participants.field.${name}`)}
            scale={unitsPerDegree}
            unit="°"
          />
        ))}
      </Grid>
    </Section>
  );
}

function PerimeterFields({ control }: Parts) {
  const t = useT();
  const [energyType, entry] = useWatch({ control, name: ['energyType', 'entry'] });
  const producer = energyType === 'producer';
  return (
    <Section title={t('participants.section.perimeter')}>
      <Grid>
        <FormDate
          control={control}
          name="entry"
          label={t('participants.field.entry')}
          required={producer}
          {...(producer ? { hint: t('participants.form.entryHint') } : {})}
        />
        <FormDate
          control={control}
          name="exit"
          label={t('participants.field.exit')}
          hint={t('participants.form.exitHint')}
          {...(entry ? { min: entry } : {})}
        />
      </Grid>
    </Section>
  );
}

function PeopleFields({ control }: Parts) {
  const t = useT();
  return (
    <Section title={t('participants.section.contact')}>
      <Grid>
        <Wide>
          <FormText
            control={control}
            name="identity"
            label={t('participants.field.identity')}
            hint={t('participants.form.identityHint')}
            autoComplete="off"
          />
        </Wide>
        <FormText
          control={control}
          name="email"
          type="email"
          label={t('participants.field.email')}
          autoComplete="off"
        />
        <FormText control={control} name="phone" type="tel" label={t('participants.field.phone')} autoComplete="off" />
      </Grid>
    </Section>
  );
}

/** Who may see the site. */
export function AccountFields({ control }: Parts) {
  const t = useT();
  return (
    <Section title={t('participants.section.account')}>
      <FormText
        control={control}
        name="userEmail"
        type="email"
        label={t('participants.field.userEmail')}
        hint={t('participants.form.userHint')}
        autoComplete="off"
      />
    </Section>
  );
}

/** What invoices need of the site itself. */
export function BillingFields({ control }: Parts) {
  const t = useT();
  const french = useOperation().siteIdentifier === 'prm';
  return (
    <Section title={t('participants.wizard.ofSite')}>
      <Grid>
        <FormText
          control={control}
          name="siret"
          label={t(`participants.field.${french ? 'siret' : 'bce'}`)}
          hint={t('participants.form.siretHint')}
          autoComplete="off"
        />
        <FormText
          control={control}
          name="treasury"
          label={t('participants.field.treasury')}
          hint={t('participants.form.treasuryHint')}
          autoComplete="off"
        />
        <FormDate
          control={control}
          name="billedUntil"
          label={t('participants.field.billedUntil')}
          hint={t('participants.form.billedUntilHint')}
        />
      </Grid>
    </Section>
  );
}

/** What the organizer notes for itself. */
/** The organizer's own words; left out in the simple view, unless the site has some. */
function OwnFields({ control }: Parts) {
  const t = useT();
  const hides = useHides();
  const { defaultValues: stored } = useFormState({ control });
  if (hides('OWN_REFERENCES') && !stored?.externalId && !stored?.tags) return null;
  return (
    <Section title={t('participants.section.own')}>
      <Grid>
        <FormText control={control} name="externalId" label={t('participants.field.externalId')} autoComplete="off" />
        <FormText
          control={control}
          name="tags"
          label={t('participants.field.tags')}
          hint={t('participants.form.tagsHint')}
          autoComplete="off"
        />
      </Grid>
    </Section>
  );
}

function Grid({ children }: { children: ReactNode }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
      {children}
    </Box>
  );
}

function Wide({ children }: { children: ReactNode }) {
  return <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;
}
