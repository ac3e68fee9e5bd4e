import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router';
import { useOperation } from '../../api/operations';
import { ErrorPanel } from '../../design/ErrorPanel';
import { FormDialog } from '../../design/FormDialog';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { useErrorText, useRefusalTexts } from '../../design/useProblemText';
import { type MigrationPrices, useMigrate, useMigrationPreview } from './queries';

type Migration = Schemas['EngineMigration'];

/** How many more subscriptions each press shows. */
const step = 20;

const bases = ['INCLUDING_VAT', 'EXCLUDING_VAT'] as const satisfies readonly MigrationPrices[];

/** What moving to the newer engine would make and what lacks, as the server says; then moves. */
export function MigrationDialog({ onClose }: { onClose: () => void }) {
  useRefusalTexts();
  const t = useT();
  const words = useErrorText();
  const navigate = useNavigate();
  const { id } = useOperation();
  const [prices, setPrices] = useState<MigrationPrices>();
  const preview = useMigrationPreview(id, prices);
  const migrate = useMigrate();
  const found = preview.data;
  const asksPrices = prices !== undefined || found?.blocks.some(({ kind }) => kind === 'REQUEST');
  return (
    <FormDialog
      title={t('legacyBilling.migration.title')}
      confirmLabel={t('legacyBilling.migration.confirm')}
      width="md"
      pending={migrate.isPending}
      disabled={!found || found.blocks.length > 0 || preview.isFetching}
      onSubmit={(event) => {
        event.preventDefault();
        migrate.mutate(
          { params: { path: { operationId: id } }, body: prices ? { prices } : {} },
          {
            onSuccess: () => {
              notify(t('legacyBilling.migration.done'));
              navigate(`/pmo/operations/${id}/billing/subscriptions`);
            },
            onError: (error) => notify(words(error), { variant: 'error' }),
          },
        );
      }}
      onClose={onClose}
    >
      <Typography>{t('legacyBilling.migration.content')}</Typography>
      {asksPrices && (
        <TextField
          select
          label={t('legacyBilling.migration.prices')}
          value={prices ?? ''}
          onChange={(event) => setPrices(event.target.value as MigrationPrices)}
          helperText={prices && t(`legacyBilling.migration.pricesHint.${prices}`)}
        >
          {bases.map((one) => (
            <MenuItem key={one} value={one}>
              {t(`enums.MigrationPrices.${one}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {preview.isError ? (
        <ErrorPanel error={preview.error} onRetry={() => preview.refetch()} />
      ) : found ? (
        <Preview found={found} onLeave={onClose} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </FormDialog>
  );
}

function Preview({ found, onLeave }: { found: Migration; onLeave: () => void }) {
  const t = useT();
  const formats = useFormats();
  const [shown, setShown] = useState(step);
  return (
    <>
      <Lacks title={t('legacyBilling.migration.blocks')} severity="error" lacks={found.blocks} onLeave={onLeave} />
      <Lacks
        title={t('legacyBilling.migration.warnings')}
        severity="warning"
        lacks={found.warnings}
        onLeave={onLeave}
      />
      {found.finishedCount > 0 && (
        <Typography color="textSecondary">
          {t('legacyBilling.migration.finished', { smart_count: found.finishedCount })}
        </Typography>
      )}
      {found.plans.length > 0 && (
        <Box component="section">
          <Typography variant="h3">{t('legacyBilling.migration.plans', { smart_count: found.planCount })}</Typography>
          <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
            {found.plans.map((plan) => (
              <li key={plan.name}>
                {[
                  plan.name,
                  `${formats.price(plan.priceMicroEuro, 'kWh')}`,
                  plan.subscriptionPriceMicroEuro > 0 &&
                    t('legacyBilling.migration.monthly', { price: formats.price(plan.subscriptionPriceMicroEuro) }),
                  t(`enums.PlanPeriod.${plan.period}`),
                  t(`enums.PaymentMethod.${plan.paymentMethod}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </li>
            ))}
          </Box>
        </Box>
      )}
      {found.subscriptions.length > 0 && (
        <Box component="section">
          <Typography variant="h3">
            {t('legacyBilling.migration.subscriptions', { smart_count: found.subscriptionCount })}
          </Typography>
          <Box component="ul" sx={{ my: 0.5, pl: 3 }}>
            {found.subscriptions.slice(0, shown).map((one) => (
              <li key={`${one.producerId} ${one.consumerId} ${one.startDate}`}>
                {t('legacyBilling.migration.pair', {
                  consumer: one.consumerName,
                  producer: one.producerName,
                  plan: one.planName,
                  days: one.endDate
                    ? formats.dayRange(one.startDate, one.endDate)
                    : t('legacyBilling.migration.from', { day: formats.day(one.startDate) }),
                })}
                {one.billedUntil &&
                  ` · ${t('legacyBilling.migration.billedUntil', { day: formats.day(one.billedUntil) })}`}
              </li>
            ))}
          </Box>
          {found.subscriptions.length > shown ? (
            <Button onClick={() => setShown(shown + step)}>{t('legacyBilling.migration.show')}</Button>
          ) : (
            found.subscriptionCount > shown && (
              <Typography color="textSecondary">
                {t('legacyBilling.more', { smart_count: found.subscriptionCount - found.subscriptions.length })}
              </Typography>
            )
          )}
        </Box>
      )}
    </>
  );
}

/** Where what lacks is mended. */
const places: Partial<Record<Schemas['MigrationLack']['kind'], (id: string) => string>> = {
  ISSUER: () => 'billing/configs?tab=issuers',
  CLIENT: () => 'billing/configs?tab=clients',
  CONFIG: () => 'billing/configs',
  BILLS: () => 'billing/participants',
};

const placeOf = ({ kind, problem }: Schemas['MigrationLack'], operationId: string): string | undefined => {
  const of = kind === 'SITE' ? (problem.key === 'subscription.issuerMissing' ? 'ISSUER' : 'CLIENT') : kind;
  const path = places[of]?.(operationId);
  return path && `/pmo/operations/${operationId}/${path}`;
};

interface LacksProps {
  title: string;
  severity: 'error' | 'warning';
  lacks: Migration['blocks'];
  onLeave: () => void;
}

function Lacks({ title, severity, lacks, onLeave }: LacksProps) {
  const t = useT();
  const words = useErrorText();
  const { id } = useOperation();
  if (lacks.length === 0) return null;
  return (
    <Alert severity={severity} variant="outlined">
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
        {lacks.map((lack) => {
          const place = placeOf(lack, id);
          return (
            <li key={`${lack.problem.key} ${lack.objectId ?? ''}`}>
              {words(lack.problem)}{' '}
              {place && (
                <Link component={RouterLink} to={place} onClick={onLeave}>
                  {t('legacyBilling.migration.mend')}
                </Link>
              )}
            </li>
          );
        })}
      </Box>
    </Alert>
  );
}
