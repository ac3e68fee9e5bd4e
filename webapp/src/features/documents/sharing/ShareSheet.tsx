import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { type ReactNode, useId, useState } from 'react';
import { ErrorPanel } from '../../../design/ErrorPanel';
import { SideSheet } from '../../../design/SideSheet';
import { RowsSkeleton } from '../../../design/Skeletons';
import { notify } from '../../../design/snackbars';
import { ThingLink } from '../../../design/ThingLink';
import { type Doc, type Share, type Sharing, useShare, useSharing, useSites, useUnshare } from '../queries';
import { Links } from './Links';

interface ShareSheetProps {
  operationId: string;
  doc: Doc;
  onClose: () => void;
}

/** Who of the participants may read something, and the links to it. */
export function ShareSheet({ operationId, doc, onClose }: ShareSheetProps) {
  const t = useT();
  const sharing = useSharing(operationId, doc.id);
  return (
    <SideSheet title={t('documents.sharing.title', { name: doc.name })} onClose={onClose}>
      <Stack sx={{ gap: 3 }}>
        {doc.kind === 'FOLDER' && <Typography color="textSecondary">{t('documents.sharing.folderHint')}</Typography>}
        {sharing.isPending && <RowsSkeleton height={48} />}
        {sharing.isError && <ErrorPanel error={sharing.error} onRetry={() => sharing.refetch()} />}
        {sharing.data && (
          <>
            <Readers operationId={operationId} doc={doc} sharing={sharing.data} />
            {doc.kind === 'DOCUMENT' && <Links operationId={operationId} doc={doc} links={sharing.data.links} />}
          </>
        )}
      </Stack>
    </SideSheet>
  );
}

function Readers({ operationId, doc, sharing }: { operationId: string; doc: Doc; sharing: Sharing }) {
  const t = useT();
  const id = useId();
  const unshare = useUnshare();
  const { shares, inherited } = sharing;
  const nameOf = ({ participantName }: Share) => participantName ?? t('documents.sharing.everyone');
  const remove = (share: Share) =>
    unshare.mutate(
      { params: { path: { operationId, documentId: doc.id, shareId: share.id } } },
      { onSuccess: () => notify(t('documents.sharing.removed')) },
    );
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {t('documents.sharing.with')}
      </Typography>
      {shares.length + inherited.length === 0 && (
        <Typography color="textSecondary">{t('documents.sharing.none')}</Typography>
      )}
      <Stack component="ul" sx={{ listStyle: 'none', p: 0, m: 0, mb: 2 }}>
        {inherited.map((share) => (
          <Reader key={share.id} share={share} name={nameOf(share)}>
            <Typography variant="body2" color="textSecondary">
              {t('documents.sharing.inherited', {
                folder: doc.path.find((step) => step.id === share.documentId)?.name ?? '',
              })}
            </Typography>
          </Reader>
        ))}
        {shares.map((share) => (
          <Reader key={share.id} share={share} name={nameOf(share)}>
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              disabled={unshare.isPending}
              aria-label={t('documents.sharing.removeOf', { name: nameOf(share) })}
              onClick={() => remove(share)}
            >
              {t('documents.sharing.remove')}
            </Button>
          </Reader>
        ))}
      </Stack>
      <AddReaders operationId={operationId} doc={doc} shares={shares} />
    </Box>
  );
}

function Reader({ share, name, children }: { share: Share; name: string; children: ReactNode }) {
  return (
    <Stack
      component="li"
      direction="row"
      sx={{ py: 1, gap: 1, alignItems: 'center', borderBottom: '1px solid', borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <ThingLink thing="site" id={share.participantId}>
          {name}
        </ThingLink>
      </Box>
      {children}
    </Stack>
  );
}

/** Participants to choose by name, or all of them. */
function AddReaders({ operationId, doc, shares }: { operationId: string; doc: Doc; shares: readonly Share[] }) {
  const t = useT();
  const share = useShare();
  const sites = useSites(operationId);
  const [chosen, setChosen] = useState<readonly { id: string; name: string }[]>([]);
  const has = new Set(shares.map(({ participantId }) => participantId ?? ''));
  const options = (sites.data ?? []).filter(({ id }) => !has.has(id));
  const done = {
    onSuccess: () => {
      setChosen([]);
      notify(t('documents.sharing.added'));
    },
  };
  const params = { path: { operationId, documentId: doc.id } };
  return (
    <Stack sx={{ gap: 1 }}>
      <Autocomplete
        multiple
        options={options}
        value={options.filter(({ id }) => chosen.some((one) => one.id === id))}
        onChange={(_, next) => setChosen(next)}
        getOptionLabel={({ name }) => name}
        getOptionKey={({ id }) => id}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        disableCloseOnSelect
        noOptionsText={t('documents.sharing.noneFound')}
        loading={sites.isPending}
        renderInput={(input) => <TextField {...input} label={t('documents.sharing.add')} />}
      />
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <Button
          variant="contained"
          loading={share.isPending}
          disabled={chosen.length === 0}
          onClick={() => share.mutate({ params, body: { participantIds: chosen.map(({ id }) => id) } }, done)}
        >
          {t('documents.sharing.addChosen')}
        </Button>
        {!has.has('') && (
          <Button
            color="inherit"
            variant="outlined"
            disabled={share.isPending}
            onClick={() => share.mutate({ params, body: { everyone: true } }, done)}
          >
            {t('documents.sharing.addEveryone')}
          </Button>
        )}
      </Stack>
    </Stack>
  );
}
