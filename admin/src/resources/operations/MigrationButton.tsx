import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useEffect, useId, useState } from 'react';
import { HttpError, useDataProvider, useNotify, useRefresh } from 'react-admin';
import type { BackOffice } from '../../providers/data';

type Operation = Schemas['AdminOperation'];
type Migration = Schemas['EngineMigration'];
type Prices = Schemas['MigrationPrices'];

const bases = ['INCLUDING_VAT', 'EXCLUDING_VAT'] as const satisfies readonly Prices[];

/** Moves an operation of the old engine to the newer one, after what that would make was shown. */
export function MigrationButton({ operation }: { operation: Operation }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('admin.migration.open')}</Button>
      {open && <MigrationDialog operation={operation} onClose={() => setOpen(false)} />}
    </>
  );
}

function MigrationDialog({ operation, onClose }: { operation: Operation; onClose: () => void }) {
  const t = useT();
  const id = useId();
  const notify = useNotify();
  const refresh = useRefresh();
  const { migrate } = useDataProvider<BackOffice>();
  const [prices, setPrices] = useState<Prices>();
  const [found, setFound] = useState<Migration>();
  const [failed, setFailed] = useState('');
  const [pending, setPending] = useState(false);
  useEffect(() => {
    let gone = false;
    setFound(undefined);
    migrate(operation.id, { dryRun: true, ...(prices ? { prices } : {}) }).then(
      (made) => gone || setFound(made),
      (error: unknown) => gone || setFailed(error instanceof HttpError ? error.message : t('errors.default')),
    );
    return () => {
      gone = true;
    };
  }, [migrate, operation.id, prices, t]);
  const move = async () => {
    setPending(true);
    try {
      await migrate(operation.id, prices ? { prices } : {});
      notify(t('admin.migration.done'), { type: 'success' });
      refresh();
      onClose();
    } catch (error) {
      notify(error instanceof HttpError ? error.message : t('errors.default'), { type: 'error' });
      setPending(false);
    }
  };
  return (
    <Dialog open onClose={pending ? undefined : onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <DialogTitle id={id}>{t('admin.migration.title')}</DialogTitle>
      <DialogContent>
        <Stack sx={{ gap: 2 }}>
          <Typography>{t('admin.migration.content')}</Typography>
          {(prices || found?.blocks.some(({ kind }) => kind === 'REQUEST')) && (
            <TextField
              select
              label={t('admin.migration.prices')}
              value={prices ?? ''}
              onChange={(event) => setPrices(event.target.value as Prices)}
            >
              {bases.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`enums.MigrationPrices.${one}`)}
                </MenuItem>
              ))}
            </TextField>
          )}
          {failed && <Alert severity="error">{failed}</Alert>}
          {found && <Lacks severity="error" title={t('admin.migration.blocks')} lacks={found.blocks} />}
          {found && <Lacks severity="warning" title={t('admin.migration.warnings')} lacks={found.warnings} />}
          {found && (
            <Typography role="status">
              {t('admin.migration.makes', {
                plans: found.planCount,
                subscriptions: found.subscriptionCount,
                finished: found.finishedCount,
              })}
            </Typography>
          )}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" disabled={pending} onClick={onClose}>
          {t('admin.migration.cancel')}
        </Button>
        <Button variant="contained" loading={pending} disabled={!found || found.blocks.length > 0} onClick={move}>
          {t('admin.migration.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Lacks({
  severity,
  title,
  lacks,
}: {
  severity: 'error' | 'warning';
  title: string;
  lacks: Migration['blocks'];
}) {
  if (lacks.length === 0) return null;
  return (
    <Alert severity={severity} variant="outlined">
      <Typography sx={{ fontWeight: 600 }}>{title}</Typography>
      <Box component="ul" sx={{ my: 0.5, pl: 2.5 }}>
        {lacks.map(({ problem, objectId = '' }) => (
          <li key={`${problem.key} ${objectId}`}>{problem.detail}</li>
        ))}
      </Box>
    </Alert>
  );
}
