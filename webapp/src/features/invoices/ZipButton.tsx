import FolderZipOutlined from '@mui/icons-material/FolderZipOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { useOperation } from '../../api/operations';
import { notify } from '../../design/snackbars';
import { type Invoice, useDownloadZip } from './queries';

/** Takes the documents of invoices away as one archive; what has no document is counted, not dropped in silence. */
export function ZipButton({ invoices, label }: { invoices: readonly Invoice[]; label: string }) {
  const t = useT();
  const { id } = useOperation();
  const zip = useDownloadZip(id);
  const drawn = invoices.filter(({ hasDocument }) => hasDocument);
  const without = invoices.length - drawn.length;
  return (
    <Button
      variant="outlined"
      color="inherit"
      startIcon={<FolderZipOutlined />}
      loading={zip.isPending}
      disabled={drawn.length === 0}
      onClick={() =>
        zip.mutate(
          drawn.map((one) => one.id),
          {
            onSuccess: () => {
              if (without > 0) notify(t('invoices.zip.without', { smart_count: without }), { variant: 'info' });
            },
          },
        )
      }
    >
      {label}
    </Button>
  );
}
