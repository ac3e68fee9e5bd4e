import CalculateOutlined from '@mui/icons-material/CalculateOutlined';
import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { notify } from '../../design/snackbars';
import { type Invoice, type Together, useTogether } from './queries';

const icons = { zip: <FolderZipOutlined />, accounting: <CalculateOutlined /> };

interface Props {
  kind: Together;
  invoices: readonly Invoice[];
  label: string;
}

/**
 * Takes published invoices away as one file: their documents, or what an accountant books. What has
 * no document is counted, not dropped in silence.
 */
export function TogetherButton({ kind, invoices, label }: Props) {
  const t = useT();
  const { id } = useOperation();
  const file = useTogether(id, kind);
  const drawn = invoices.filter(({ hasDocument }) => hasDocument);
  const without = invoices.length - drawn.length;
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={icons[kind]}
      loading={file.isPending}
      disabled={drawn.length === 0}
      onClick={() =>
        file.mutate(
          drawn.map((one) => one.id),
          {
            onSuccess: () => {
              if (without > 0) notify(t(`invoices.${kind}.without`, { smart_count: without }), { variant: 'info' });
            },
          },
        )
      }
    >
      {label}
    </Button>
  );
}
