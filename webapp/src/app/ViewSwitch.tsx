import UnfoldLess from '@mui/icons-material/UnfoldLess';
import UnfoldMore from '@mui/icons-material/UnfoldMore';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import type { Operation } from '../api/operations';
import { useChooseView } from '../api/view';

/** The way from the simple view to all options, and back. */
export function ViewSwitch({ operation, view }: { operation: Operation; view: NonNullable<Operation['view']> }) {
  const t = useT();
  const choose = useChooseView();
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={view.simple ? <UnfoldMore /> : <UnfoldLess />}
      disabled={choose.isPending}
      onClick={() =>
        choose.mutate({
          params: { path: { operationId: operation.id } },
          body: { view: view.simple ? 'FULL' : 'SIMPLE' },
        })
      }
      sx={{ justifyContent: 'flex-start', mx: 0.5, mt: 1, px: 1.5, minHeight: 36, flex: 'none' }}
    >
      {t(view.simple ? 'shell.view.full' : 'shell.view.simple')}
    </Button>
  );
}
