import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { asApiError } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useId, useState } from 'react';
import { useOperation } from '../../api/operations';
import { useCan } from '../../api/session';
import { notify } from '../../design/snackbars';
import { Tag } from '../../design/Tag';
import { useProblemText } from '../../design/useProblemText';
import { type Client, type Connection, type DirectoryLine, useBuyers, useDirectory, useKeepAddress } from './queries';

/** Where a buyer receives its invoices, as the directory says it; the one chosen is kept on the client. */
export function DirectoryDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useT();
  const words = useProblemText();
  const title = useId();
  const { id: operationId } = useOperation();
  const directory = useDirectory(operationId);
  const buyers = (useBuyers(operationId).data ?? []).filter(({ legalNumber }) => legalNumber);
  const [number, setNumber] = useState('');
  const failure = asApiError(directory.error);
  const chosen = buyers.find(({ name }) => name === number);
  const asked = chosen?.legalNumber ?? number;
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="sm">
      <DialogTitle id={title}>{t('einvoicing.directory.title')}</DialogTitle>
      <DialogContent>
        <Stack
          component="form"
          direction="row"
          sx={{ gap: 1, alignItems: 'flex-start', pt: 1, mb: 2 }}
          onSubmit={(event) => {
            event.preventDefault();
            directory.mutate({ connectionId: connection.id, siren: asked });
          }}
        >
          <Autocomplete
            freeSolo
            fullWidth
            options={[...new Set(buyers.map(({ name }) => name))]}
            inputValue={number}
            onInputChange={(_, value) => setNumber(value)}
            renderInput={(props) => (
              <TextField
                {...props}
                autoFocus
                required
                label={t('einvoicing.directory.number')}
                error={failure !== undefined}
                helperText={failure && words(failure)}
              />
            )}
          />
          <Button type="submit" variant="contained" disabled={directory.isPending} sx={{ mt: 1 }}>
            {t('einvoicing.directory.search')}
          </Button>
        </Stack>
        {directory.data?.length === 0 && <Typography>{t('einvoicing.directory.none')}</Typography>}
        {(directory.data?.length ?? 0) > 1 && (
          <Typography color="textSecondary" gutterBottom>
            {t('einvoicing.directory.several')}
          </Typography>
        )}
        <Stack component="ul" sx={{ m: 0, p: 0, listStyle: 'none', gap: 1.5 }}>
          {(directory.data ?? []).map((line) => (
            <Line
              key={`${line.scheme}:${line.address}`}
              connectionId={connection.id}
              line={line}
              buyers={buyers.filter(({ legalNumber }) => line.siren && legalNumber?.startsWith(line.siren))}
            />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('einvoicing.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Buyers are the clients of the operation that the address is of. */
function Line({ line, connectionId, buyers }: { line: DirectoryLine; connectionId: string; buyers: Client[] }) {
  const t = useT();
  const can = useCan();
  const { id: operationId } = useOperation();
  const keep = useKeepAddress(operationId, connectionId);
  const { scheme, address, name, siret, routingCode, status, portalOnly, reachable } = line;
  const isKept = (of: Client) => of.electronicAddress === address && of.electronicAddressScheme === scheme;
  return (
    <Stack component="li" sx={{ gap: 0.5 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{address}</Typography>
        <Tag icon={reachable ? 'success' : 'warning'} tone={reachable ? 'success' : 'warning'}>
          {portalOnly ? t('einvoicing.directory.portal') : t(`enums.DirectoryLineStatus.${status}`)}
        </Tag>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {[name, siret, routingCode].filter(Boolean).join(' · ')}
      </Typography>
      {buyers.map((buyer) =>
        isKept(buyer) ? (
          <Typography key={buyer.id} variant="body2">
            {t('einvoicing.directory.isKept', { name: buyer.name })}
          </Typography>
        ) : (
          reachable &&
          can('client:update') && (
            <Button
              key={buyer.id}
              size="small"
              variant="outlined"
              sx={{ alignSelf: 'flex-start' }}
              disabled={keep.isPending}
              onClick={() =>
                keep.mutate(
                  { billableEntityId: buyer.id, scheme, address },
                  { onSuccess: () => notify(t('einvoicing.directory.kept', { name: buyer.name, address })) },
                )
              }
            >
              {t('einvoicing.directory.keep', { name: buyer.name })}
            </Button>
          )
        ),
      )}
    </Stack>
  );
}
