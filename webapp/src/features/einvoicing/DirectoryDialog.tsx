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
import { Tag } from '../../design/Tag';
import { useProblemText } from '../../design/useProblemText';
import { type Connection, type DirectoryLine, useDirectory } from './queries';

/** Where a buyer receives its invoices, as the directory says it. None is chosen where there are several. */
export function DirectoryDialog({ connection, onClose }: { connection: Connection; onClose: () => void }) {
  const t = useT();
  const words = useProblemText();
  const title = useId();
  const { id: operationId } = useOperation();
  const directory = useDirectory(operationId);
  const [siren, setSiren] = useState('');
  const failure = asApiError(directory.error);
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
            directory.mutate({ connectionId: connection.id, siren });
          }}
        >
          <TextField
            fullWidth
            autoFocus
            required
            label={t('einvoicing.directory.siren')}
            value={siren}
            onChange={({ target }) => setSiren(target.value)}
            error={failure !== undefined}
            helperText={failure && words(failure)}
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
            <Line key={line.address} line={line} />
          ))}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('einvoicing.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

function Line({ line }: { line: DirectoryLine }) {
  const t = useT();
  const { address, name, siret, routingCode, status, portalOnly, reachable } = line;
  return (
    <Stack component="li">
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{address}</Typography>
        <Tag icon={reachable ? 'success' : 'warning'} tone={reachable ? 'success' : 'warning'}>
          {portalOnly ? t('einvoicing.directory.portal') : t(`enums.DirectoryLineStatus.${status}`)}
        </Tag>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {[name, siret, routingCode].filter(Boolean).join(' · ')}
      </Typography>
    </Stack>
  );
}
