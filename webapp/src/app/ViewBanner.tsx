import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import type { Operation } from '../api/operations';
import { useChooseView } from '../api/view';

/** Says that the simple view leaves something out that holds data, and shows all of it. */
export function ViewBanner({ operation }: { operation: Operation }) {
  const t = useT();
  const choose = useChooseView();
  const inUse = operation.view?.inUse ?? [];
  if (inUse.length === 0) return null;
  return (
    <Box
      role="status"
      className="no-print"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        alignItems: 'center',
        px: { xs: 2, sm: 3 },
        py: 0.25,
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.paper',
        typography: 'body2',
      }}
    >
      <span>
        {t('shell.view.inUse', { options: inUse.map((option) => t(`enums.OperationOption.${option}`)).join(', ') })}
      </span>
      <Button
        size="small"
        disabled={choose.isPending}
        onClick={() => choose.mutate({ params: { path: { operationId: operation.id } }, body: { view: 'FULL' } })}
      >
        {t('shell.view.full')}
      </Button>
    </Box>
  );
}
