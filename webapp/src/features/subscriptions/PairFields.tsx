import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useMemo } from 'react';
import { type Control, useController, useWatch } from 'react-hook-form';
import { useOperation } from '../../api/operations';
import { useFieldMessage } from '../../design/FormFields';
import { type Side, type Site, sitesOf } from '../parties/parties';
import { useSites } from '../parties/queries';
import { SiteChecklist } from '../parties/SiteChecklist';
import type { Subscription } from './queries';
import type { SubscribeForm, SubscribeInput } from './schema';
import { stateOf } from './subscriptions';

type FormControl = Control<SubscribeInput, unknown, SubscribeForm>;

/** Who sells, and who buys: every chosen consumer is subscribed with every chosen producer. */
export function PairFields({
  control,
  subscriptions,
}: {
  control: FormControl;
  subscriptions: readonly Subscription[];
}) {
  const seller = useWatch({ control, name: 'seller' });
  const { data: sites = [] } = useSites(useOperation().id);
  const both = seller === 'producers';
  const consumers = seller !== 'none';
  const producers = seller !== 'operation';
  return (
    <>
      <SellerField control={control} />
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: both ? '3fr 2fr' : '1fr' } }}
      >
        {consumers && <SitesField control={control} side="client" sites={sites} subscriptions={subscriptions} />}
        {producers && <SitesField control={control} side="issuer" sites={sites} subscriptions={subscriptions} />}
      </Box>
    </>
  );
}

function SellerField({ control }: { control: FormControl }) {
  const t = useT();
  const id = useId();
  const { field } = useController({ control, name: 'seller' });
  const { features, interlocutor } = useOperation();
  return (
    <div>
      <Typography id={id} variant="h3" component="p">
        {t('subscriptions.form.seller')}
      </Typography>
      <RadioGroup row aria-labelledby={id} {...field}>
        <FormControlLabel
          value="producers"
          control={<Radio size="small" />}
          label={t('subscriptions.form.producers')}
        />
        <FormControlLabel
          value="operation"
          control={<Radio size="small" />}
          label={
            interlocutor?.legalName
              ? t('subscriptions.form.operation', { name: interlocutor.legalName })
              : t('subscriptions.byOperation')
          }
        />
        {features.includes('statements') && (
          <FormControlLabel value="none" control={<Radio size="small" />} label={t('subscriptions.form.paid')} />
        )}
      </RadioGroup>
    </div>
  );
}

interface SitesFieldProps {
  control: FormControl;
  side: Side;
  sites: readonly Site[];
  subscriptions: readonly Subscription[];
}

function SitesField({ control, side, sites, subscriptions }: SitesFieldProps) {
  const t = useT();
  const { field, fieldState } = useController({ control, name: side === 'client' ? 'consumerIds' : 'producerIds' });
  const message = useFieldMessage()(fieldState.error?.message);
  const note = useMemo(() => {
    if (side === 'issuer') return undefined;
    const running = new Map(
      subscriptions.flatMap((one): [string, string][] =>
        one.consumerId && stateOf(one) === 'active' ? [[one.consumerId, one.plan.name]] : [],
      ),
    );
    return { header: t('subscriptions.form.currentPlan'), of: ({ id }: Site) => running.get(id) };
  }, [side, subscriptions, t]);
  const offered = useMemo(() => sitesOf(side, sites), [side, sites]);
  return (
    <div>
      <SiteChecklist
        label={t(side === 'client' ? 'enums.ParticipantGroup.consumers' : 'enums.ParticipantGroup.producers')}
        sites={offered}
        ids={field.value}
        onChange={field.onChange}
        note={note}
        narrow={side === 'issuer'}
      />
      {message && <FormHelperText error>{message}</FormHelperText>}
    </div>
  );
}
