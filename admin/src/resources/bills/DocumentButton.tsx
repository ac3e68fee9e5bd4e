import Button from '@mui/material/Button';
import type { Schemas } from '@openpmo/sdk';
import { useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { HttpError, useDataProvider, useNotify } from 'react-admin';
import type { BackOffice } from '../../providers/data';

/** Downloads the document of a bill; its address holds for a while only, so that it is asked for at the click. */
export function DocumentButton({ bill }: { bill: Schemas['AdminBill'] }) {
  const t = useT();
  const notify = useNotify();
  const data = useDataProvider<BackOffice>();
  const [asking, setAsking] = useState(false);
  const download = async () => {
    setAsking(true);
    try {
      const link = document.createElement('a');
      link.href = await data.billLink(bill.id);
      link.download = '';
      link.click();
    } catch (error) {
      notify(error instanceof HttpError ? error.message : t('errors.default'), { type: 'error' });
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button size="small" loading={asking} onClick={download}>
      {t('admin.bill.download')}
    </Button>
  );
}
