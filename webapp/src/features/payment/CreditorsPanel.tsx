import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Can } from '../../design/Can';
import type { Column } from '../../design/DataTable';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { matching } from '../../design/search';
import { useListAddress } from '../../design/useListAddress';
import type { Creditor, Issuer, useIssuers } from './queries';

const CreditorDialog = lazy(async () => ({ default: (await import('./CreditorDialog')).CreditorDialog }));

/** An issuer with the creditor in whose name it collects, if it has one. */
interface Line {
  issuer: Issuer;
  creditor: Creditor | undefined;
}

interface CreditorsPanelProps {
  issuers: ReturnType<typeof useIssuers>;
  creditors: readonly Creditor[];
}

/** The issuers of an operation, and in whose name each of them collects. */
export function CreditorsPanel({ issuers, creditors }: CreditorsPanelProps) {
  const t = useT();
  const address = useListAddress();
  const [open, setOpen] = useState<Line>();
  const lines = useMemo((): Line[] => {
    const of = new Map(creditors.map((creditor) => [creditor.billingEntityId, creditor]));
    return (issuers.data ?? []).map((issuer) => ({ issuer, creditor: of.get(issuer.id) }));
  }, [issuers.data, creditors]);
  const columns = useColumns(setOpen);
  return (
    <>
      <EntityList
        address={address}
        searchLabel={t('payments.creditor.search')}
        caption={t('payments.tab.creditors')}
        rows={matching(
          lines,
          address.search,
          ({ issuer, creditor }) => `${issuer.name} ${creditor?.name} ${creditor?.ics}`,
        )}
        all={lines}
        columns={columns}
        rowId={({ issuer }) => issuer.id}
        rowName={({ issuer }) => issuer.name}
        defaultSort={{ id: 'issuer' }}
        state={issuers}
        none={
          <EmptyState kind="none" title={t('payments.creditor.empty')} advice={t('payments.creditor.emptyAdvice')} />
        }
      />
      <Suspense fallback={null}>{open && <CreditorDialog {...open} onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  );
}

function useColumns(onOpen: (line: Line) => void): Column<Line>[] {
  const t = useT();
  return useMemo(
    () => [
      {
        id: 'issuer',
        header: t('payments.field.issuer'),
        width: 'minmax(150px, 1.4fr)',
        cell: ({ issuer }) => issuer.name,
        sortValue: ({ issuer }) => issuer.name,
      },
      {
        id: 'creditor',
        header: t('payments.field.creditor'),
        width: 'minmax(170px, 1.6fr)',
        cell: (line) => (
          <Can permission="creditor:create" fallback={line.creditor?.name ?? t('formats.none')}>
            {line.creditor ? (
              <MuiLink
                component="button"
                type="button"
                onClick={() => onOpen(line)}
                sx={{ font: 'inherit', textAlign: 'left' }}
              >
                {line.creditor.name}
              </MuiLink>
            ) : (
              <Button size="small" variant="outlined" onClick={() => onOpen(line)}>
                {t('payments.creditor.add')}
              </Button>
            )}
          </Can>
        ),
        sortValue: ({ creditor }) => creditor?.name ?? '',
      },
      {
        id: 'ics',
        header: t('payments.field.ics'),
        width: '180px',
        cell: ({ creditor }) => creditor?.ics ?? t('formats.none'),
      },
      {
        id: 'iban',
        header: t('payments.field.iban'),
        width: 'minmax(280px, 1.4fr)',
        cell: ({ creditor }) => creditor?.iban ?? t('formats.none'),
        hideBelow: 'sm',
      },
    ],
    [t, onOpen],
  );
}
