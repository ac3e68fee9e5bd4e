import Add from '@mui/icons-material/Add';
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { Can } from '../../design/Can';
import { EmptyState } from '../../design/EmptyState';
import { EntityList } from '../../design/EntityList';
import { RowMenu } from '../../design/RowMenu';
import { matching } from '../../design/search';
import { useListAddress, withChanges } from '../../design/useListAddress';
import { type Party, type Side, type Site, withoutParty } from './parties';
import { useClients, useIssuers, useMakeClients, useSites } from './queries';
import { usePartyColumns } from './usePartyColumns';

// The form and its rules are loaded when it is opened.
const PartyDialog = lazy(() => import('./PartyDialog').then((part) => ({ default: part.PartyDialog })));

/** The issuers or the clients of an operation, and what they lack to be billed. */
export function PartiesPanel({ side }: { side: Side }) {
  const t = useT();
  const operation = useOperation();
  const can = useCan();
  const issuers = useIssuers(operation.id);
  const clients = useClients(operation.id);
  const list = side === 'issuer' ? issuers : clients;
  const sites = useSites(operation.id);
  const address = useListAddress();
  const { search } = address;
  const { open, party, from, close } = useOpenParty(list.data, sites.data);
  const parties: readonly Party[] = list.data ?? [];
  const loose = list.data && sites.data ? withoutParty(side, sites.data, list.data) : [];
  const columns = usePartyColumns(side, sites.data ?? []);
  const shown = useMemo(
    () =>
      matching(list.data ?? ([] as Party[]), search, ({ name, city, legalNumber }) => `${name} ${city} ${legalNumber}`),
    [list.data, search],
  );
  const create = (
    <Can permission={`${side}:create`}>
      <Button variant="contained" startIcon={<Add />} onClick={() => open.create()}>
        {t(`parties.${side}.create`)}
      </Button>
    </Can>
  );
  return (
    <Stack spacing={2}>
      <Loose side={side} sites={loose} onCreate={open.create} />
      <EntityList
        address={address}
        searchLabel={t('parties.search')}
        toolbar={create}
        caption={t(`parties.${side}.title`)}
        rows={shown}
        all={parties}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort={{ id: 'name' }}
        state={list}
        actions={({ id, name }) => (
          <RowMenu
            name={name}
            actions={can(`${side}:update`) ? [{ label: t('parties.change'), onClick: () => open.change(id) }] : []}
          />
        )}
        none={
          <EmptyState
            kind="none"
            title={t(`parties.${side}.empty`)}
            advice={t(`parties.${side}.emptyAdvice`)}
            action={create}
          />
        }
      />
      <Suspense fallback={null}>
        {(party || from !== undefined) && (
          <PartyDialog
            {...{ operation, side, party, parties }}
            from={from ?? undefined}
            sites={sites.data ?? []}
            onClose={close}
          />
        )}
      </Suspense>
    </Stack>
  );
}

/** Which party is open: in the address (`party=id`), so that a failure can link to it; new ones are not. */
function useOpenParty(list: readonly Party[] | undefined, sites: readonly Site[] | undefined) {
  const [params, setParams] = useSearchParams();
  const [from, setFrom] = useState<Site | null>();
  const wanted = params.get('party');
  const party = sites && list?.find(({ id }) => id === wanted);
  const address = useCallback(
    (id: string | undefined) => setParams((before) => withChanges(before, { party: id }), { replace: true }),
    [setParams],
  );
  const close = () => {
    setFrom(undefined);
    if (wanted) address(undefined);
  };
  return { party, from, close, open: { change: address, create: (site?: Site) => setFrom(site ?? null) } };
}

/** Sites without issuer or client, each one step away from having one. */
function Loose({ side, sites, onCreate }: { side: Side; sites: readonly Site[]; onCreate: (site: Site) => void }) {
  const t = useT();
  const bulk = useMakeClients(useOperation());
  if (sites.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" icon={<WarningAmberOutlined />}>
      {t(`parties.${side}.loose`, { smart_count: sites.length })}
      <Can permission={`${side}:create`}>
        {side === 'client' && sites.length > 1 && (
          <Button
            size="small"
            color="inherit"
            variant="outlined"
            sx={{ mt: 1, display: 'block' }}
            loading={bulk.isPending}
            onClick={() => bulk.mutate(sites)}
          >
            {t('parties.client.createAll', { smart_count: sites.length })}
          </Button>
        )}
        {bulk.data && bulk.data.refused.length > 0 && (
          <Typography role="alert" sx={{ mt: 1 }}>
            {t('parties.client.notMade', { names: bulk.data.refused.join(', ') })}
          </Typography>
        )}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 0.5, mt: 1 }}>
          {sites.slice(0, 12).map((site) => (
            <Chip
              key={site.id}
              size="small"
              variant="outlined"
              icon={<Add />}
              label={t('parties.createFor', { name: site.name })}
              onClick={() => onCreate(site)}
            />
          ))}
          {sites.length > 12 && <Typography variant="caption">+{sites.length - 12}</Typography>}
        </Stack>
      </Can>
    </Alert>
  );
}
