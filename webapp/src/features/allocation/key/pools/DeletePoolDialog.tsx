import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useT } from '@openpmo/ui/i18n/context';
import { ConfirmDialog } from '../../../../design/ConfirmDialog';
import type { EditedPool } from './pools';

interface DeletePoolDialogProps {
  pool: EditedPool;
  pools: readonly EditedPool[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a group goes, and names those that will hand on to Surplus instead. */
export function DeletePoolDialog({ pool, pools, onConfirm, onClose }: DeletePoolDialogProps) {
  const t = useT();
  const pointing = pools.filter(({ destination }) => destination === pool.id);
  const members = Object.keys(pool.parameters).length;
  return (
    <ConfirmDialog
      open
      destructive
      title={t('allocation.pools.deleteTitle', { name: pool.name })}
      confirmLabel={t('allocation.pools.delete')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Typography>{t('allocation.pools.deleteText', { smart_count: members })}</Typography>
      {pointing.length > 0 && (
        <>
          <Typography sx={{ mt: 1 }}>{t('allocation.pools.deleteRedirects')}</Typography>
          <Box component="ul" sx={{ m: 0, pl: 3 }}>
            {pointing.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </Box>
        </>
      )}
    </ConfirmDialog>
  );
}
