import Stack from '@mui/material/Stack';
import { useT } from '@openpmo/ui/i18n/context';
import { Page } from '../../design/Page';
import { ConnectionList } from './ConnectionList';
import { MessageList } from './MessageList';
import { ReportingPanel } from './reporting/ReportingPanel';
import { TransmissionList } from './TransmissionList';

/** How e-invoices travel: what was refused, what is on its way, and by which platforms. */
export function EInvoicingPage() {
  const t = useT();
  return (
    <Page title={t('einvoicing.title')} subtitle={t('einvoicing.subtitle')}>
      <Stack sx={{ gap: 3 }}>
        <TransmissionList />
        <ConnectionList />
        <ReportingPanel />
        <MessageList />
      </Stack>
    </Page>
  );
}
