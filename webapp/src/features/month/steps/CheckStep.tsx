import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { Link } from 'react-router';
import { useOperation } from '../../../api/operations';
import { TroubleList } from '../../billRuns/TroubleList';
import { foreseen } from '../../billRuns/trouble';
import { placeOf } from '../links';
import type { MonthCheck, MonthStep, OperationMonth } from '../queries';

/** What blocks and what is odd: one entry for each kind, with everybody it is about and the way to the place. */
export function CheckStep({ month: { checks }, step }: { month: OperationMonth; step: MonthStep }) {
  const t = useT();
  if (checks.length === 0) {
    return (
      <Typography>
        {t(step.state === 'DONE' ? 'month.checks.none' : `steps.reason.${step.reason ?? 'MONTH_NOT_OVER'}`)}
      </Typography>
    );
  }
  const of = (severity: MonthCheck['severity']) => checks.filter((check) => check.severity === severity);
  return (
    <Stack sx={{ gap: 2 }}>
      <Group title={t('month.checks.blocking')} checks={of('BLOCKING')} />
      <Group title={t('month.checks.odd')} checks={of('ODD')} />
    </Stack>
  );
}

function Group({ title, checks }: { title: string; checks: readonly MonthCheck[] }) {
  const t = useT();
  if (checks.length === 0) return null;
  const kinds = [...new Set(checks.map(({ kind }) => kind))];
  const blocking = checks[0]?.severity === 'BLOCKING';
  const Icon = blocking ? ErrorOutlined : WarningAmberOutlined;
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h3" sx={{ fontWeight: 650, mb: 0.5 }}>
        {title}
      </Typography>
      <Stack sx={{ gap: 1.5 }}>
        {kinds.map((kind) => {
          const some = checks.filter((check) => check.kind === kind);
          return (
            <div key={kind}>
              <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
                <Icon aria-hidden fontSize="small" color={blocking ? 'error' : 'warning'} />
                <Typography component="h4" sx={{ fontWeight: 600 }}>
                  {t(`month.check.${kind}`)} ({some.length})
                </Typography>
              </Stack>
              {kind === 'INVOICE_REFUSED' ? <Refusals checks={some} /> : <Lines checks={some} />}
            </div>
          );
        })}
      </Stack>
    </Box>
  );
}

/** Refusals stand by what mends them, as bill runs say them. */
function Refusals({ checks }: { checks: readonly MonthCheck[] }) {
  const clients = checks.flatMap((check) =>
    check.problem && check.billingEntityId && check.billableEntityId
      ? [
          {
            billingEntityId: check.billingEntityId,
            billingEntityName: check.billingEntityName ?? '',
            billableEntityId: check.billableEntityId,
            billableEntityName: check.billableEntityName ?? '',
            periods: [],
            problems: [check.problem],
          },
        ]
      : [],
  );
  return <TroubleList troubles={foreseen(clients)} foreseen />;
}

/** So many are named at once; the rest at a click. */
const namedAtMost = 8;

function Lines({ checks }: { checks: readonly MonthCheck[] }) {
  const t = useT();
  const { id } = useOperation();
  const words = useWords();
  const [all, setAll] = useState(false);
  const named = all ? checks : checks.slice(0, namedAtMost);
  return (
    <Box component="ul" sx={{ m: 0, pl: 3.5, listStyle: 'none' }}>
      {named.map((check) => {
        const to = placeOf(id, check);
        const text = words(check);
        const key = [
          check.participantId,
          check.producerId,
          check.billableEntityId,
          check.billingEntityId,
          check.energyType,
          text,
        ].join(' ');
        return (
          <Box component="li" key={key} sx={{ py: 0.25, overflowWrap: 'anywhere' }}>
            {to ? (
              <MuiLink component={Link} to={to}>
                {text}
              </MuiLink>
            ) : (
              text
            )}
          </Box>
        );
      })}
      {checks.length > named.length && (
        <li>
          <Button size="small" onClick={() => setAll(true)}>
            {t('month.checks.more', { smart_count: checks.length - named.length })}
          </Button>
        </li>
      )}
    </Box>
  );
}

/** A check in words, from what the server counted. */
function useWords() {
  const t = useT();
  const formats = useFormats();
  return (check: MonthCheck): string => {
    const days = (check.periods ?? []).map(({ from, to }) => formats.dayRange(from, to)).join(', ');
    const site = check.participantName ?? '';
    switch (check.kind) {
      case 'DEADLINE_MISSED':
        return t('month.check.deadline', { date: check.deadline ? formats.day(check.deadline, 'medium') : '' });
      case 'DATA_MISSING':
      case 'DATA_PROVISIONAL':
        return `${site} · ${days}`;
      case 'SITE_WITHOUT_CLIENT':
        return site;
      case 'INVOICE_REFUSED':
        return t('month.check.refused', {
          client: check.billableEntityName ?? '',
          issuer: check.billingEntityName ?? '',
        });
      case 'ENERGY_UNPRICED':
        return t('month.check.unpriced', {
          consumer: site,
          producer: check.producerName ?? '',
          energy: formats.energy(check.energyMilliWh ?? 0),
          days,
          reason: t(`enums.UnpricedReason.${check.reason ?? 'NOT_SUBSCRIBED'}`),
        });
      case 'EARLIER_UNBILLED':
        return t('month.check.earlier', { smart_count: check.number ?? 0 });
      case 'CORRECTION_OPEN':
        return t('month.check.correction', {
          client: check.billableEntityName ?? '',
          issuer: check.billingEntityName ?? '',
          now: formats.money(check.amountCents ?? 0),
          before: formats.money(check.previousAmountCents ?? 0),
        });
      case 'AMOUNT_UNUSUAL':
        return t('month.check.unusual', {
          client: check.billableEntityName ?? '',
          issuer: check.billingEntityName ?? '',
          now: formats.money(check.amountCents ?? 0),
          before: formats.money(check.previousAmountCents ?? 0),
        });
      default:
        return check.kind satisfies never;
    }
  };
}
