import SummarizeOutlined from '@mui/icons-material/SummarizeOutlined';
import Button from '@mui/material/Button';
import { useT } from '@openpmo/ui/i18n/context';
import { lazy, Suspense, useState } from 'react';
import type { Subject } from './queries';

const ReportDialog = lazy(() => import('./ReportDialog').then((module) => ({ default: module.ReportDialog })));

/** Opens the report of a site or of an operation. */
export function ReportButton(props: { subject: Subject; own?: boolean; period?: string }) {
  const { subject, own = false, period } = props;
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<SummarizeOutlined />}
        aria-haspopup="dialog"
        className="no-print"
        onClick={() => setOpen(true)}
      >
        {t('reporting.open')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ReportDialog
            subject={subject}
            own={own}
            {...(period ? { proposed: period } : {})}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
