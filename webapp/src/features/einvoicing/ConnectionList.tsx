import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { ConfirmDialog } from '../../design/ConfirmDialog';
import { EmptyState } from '../../design/EmptyState';
import { ErrorPanel } from '../../design/ErrorPanel';
import { RowMenu } from '../../design/RowMenu';
import { RowsSkeleton } from '../../design/Skeletons';
import { notify } from '../../design/snackbars';
import { Tag } from '../../design/Tag';
import {
  type Connection,
  useConnections,
  useDeleteConnection,
  useLook,
  useSwitchConnection,
  useTestConnection,
} from './queries';
import { Section } from './Section';
import { problemWords } from './words';

// Forms are not needed to read.
const ConnectionDialog = lazy(() =>
  import('./ConnectionDialog').then((module) => ({ default: module.ConnectionDialog })),
);
const DirectoryDialog = lazy(() => import('./DirectoryDialog').then((module) => ({ default: module.DirectoryDialog })));

/** By which platform each seller's invoices travel, and whether it works. */
export function ConnectionList() {
  const t = useT();
  const can = useCan();
  const { id: operationId } = useOperation();
  const list = useConnections(operationId);
  const [editing, setEditing] = useState<Connection | 'new'>();
  const add = can('einvoicing:update') && (
    <Button variant="contained" onClick={() => setEditing('new')}>
      {t('einvoicing.connection.add')}
    </Button>
  );
  return (
    <Section title={t('einvoicing.connection.title')} text={t('einvoicing.connection.text')} action={add}>
      {list.isPending && <RowsSkeleton rows={2} />}
      {list.isError && <ErrorPanel error={list.error} onRetry={() => list.refetch()} />}
      {list.data?.length === 0 && (
        <EmptyState
          kind="none"
          title={t('einvoicing.connection.empty')}
          advice={t('einvoicing.connection.emptyAdvice')}
        />
      )}
      <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 2 }}>
        {(list.data ?? []).map((one) => (
          <OneConnection key={one.id} connection={one} onEdit={() => setEditing(one)} />
        ))}
      </Stack>
      {editing && (
        <Suspense fallback={null}>
          <ConnectionDialog
            connection={editing === 'new' ? undefined : editing}
            taken={(list.data ?? []).map(({ legalNumber }) => legalNumber)}
            onClose={() => setEditing(undefined)}
          />
        </Suspense>
      )}
    </Section>
  );
}

function OneConnection({ connection, onEdit }: { connection: Connection; onEdit: () => void }) {
  const t = useT();
  const formats = useFormats();
  const can = useCan();
  const { id: operationId } = useOperation();
  const test = useTestConnection(operationId);
  const look = useLook(operationId);
  const turn = useSwitchConnection(operationId);
  const remove = useDeleteConnection(operationId);
  const [leaving, setLeaving] = useState(false);
  const [looking, setLooking] = useState(false);
  const {
    id,
    name,
    billingEntityName,
    legalNumber,
    version,
    kind,
    active,
    problem,
    polledAt,
    directoryUrl,
    peppol,
    hookPath,
    hasHookKey,
  } = connection;
  const may = can('einvoicing:update');
  const actions = [
    ...(directoryUrl || peppol?.zone
      ? [{ label: t('einvoicing.directory.open'), onClick: () => setLooking(true) }]
      : []),
    ...(can('einvoicing:send') && active
      ? [
          {
            label: t('einvoicing.connection.look'),
            onClick: () => look.mutate(id, { onSuccess: () => notify(t('einvoicing.connection.looking')) }),
          },
        ]
      : []),
    ...(may
      ? [
          { label: t('einvoicing.connection.edit'), onClick: onEdit },
          {
            label: t(active ? 'einvoicing.connection.stop' : 'einvoicing.connection.start'),
            onClick: () => turn.mutate({ id, active: !active }),
          },
          { label: t('einvoicing.connection.remove'), onClick: () => setLeaving(true), destructive: true },
        ]
      : []),
  ];
  return (
    <Stack component="li" sx={{ gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'flex-start', flexWrap: 'wrap' }}>
        <Stack sx={{ flex: '1 1 260px', minWidth: 0 }}>
          <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
            <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
            <Tag icon={active ? 'success' : 'void'} tone={active ? 'success' : 'plain'}>
              {t(active ? 'einvoicing.connection.on' : 'einvoicing.connection.off')}
            </Tag>
          </Stack>
          <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {t('einvoicing.connection.of', { name: billingEntityName, number: legalNumber })} ·{' '}
            {kind === 'AFNOR'
              ? t('einvoicing.connection.version', { version })
              : t(`enums.EInvoiceCarrierKind.${kind}`)}
            {polledAt && ` · ${t('einvoicing.connection.polled', { at: formats.instant(polledAt) })}`}
          </Typography>
          {hasHookKey && (
            <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {t('einvoicing.connection.hook', { address: `${window.location.origin}${hookPath}` })}
            </Typography>
          )}
        </Stack>
        {may && (
          <Button
            variant="outlined"
            size="small"
            disabled={test.isPending}
            onClick={() =>
              test.mutate(id, {
                onSuccess: (said) => {
                  if (said?.works) notify(t('einvoicing.connection.works', { name }));
                },
              })
            }
          >
            {t('einvoicing.connection.test')}
          </Button>
        )}
        <RowMenu name={name} actions={actions} />
      </Stack>
      {problem && (
        <Alert severity="warning" variant="outlined">
          {t('einvoicing.connection.problem', { problem: problemWords(t, problem), at: formats.instant(problem.at) })}
        </Alert>
      )}
      {looking && (
        <Suspense fallback={null}>
          <DirectoryDialog connection={connection} onClose={() => setLooking(false)} />
        </Suspense>
      )}
      {leaving && (
        <ConfirmDialog
          open
          destructive
          title={t('einvoicing.connection.removeTitle', { name })}
          confirmLabel={t('einvoicing.connection.remove')}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(id, { onSettled: () => setLeaving(false) })}
          onClose={() => setLeaving(false)}
        >
          {t('einvoicing.connection.removeText')}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
